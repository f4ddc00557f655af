// A server with two roots: each call reaches the right one, or says how to name it.
#include "tools/several_roots.h"

#include <doctest/doctest.h>

#include "base/json/record.h"
#include "support/temp_dir.h"
#include "tools/toolbox.h"

namespace aptix::app {
namespace {

class TwoRoots {
 public:
  explicit TwoRoots(const std::vector<std::string>& folders = {"web", "api"}, Sessions sessions = Sessions::given) {
    dir_.write("web/both", "one\ntwo\n");
    dir_.write("web/page", "needle\n");
    dir_.write("api/both", "one\ntwo\n");
    dir_.write("api/in/route", "needle\n");
    for (const char* folder : {"web/.git", "api/.git"}) dir_.make_directory(folder);
    environment_.around.home = environment_.temp = home_.path();
    environment_.around.caller = "test";
    Roots roots;
    for (const std::string& folder : folders) dir_.make_directory(folder), roots.push_back(dir_.path(folder));
    toolbox_.emplace(environment_, ToolboxOptions{.roots = roots, .no_sync = true, .sessions = sessions});
  }

  // Single quotes stand for double ones, and WEB and API for the roots.
  ops::ToolResult call(std::string_view tool, std::string arguments) {
    for (auto [from, to] : {std::pair("'", std::string("\"")), {"WEB", dir_.path("web")}, {"API", dir_.path("api")}})
      for (size_t at = 0; (at = arguments.find(from, at)) != std::string::npos; at += to.size())
        arguments.replace(at, std::string_view(from).size(), to);
    auto read = json::read(arguments);
    REQUIRE(read.document);
    return toolbox_->run(*ops::find_tool(tool), read.document->root(), {});
  }
  std::string failure(std::string_view tool, std::string arguments) {
    test::Tree before = dir_.tree();
    ops::ToolResult result = call(tool, std::move(arguments));
    CHECK_FALSE(result.success);
    CHECK(dir_.tree() == before);
    std::string text = result.text;
    for (const char* root : {"web", "api"})
      for (size_t at = 0; (at = text.find(dir_.path(root), at)) != std::string::npos;)
        text.replace(at, dir_.path(root).size(), std::string(1, '/') + root);
    return text;
  }
  Toolbox& toolbox() { return *toolbox_; }
  std::string read(const std::string& path) const { return dir_.read(path); }
  void write(const std::string& path, std::string_view text) { dir_.write(path, text); }
  std::string path(const std::string& path) const { return dir_.path(path); }

 private:
  test::TempDir dir_, home_;
  Environment environment_;
  std::optional<Toolbox> toolbox_;
};

std::string member(const ops::ToolResult& result, std::string_view key) {
  auto document = json::read_record(result.facts);
  REQUIRE(document);
  return std::string(json::text_member(document->root(), key).value_or(""));
}

std::vector<std::string> paths_in(const ops::ToolResult& result, std::string_view list) {
  auto document = json::read_record(result.facts);
  REQUIRE(document);
  std::vector<std::string> paths;
  for (json::Value one : *json::member(document->root(), list, json::Type::array))
    paths.emplace_back(json::text_member(one, "path").value());
  return paths;
}

constexpr const char* kTwoIsSecond = "<<<<<<< SEARCH\\ntwo\\n=======\\nsecond\\n>>>>>>> REPLACE\\n";

TEST_CASE("undo reaches the root that the transaction is named after, and no other") {
  TwoRoots roots;
  for (const char* root : {"WEB", "API"})
    CHECK(roots.call("apply_patch", fmt::format("{{'filepath':'{}/both','patch':'{}'}}", root, kTwoIsSecond)).success);
  CHECK(roots.failure("undo", "{}") ==
      "error[usage]: there are several roots: /web, /api\n"
      "  hint: give 'transaction' as the result of the edit has it, with the root: \"web:7\"\n");
  for (const char* unknown : {"1", "app:1"})
    CHECK(roots.failure("undo", fmt::format("{{'transaction':'{}'}}", unknown)) ==
        "error[usage]: there are several roots, each with transactions of its own: /web, /api\n"
        "  hint: give 'transaction' as the result of the edit has it, with the root: \"web:7\"\n");
  ops::ToolResult undone = roots.call("undo", "{'transaction':'api:1'}");
  CHECK_MESSAGE(undone.success, undone.text);
  CHECK(member(undone, "transaction") == "api:2");
  CHECK(member(undone, "version_id") == "2");
  CHECK(roots.read("api/both") == "one\ntwo\n");
  CHECK(roots.read("web/both") == "one\nsecond\n");
}

TEST_CASE("a path that several roots have, or none, has to be absolute") {
  TwoRoots roots;
  CHECK(roots.call("read_file", "{'filepath':'page'}").text.starts_with(roots.path("web/page") + "  lines 1-1 of 1"));
  CHECK(roots.call("read_file", "{'filepath':'api/both'}").text.starts_with(roots.path("api/both")));
  std::string several =
      "error[usage]: 'both' is below several of the roots: /web, /api\n"
      "  hint: name it by its absolute path: /web/both\n";
  CHECK(roots.failure("read_file", "{'filepath':'both'}") == several);
  CHECK(roots.failure("write_file", "{'filepath':'both','content':'x','mode':'append'}").starts_with(several));
  CHECK(roots.failure("write_file", "{'filepath':'new','content':'x'}")
            .starts_with("error[usage]: 'new' is not below any of the roots: /web, /api\n"));
  CHECK(roots.call("write_file", "{'filepath':'API/new','content':'x'}").success);
  CHECK(roots.call("write_file", "{'filepath':'api/in/route','content':'x','mode':'append'}").success);  // a docPath
  CHECK(roots.read("api/new") == "x");
  CHECK(roots.read("api/in/route") == "needle\nx");
}

TEST_CASE("an answer goes to the one root that it fits") {
  TwoRoots roots;
  auto answer = [](std::string_view path, std::string_view old) {
    return fmt::format("{{'answer':'`{}`\\n\\n<<<<<<< SEARCH\\n{}\\n=======\\nnew\\n>>>>>>> REPLACE\\n'}}", path, old);
  };
  ops::ToolResult done = roots.call("apply_answer", answer("in/route", "needle"));
  CHECK_MESSAGE(done.success, done.text);
  CHECK(member(done, "transaction") == "api:1");
  CHECK(roots.read("api/in/route") == "new\n");
  CHECK(roots.failure("apply_answer", answer("both", "two")) ==
      "error[usage]: the edits fit below several of the roots: /web, /api\n"
      "  hint: name each file by its absolute path\n");
  CHECK(roots.call("apply_answer", answer("API/both", "two")).success);
  CHECK(roots.read("api/both") == "one\nnew\n");
  CHECK(roots.failure("apply_answer", answer("page", "none")).starts_with("error[match.not_found]"));
  CHECK(roots.failure("apply_answer", answer("nowhere", "x"))
            .starts_with("error[usage]: the edits do not fit below any of the roots; /web: "));
}

TEST_CASE("lists have the files of all roots, page by page, or of the one that a glob names") {
  TwoRoots roots;
  std::vector<std::string> all = {"web/both", "web/page", "api/both", "api/in/route"}, seen;
  for (std::string& path : all) path = roots.path(path);
  CHECK(paths_in(roots.call("list_files", "{}"), "files") == all);
  std::string cursor;
  for (int page = 0; page < 4; ++page) {
    ops::ToolResult listed =
        roots.call("list_files", cursor.empty() ? "{'limit':1}" : "{'limit':1,'cursor':'" + cursor + "'}");
    for (std::string& path : paths_in(listed, "files")) seen.push_back(std::move(path));
    cursor = member(listed, "next_cursor");
  }
  CHECK(seen == all);
  CHECK(cursor.empty());
  CHECK(paths_in(roots.call("list_files", "{'globs':['API/in']}"), "files") ==
      std::vector<std::string>{roots.path("api/in/route")});
  ops::ToolResult first = roots.call("search_files", "{'query':'needle','max':1}");
  CHECK(paths_in(first, "hits") == std::vector<std::string>{roots.path("web/page")});
  ops::ToolResult second =
      roots.call("search_files", "{'query':'needle','max':1,'cursor':'" + member(first, "next_cursor") + "'}");
  CHECK(paths_in(second, "hits") == std::vector<std::string>{roots.path("api/in/route")});
  CHECK(member(second, "next_cursor").empty());
  CHECK(roots.failure("get_diff", "{}") ==
      "error[usage]: there are several roots: /web, /api\n  hint: give 'filepath', which may be a root: \"/web\"\n");
  CHECK(roots.call("get_diff", "{'filepath':'API'}").text == "no difference\n");
}

TEST_CASE("what a list has to say of each root is in its result, and a root beyond the page is not read") {
  TwoRoots roots({"web", "api"}, Sessions::own);
  for (const char* path : {"web/.env", "api/.env"}) roots.write(path, "needle=1\n");
  ops::ToolResult found = roots.call("search_files", "{'query':'needle','max':1}");
  CHECK(paths_in(found, "hits") == std::vector<std::string>{roots.path("web/page")});
  auto document = json::read_record(found.facts);
  auto warnings = json::member(document->root(), "warnings", json::Type::array);
  REQUIRE(warnings);
  CHECK(warnings->size() == 2);
  CHECK(json::text_member(*warnings->begin(), "errorCode") == "policy.sensitive");
  roots.write("web/page", "other\n");
  roots.write("api/in/route", "other\n");
  auto edit = [](std::string_view path) {
    return fmt::format(
        "{{'filepath':'{}','patch':'<<<<<<< SEARCH\\nother\\n=======\\nnew\\n>>>>>>> REPLACE\\n'}}", path);
  };
  CHECK(roots.failure("apply_patch", edit("WEB/page")).starts_with("error[session.stale_read]"));
  CHECK(roots.call("apply_patch", edit("API/in/route")).success);
}

TEST_CASE("what is said of files below a root names them absolutely, in calls as well") {
  TwoRoots roots;
  roots.write("api/sub/old", "one\ntwo\nthree\n");
  ops::ToolResult moved = roots.call("apply_answer",
      "{'answer':'```diff\\ndiff --git a/sub/old b/sub/new\\nrename from sub/old\\nrename to sub/new\\n```\\n'}");
  CHECK_MESSAGE(moved.success, moved.text);
  CHECK(paths_in(roots.call("undo", "{'transaction':'api:1'}"), "files").front().starts_with(roots.path("api/sub/")));
  CHECK(roots.failure("write_file", "{'filepath':'API/both','content':'x','base_sha256':'000000000000'}")
            .find("read_file {\"filepath\":\"/api/both\"}") != std::string::npos);
}

TEST_CASE("below a folder of a repository a result names files from the repository on, absolutely") {
  TwoRoots roots({"web/in", "api/in"});
  CHECK(roots.call("write_file", "{'filepath':'API/in/new','content':'x\\n'}").success);
  CHECK(paths_in(roots.call("undo", "{'transaction':'API/in:1'}"), "files") ==
      std::vector<std::string>{roots.path("api/in/new")});
}

TEST_CASE("a change that a person has approved is carried out below its root, and a refusal is of that root") {
  TwoRoots roots;
  roots.write("web/.env", "A=0\n");
  ops::ToolResult held = roots.call("write_file", "{'filepath':'WEB/.env','content':'A=1\\n','mode':'append'}");
  REQUIRE_FALSE(held.approval.empty());
  const ops::ToolRow& tool = *ops::find_tool("write_file");
  roots.write("web/.env", "B=2\n");
  CHECK(roots.toolbox().approve(tool, held.approval, {}).text.starts_with("error[approval.stale]"));
  roots.write("web/.env", "A=0\n");
  ops::ToolResult done = roots.toolbox().approve(tool, held.approval, {});
  CHECK(done.text.starts_with(fmt::format("change {}, approved\n", roots.path("web/.env"))));
  CHECK(roots.toolbox().approve(tool, held.approval, {}).text.starts_with("error[approval.unknown]"));
}

TEST_CASE("a cursor that no list gave is refused") {
  TwoRoots roots;
  for (const char* cursor : {"x", "web/both", "00000000:web/both", "5", ""})
    CHECK(roots.failure("list_files", fmt::format("{{'cursor':'{}'}}", cursor)) ==
        "error[usage]: 'cursor' is not one of this tool\n  hint: give the 'next_cursor' of the result before\n");
}

}  // namespace
}  // namespace aptix::app
