// Each tool with each kind of answer that it can give: what the model is told, and that a refusal changes nothing.
#include "tools/toolbox.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/hash/sha256.h"
#include "base/json/record.h"
#include "support/temp_dir.h"

namespace aptix::app {
namespace {

enum class Kind : uint8_t { success, refusal, stale, denied, over_budget, not_utf8, missing };
constexpr Kind kKinds[] = {
    Kind::success, Kind::refusal, Kind::stale, Kind::denied, Kind::over_budget, Kind::not_utf8, Kind::missing};

struct Case {
  const char* tool;
  Kind kind;
  const char* arguments;
  bool success;
  const char* says;  // in the text or the facts
};

// Single quotes stand for double ones.
constexpr Case kCases[] = {
    {"list_files", Kind::success, "{'globs':['a']}", true, "'path':'a'"},
    {"list_files", Kind::refusal, "{'limit':'x'}", false, "error[usage]"},
    {"list_files", Kind::denied, "{'globs':['secret/key']}", true,
        "'path':'secret/key','docPath':'work/secret/key','size':5,'mod"},
    {"list_files", Kind::over_budget, "{'limit':1}", true, "'next_cursor':"},
    {"list_files", Kind::not_utf8, "{'globs':['latin']}", true, "'path':'latin'"},
    {"list_files", Kind::missing, "{'globs':['none']}", true, "'files':[]"},
    {"read_file", Kind::success, "{'filepath':'a'}", true, "a  lines 1-4 of 4  sha256 "},
    {"read_file", Kind::refusal, "{'filepath':'../x'}", false, "error[path."},
    {"read_file", Kind::denied, "{'filepath':'secret/key'}", false, "error[policy.denied]"},
    {"read_file", Kind::over_budget, "{'filepath':'long'}", true, "(next: start="},
    {"read_file", Kind::not_utf8, "{'filepath':'latin'}", true, "gr\\xFCn"},
    {"read_file", Kind::missing, "{'filepath':'none'}", false, "error[file.missing]: there is no file 'none'"},
    {"read_lines", Kind::success, "{'filepath':'a','start':2,'end':3}", true, "a  lines 2-3 of 4  sha256 "},
    {"read_lines", Kind::refusal, "{'filepath':'a','start':3,'end':2}", false, "error[usage]"},
    {"read_lines", Kind::denied, "{'filepath':'secret/key','start':1,'end':1}", false, "error[policy.denied]"},
    {"read_lines", Kind::over_budget, "{'filepath':'long','start':1,'end':9000}", true, "(next: start="},
    {"read_lines", Kind::not_utf8, "{'filepath':'latin','start':1,'end':1}", true, "gr\\xFCn"},
    {"read_lines", Kind::missing, "{'filepath':'none','start':1,'end':1}", false, "error[file.missing]"},
    {"get_excerpt", Kind::success, "{'filepath':'a'}", true, "     2\ttwo\n"},
    {"get_excerpt", Kind::refusal, "{'filepath':'a','max_lines':0}", false, "error[usage]"},
    {"get_excerpt", Kind::denied, "{'filepath':'secret/key'}", false, "error[policy.denied]"},
    {"get_excerpt", Kind::over_budget, "{'filepath':'long'}", true, "8920 lines"},
    {"get_excerpt", Kind::not_utf8, "{'filepath':'latin'}", true, "not UTF-8: some bytes cannot be shown"},
    {"get_excerpt", Kind::missing, "{'filepath':'none'}", false, "error[file.missing]"},
    {"summarize_file", Kind::success, "{'filepath':'a'}", true, "4 lines of text, 19 bytes"},
    {"summarize_file", Kind::refusal, "{'filepath':'a','max_tokens':'x'}", false, "error[usage]"},
    {"summarize_file", Kind::denied, "{'filepath':'secret/key'}", false, "error[policy.denied]"},
    {"summarize_file", Kind::over_budget, "{'filepath':'long'}", true, "8990 lines"},
    {"summarize_file", Kind::not_utf8, "{'filepath':'latin'}", true, "2 lines of text, 9 bytes, not UTF-8"},
    {"summarize_file", Kind::missing, "{'filepath':'none'}", false, "error[file.missing]"},
    {"search_files", Kind::success, "{'query':'two'}", true, "'startLine':1,'endLine':4"},
    {"search_files", Kind::refusal, "{'query':'(','regex':true}", false, "error[usage]"},
    {"search_files", Kind::denied, "{'query':'hush'}", true, "'hits':[],'total':0"},
    {"search_files", Kind::over_budget, "{'query':'o','max':1}", true, "'next_cursor':"},
    {"search_files", Kind::not_utf8, "{'query':'rot'}", true, "'path':'latin'"},
    {"search_files", Kind::missing, "{'query':'o','globs':['none']}", true, "'hits':[],'total':0"},
    {"get_diff", Kind::success, "{'filepath':'made','version1':'2'}", true, "-first\n+second\n"},
    {"get_diff", Kind::refusal, "{'filepath':'a','version1':'99'}", false, "error[version.unknown]"},
    {"get_diff", Kind::denied, "{'filepath':'secret/key','version1':'base'}", false, "error["},
    {"get_diff", Kind::over_budget, "{'filepath':'grown','version1':'4'}", true, "-number 0 of them all"},
    {"get_diff", Kind::not_utf8, "{'filepath':'latin2','version1':'base'}", true, "-rot\n+rod\n"},
    {"get_diff", Kind::missing, "{'filepath':'none'}", false, "error[version.unknown]"},
    {"file_history", Kind::success, "{'filepath':'made'}", true, "'current':{'sha256':"},
    {"file_history", Kind::refusal, "{'filepath':'../x'}", false, "error[path."},
    {"file_history", Kind::denied, "{'filepath':'secret/key'}", false, "error[policy.denied]"},
    {"file_history", Kind::not_utf8, "{'filepath':'latin'}", true, "'versions':[]"},
    {"file_history", Kind::missing, "{'filepath':'none'}", false, "error[version.unknown]"},
    {"write_file", Kind::success, "{'filepath':'n','content':'x\\n'}", true, "create n (+1 -0)"},
    {"write_file", Kind::refusal, "{'filepath':'a','content':'x\\n'}", false, "error[file.exists]"},
    {"write_file", Kind::stale, "{'filepath':'a','content':'x\\n','base_sha256':'000000000000'}", false,
        "error[hash.mismatch]"},
    {"write_file", Kind::denied, "{'filepath':'secret/new','content':'x\\n'}", false, "error[policy.denied]"},
    {"write_file", Kind::over_budget, "GROW", true, "transaction"},
    {"write_file", Kind::not_utf8, "{'filepath':'latin','content':'x\\n','mode':'append'}", false,
        "error[form.cannot_say]"},
    {"write_file", Kind::missing, "{'filepath':'none','content':'x\\n','base_sha256':'000000000000'}", false,
        "'none' is not there any more"},
    {"apply_patch", Kind::success, "{'patch':'`a`\\n\\n<<<<<<< SEARCH\\ntwo\\n=======\\n$& $1\\n>>>>>>> REPLACE\\n'}",
        true, "patch a (+1 -1)"},
    {"apply_patch", Kind::refusal, "{'patch':'`twice`\\n\\n<<<<<<< SEARCH\\nx\\n=======\\ny\\n>>>>>>> REPLACE\\n'}",
        false, "error[match.ambiguous]"},
    {"apply_patch", Kind::stale,
        "{'patch':'`a`\\n\\n<<<<<<< SEARCH\\ntwo\\n=======\\n2\\n>>>>>>> REPLACE\\n','base_sha256':'000000000000'}",
        false, "error[hash.mismatch]"},
    {"apply_patch", Kind::denied,
        "{'patch':'`secret/key`\\n\\n<<<<<<< SEARCH\\nhush\\n=======\\n2\\n>>>>>>> REPLACE\\n'}", false,
        "error[policy.denied]"},
    {"apply_patch", Kind::over_budget,
        "{'filepath':'long','patch':'<<<<<<< SEARCH\\nno such line\\n=======\\n2\\n>>>>>>> REPLACE\\n'}", false,
        "error[match.not_found]"},
    {"apply_patch", Kind::not_utf8,
        "{'patch':'`latin`\\n\\n<<<<<<< SEARCH\\nrot\\n=======\\nr\\u00F6t\\n>>>>>>> REPLACE\\n'}", false,
        "error[path.special]"},
    {"apply_patch", Kind::missing, "{'patch':'`none`\\n\\n<<<<<<< SEARCH\\ntwo\\n=======\\n2\\n>>>>>>> REPLACE\\n'}",
        false, "error[file.missing]"},
    {"apply_answer", Kind::success, "{'answer':'`a`\\n\\n<<<<<<< SEARCH\\ntwo\\n=======\\n2\\n>>>>>>> REPLACE\\n'}",
        true, "patch a (+1 -1)"},
    {"apply_answer", Kind::refusal, "{'answer':'Nothing is to be done.'}", false, "error["},
    {"apply_answer", Kind::denied,
        "{'answer':'`secret/key`\\n\\n<<<<<<< SEARCH\\nhush\\n=======\\n2\\n>>>>>>> REPLACE\\n'}", false,
        "error[policy.denied]"},
    {"apply_answer", Kind::over_budget,
        "{'answer':'`long`\\n\\n<<<<<<< SEARCH\\nno such line\\n=======\\n2\\n>>>>>>> REPLACE\\n'}", false,
        "error[match.not_found]"},
    {"apply_answer", Kind::not_utf8,
        "{'answer':'`latin`\\n\\n<<<<<<< SEARCH\\nrot\\n=======\\nrod\\n>>>>>>> REPLACE\\n'}", true,
        "patch latin (+1 -1)"},
    {"apply_answer", Kind::missing, "{'answer':'`none`\\n\\n<<<<<<< SEARCH\\ntwo\\n=======\\n2\\n>>>>>>> REPLACE\\n'}",
        false, "error[file.missing]"},
    {"undo", Kind::success, "{}", true, "undoes it"},
    {"undo", Kind::refusal, "{'transaction':'99'}", false, "error["},
    {"undo", Kind::stale, "{'transaction':'2'}", false, "error["},
    {"workspace_read_file", Kind::success, "{'docPath':'work/a'}", true, "a  lines 1-4 of 4  sha256 "},
    {"workspace_read_file", Kind::refusal, "{'docPath':'work/../x'}", false, "error["},
    {"workspace_read_file", Kind::denied, "{'docPath':'work/secret/key'}", false, "error[policy.denied]"},
    {"workspace_read_file", Kind::over_budget, "{'docPath':'work/long'}", true, "of 9000"},
    {"workspace_read_file", Kind::not_utf8, "{'docPath':'work/latin'}", true, "gr\\xFCn"},
    {"workspace_read_file", Kind::missing, "{'docPath':'work/none'}", false, "error[file.missing]"},
    {"workspace_write_patch", Kind::success,
        "{'files':[{'docPath':'work/"
        "a','originalSha256':'SHA','changes':[{'operation':'insert','afterLine':0,'newLines':['0']}]}]}",
        true, "'successful':true"},
    {"workspace_write_patch", Kind::refusal, "{'files':'a'}", false, "'errorCode':'usage'"},
    {"workspace_write_patch", Kind::stale,
        "{'files':[{'docPath':'work/"
        "long','originalSha256':'SHA','changes':[{'operation':'insert','afterLine':0,'newLines':['0']}]}]}",
        false, "'errorCode':'hash.mismatch'"},
    {"workspace_write_patch", Kind::denied,
        "{'files':[{'docPath':'work/secret/"
        "key','originalSha256':'SHA','changes':[{'operation':'insert','afterLine':0,'newLines':['0']}]}]}",
        false, "'errorCode':'policy.denied'"},
    {"workspace_write_patch", Kind::missing,
        "{'files':[{'docPath':'work/"
        "none','originalSha256':'SHA','changes':[{'operation':'insert','afterLine':0,'newLines':['0']}]}]}",
        false, "'errorCode':'file.missing'"},
    {"active_file_sha256", Kind::success, "{'docPath':'work/made'}", true, "'sha256':"},
    {"active_file_sha256", Kind::refusal, "{'docPath':'work/a'}", false, "is not in the Active File List"},
    {"active_file_sha256", Kind::denied, "{'docPath':'work/secret/key'}", false, "error[policy.denied]"},
    {"active_file_sha256", Kind::not_utf8, "{'docPath':'work/latin2'}", true, "'sha256':"},
    {"active_file_sha256", Kind::missing, "{'docPath':'work/none'}", false, "error[file.missing]"},
    {"list_active_files", Kind::success, "{}", true, "'docPath':'work/made'"},
    {"list_active_files", Kind::refusal, "{'globs':[]}", false, "error[usage]"},
    {"get_patch_change", Kind::success, "BATCH", true, "'operation':'insert'"},
    {"get_patch_change", Kind::refusal, "{'id':7}", false, "error[usage]"},
    {"get_patch_change", Kind::missing, "{'id':'none'}", false, "error[batch.unknown]"},
};

struct Exempt {
  const char* tool;
  std::initializer_list<Kind> kinds;  // that it cannot give
  const char* why;
};
const Exempt kExempt[] = {
    {"list_files", {Kind::stale}, "takes no base"},
    {"read_file", {Kind::stale}, "takes no base"},
    {"read_lines", {Kind::stale}, "takes no base"},
    {"get_excerpt", {Kind::stale}, "takes no base"},
    {"summarize_file", {Kind::stale}, "takes no base"},
    {"search_files", {Kind::stale}, "takes no base"},
    {"get_diff", {Kind::stale}, "takes no base"},
    {"file_history", {Kind::stale, Kind::over_budget}, "takes no base; gives the newest versions"},
    {"apply_answer", {Kind::stale}, "the answer holds its own hashes"},
    {"undo", {Kind::denied, Kind::over_budget, Kind::not_utf8, Kind::missing}, "names a transaction, not a file"},
    {"workspace_read_file", {Kind::stale}, "takes no base"},
    {"workspace_write_patch", {Kind::over_budget, Kind::not_utf8}, "gives ids alone; its lines are JSON"},
    {"active_file_sha256", {Kind::stale, Kind::over_budget}, "gives a hash alone"},
    {"list_active_files", {Kind::stale, Kind::denied, Kind::over_budget, Kind::not_utf8, Kind::missing},
        "names no file"},
    {"get_patch_change", {Kind::stale, Kind::denied, Kind::over_budget, Kind::not_utf8}, "names a change, not a file"},
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// A workspace with a past: transaction 1 has been overtaken by somebody else.
class Fixture {
 public:
  Fixture() {
    for (int i = 0; i < 9000; ++i) long_ += fmt::format("number {} of them all\n", i);
    write("a", "one\ntwo\nthree\nfour\n");
    write("twice", "x\nx\n");
    for (const char* path : {"latin", "latin2"}) write(path, "gr\xFCn\nrot\n");
    write("secret/key", "hush\n");
    write("long", long_);
    home_.write("config", "[policy]\ndeny_read = [\"secret/**\"]\ndeny_write = [\"secret/**\"]\n");
    environment_.around.home = environment_.temp = home_.path();
    environment_.config_file = home_.path("config");
    environment_.around.caller = "test";
    toolbox_.emplace(environment_, ToolboxOptions{.roots = {root()}, .no_sync = true});
    std::string numbers = replaced(long_, "\n", "\\n");
    done("write_file", "{'filepath':'over','content':'1\\n'}");
    write("over", "2\n");
    done("write_file", "{'filepath':'made','content':'first\\n'}");
    done("apply_patch", "{'patch':'`made`\\n\\n<<<<<<< SEARCH\\nfirst\\n=======\\nsecond\\n>>>>>>> REPLACE\\n'}");
    done("write_file", "{'filepath':'grown','content':'" + numbers + "'}");
    done("write_file",
        "{'filepath':'grown','content':'" + replaced(numbers, "number", "no.") + "','base_sha256':'" +
            sha256(long_).hex() + "'}");
    done("apply_patch", "{'patch':'`latin2`\\n\\n<<<<<<< SEARCH\\nrot\\n=======\\nrod\\n>>>>>>> REPLACE\\n'}");
    std::string facts = done("workspace_write_patch",
        "{'files':[{'docPath':'work/twice','originalSha256':'" + sha256("x\nx\n").hex() +
            "','changes':[{'operation':'insert','afterLine':0,'newLines':['x']}]}]}")
                            .facts;
    auto batch = json::read_record(facts);
    batch_ =
        std::string(json::text_member(*json::member(batch->root(), "result", json::Type::object), "batchId").value());
    (void)toolbox_->run_command({.command = "active add", .operands = {"made", "latin2"}}, {});
  }

  ops::ToolResult call(std::string_view tool, std::string arguments, uint64_t most_tokens = kUsualTokens) {
    if (arguments == "GROW") arguments = "{'filepath':'n','content':'" + replaced(long_, "\n", "\\n") + "'}";
    if (arguments == "BATCH") arguments = "{'id':'" + batch_ + "'}";
    arguments = replaced(replaced(std::move(arguments), "SHA", sha256(dir_.read("work/a")).hex()), "'", "\"");
    return call_as_is(tool, arguments, most_tokens);
  }
  ops::ToolResult done(std::string_view tool, std::string arguments) {
    ops::ToolResult result = call(tool, std::move(arguments));
    REQUIRE_MESSAGE(result.success, result.text);
    return result;
  }
  // Without the meaning of single quotes.
  ops::ToolResult call_as_is(std::string_view tool, const std::string& arguments, uint64_t most_tokens = kUsualTokens) {
    auto read = json::read(arguments);
    REQUIRE(read.document);
    return toolbox_->run(*ops::find_tool(tool), read.document->root(), {.max_tokens = most_tokens});
  }
  void configure(std::string_view text) const { home_.write("config", text); }
  test::Tree tree() const { return dir_.tree(); }
  void write(const std::string& path, std::string_view text) const { dir_.write("work/" + path, text); }
  void link(const std::string& path, std::string_view target) const { dir_.make_link("work/" + path, target); }
  std::string read(const std::string& path) const { return dir_.read("work/" + path); }
  std::string beside(const std::string& path) const { return dir_.path(path); }

 private:
  std::string root() const { return dir_.path("work"); }

  test::TempDir dir_, home_;
  std::string long_, batch_;
  Environment environment_;
  std::optional<Toolbox> toolbox_;
};

TEST_CASE("each tool gives each kind of answer, within its budget, and a refusal changes nothing") {
  constexpr size_t kMost = 40'000;  // bytes for 10,000 tokens, and the frame
  std::optional<Fixture> fixture;
  for (const Case& one : kCases) {
    CAPTURE(one.tool);
    CAPTURE(one.arguments);
    if (!fixture) fixture.emplace();
    test::Tree before = fixture->tree();
    ops::ToolResult result = fixture->call(one.tool, one.arguments);
    CHECK(result.success == one.success);
    std::string said = result.text + "\n" + result.facts;
    CHECK_MESSAGE(
        said.find(replaced(one.says, "'", said.find(one.says) == std::string::npos ? "\"" : "'")) != std::string::npos,
        said.substr(0, 600));
    CHECK(result.text.size() < kMost);
    CHECK(result.facts.size() < kMost);
    bool changed = fixture->tree() != before;
    CHECK((one.success || !changed));
    if (changed) fixture.reset();
  }
}

TEST_CASE(
    "no result is longer than it may be, however many files or faults there are, and it says what is not listed") {
  constexpr size_t kMost = 8700;
  Fixture fixture;
  std::string answer, misses, changes, unknown;
  for (int i = 0; i < 400; ++i) {
    answer += fmt::format("`dir/file {0}.txt`\\n\\n```\\nfile \\\"{0}\\\"\\n```\\n\\n", i);
    misses += fmt::format("`long`\\n\\n<<<<<<< SEARCH\\nnumbers {}\\n=======\\nx\\n>>>>>>> REPLACE\\n\\n", i);
    unknown += fmt::format("'argument {}':1,", i);
    changes += fmt::format(
        "{}{{'operation':'replace','startLine':{},'endLine':{},'expectedOriginalLines':['{}'],"
        "'newLines':['y']}}",
        i == 0 ? "" : ",", i + 1, i + 1, "no such line");
  }
  auto batch = [&](std::string_view file, const std::string& list) {
    return fmt::format("{{'files':[{{'docPath':'work/{}','originalSha256':'{}','changes':[{}]}}]}}", file,
        sha256(fixture.read(std::string(file))).hex(), list);
  };
  struct Row {
    const char* tool;
    std::string arguments;
    const char* says;
  };
  for (const Row& row :
      std::initializer_list<Row>{{"apply_answer", "{'answer':'" + answer + "'}", " of 400 files are listed"},
          {"undo", "{}", " of 400 files are listed"}, {"apply_answer", "{'answer':'" + misses + "'}", "bytes more"},
          {"write_file", "GROW", "bytes more"}, {"get_diff", "{'version1':'base'}", "give 'filepath'"},
          {"workspace_write_patch", batch("long", changes), "of each list are shown at most"},
          {"read_file", "{" + unknown + "'filepath':'a'}", "20 of 400 errors are listed"}}) {
    CAPTURE(row.tool);
    ops::ToolResult result = fixture.call(row.tool, row.arguments, kMost * 2 / 7);
    std::string said = result.text + "\n" + result.facts;
    CHECK_MESSAGE(said.find(row.says) != std::string::npos, said.substr(0, 300));
    CHECK(result.text.size() <= kMost + 100);
    if (std::string_view(row.tool) != "get_diff") CHECK(result.facts.size() <= kMost + 100);
    if (result.success && std::string_view(row.tool) != "get_diff")
      CHECK(result.text.find("undoes it\n") != std::string::npos);
  }
}

TEST_CASE("a stored change of a sensitive file is shown without its lines") {
  Fixture fixture;
  fixture.write("keys.env", "TOKEN=hush\n");
  fixture.configure("[policy]\napprovals = \"never\"\n");
  ops::ToolResult done = fixture.done("workspace_write_patch",
      "{'files':[{'docPath':'work/keys.env','originalSha256':'" + sha256("TOKEN=hush\n").hex() +
          "','changes':[{'operation':'insert','afterLine':1,'newLines':['KEY=word']}]}]}");
  size_t at = done.facts.find(R"("batchId":")");
  REQUIRE(at != std::string::npos);
  ops::ToolResult shown = fixture.done("get_patch_change", "{'id':'" + done.facts.substr(at + 11, 36) + "'}");
  for (const char* secret : {"hush", "word"}) CHECK_MESSAGE(shown.facts.find(secret) == std::string::npos, shown.facts);
  CHECK(shown.facts.find(R"("state":"applied")") != std::string::npos);
}

TEST_CASE("what a model may ask for in one call has an end") {
  Fixture fixture;
  ops::ToolResult result = fixture.call("read_file", "{'filepath':'long','max_tokens':1000000000}");
  CHECK(result.text.size() < kMostTokens * 7 / 2 + 200);
  CHECK(result.text.find("(next: start=") != std::string::npos);
}

TEST_CASE("there is a case for each tool and kind, or a reason why there cannot be one") {
  std::set<std::pair<std::string_view, Kind>> known;
  for (const Case& one : kCases) CHECK_MESSAGE(known.emplace(one.tool, one.kind).second, one.tool);
  for (const Exempt& one : kExempt)
    for (Kind kind : one.kinds) CHECK_MESSAGE(known.emplace(one.tool, kind).second, one.why);
  for (const ops::ToolRow& tool : ops::tool_rows())
    for (Kind kind : kKinds)
      CHECK_MESSAGE(known.contains({tool.name, kind}), tool.name << " " << static_cast<int>(kind));
}

// What other servers of files are known to spoil.
TEST_CASE("an edit leaves line ends, a byte-order mark, foreign bytes and a missing last newline as they are") {
  struct Row {
    const char *before, *replace, *after;  // of the line "two"
  };
  for (const Row& row : {Row{"one\r\ntwo\r\nthree\r\n", "2\\n2b", "one\r\n2\r\n2b\r\nthree\r\n"},
           Row{"one\r\ntwo\nthree\r", "2", "one\r\n2\nthree\r"},
           Row{"\xEF\xBB\xBFtwo\nthree\n", "2",
               "\xEF\xBB\xBF"
               "2\nthree\n"},
           Row{"gr\xFCn\ntwo\n\xFF\xFE\n", "2", "gr\xFCn\n2\n\xFF\xFE\n"}, Row{"one\ntwo", "2", "one\n2"},
           Row{"one\ntwo\n", "$& $1 $' $` \\\\1 \\\\n", "one\n$& $1 $' $` \\1 \\n\n"}}) {
    CAPTURE(row.replace);
    Fixture fixture;
    fixture.write("f", row.before);
    std::string patch = fmt::format("\"<<<<<<< SEARCH\\ntwo\\n=======\\n{}\\n>>>>>>> REPLACE\\n\"", row.replace);
    ops::ToolResult result = fixture.call_as_is("apply_patch", "{\"filepath\":\"f\",\"patch\":" + patch + "}");
    CHECK_MESSAGE(result.success, result.text);
    CHECK(fixture.read("f") == row.after);
  }
}

TEST_CASE("no link leads out of the root, and no name out of it is a file") {
  Fixture fixture;
  fixture.link("out", "/etc");
  fixture.link("file", "/etc/passwd");
  test::Tree before = fixture.tree();
  for (const char* path : {"out/passwd", "file", "/etc/passwd", "../outside", "a/../../outside", "out"}) {
    CAPTURE(path);
    for (const char* call :
        {"read_file {'filepath':'PATH'}", "write_file {'filepath':'PATH','content':'x','mode':'append'}",
            "write_file {'filepath':'PATH','content':'x','base_sha256':'000000000000'}",
            "apply_patch {'filepath':'PATH','patch':'<<<<<<< SEARCH\\nroot\\n=======\\nx\\n>>>>>>> REPLACE\\n'}"}) {
      std::string text = replaced(call, "PATH", path);
      size_t space = text.find(' ');
      ops::ToolResult result = fixture.call(text.substr(0, space), text.substr(space + 1));
      CHECK_FALSE(result.success);
      bool refused = result.text.starts_with("error[path.") || result.text.starts_with("error[file.missing]");
      CHECK_MESSAGE(refused, result.text);
    }
  }
  CHECK(fixture.tree() == before);
}

TEST_CASE("an absolute path may name the root through a link above it") {
  Fixture fixture;
  fixture.link("../other", "work");
  CHECK(fixture.call("read_file", "{'filepath':'" + fixture.beside("other/a") + "'}")
            .text.starts_with("a  lines 1-4 of 4"));
  CHECK(fixture.done("write_file", "{'filepath':'" + fixture.beside("other/in/new") + "','content':'x'}").success);
  CHECK(fixture.read("in/new") == "x");
}

TEST_CASE("a write takes each spelling of a path that a read takes, and a docPath is the file that has it") {
  for (const char* path : {"a", "./a", ".//a", "a/.", "in/../a", "work/a", "/a", "//a"}) {
    CAPTURE(path);
    Fixture fixture;
    std::string typed = path[0] == '/' ? fixture.beside(std::string("work") + path) : path;
    CHECK(fixture.call("read_file", "{'filepath':'" + typed + "'}").text.starts_with("a  lines 1-4 of 4"));
    test::Tree before = fixture.tree();
    ops::ToolResult lines = fixture.call("apply_patch",
        "{'filepath':'" + typed +
            "','patch':'<<<<<<< SEARCH\\ntwo\\n=======\\n2\\n>>>>>>> REPLACE\\n','base_sha256':'SHA'}");
    CHECK_MESSAGE(lines.text.starts_with("patch a (+1 -1)\n"), lines.text);
    CHECK(fixture.read("a") == "one\n2\nthree\nfour\n");
    CHECK(fixture.done("write_file", "{'filepath':'" + typed + "','content':'five\\n','mode':'append'}").success);
    CHECK(fixture.read("a") == "one\n2\nthree\nfour\nfive\n");
    CHECK(fixture.done("undo", "{}").success);
    CHECK(fixture.done("write_file", "{'filepath':'" + typed + "','content':'x','base_sha256':'SHA'}").success);
    CHECK(fixture.read("a") == "x");
    fixture.done("undo", "{}");
    CHECK(fixture.read("a") == "one\n2\nthree\nfour\n");
  }
}

TEST_CASE("a path that goes up through a link is refused, whatever its letters say") {
  Fixture fixture;
  fixture.link("out", "/etc");
  test::Tree before = fixture.tree();
  for (const char* tool :
      {"read_file {'filepath':'out/../a'}", "write_file {'filepath':'out/../a','content':'x','mode':'append'}"}) {
    std::string text = tool;
    ops::ToolResult result = fixture.call(text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1));
    CHECK_MESSAGE(result.text.starts_with("error[path."), result.text);
  }
  CHECK(fixture.tree() == before);
}

TEST_CASE("a file of 100 MB is read in parts, found and patched") {
  Fixture fixture;
  std::string large;
  while (large.size() < 100'000'000) large += fmt::format("{:099}\n", large.size() / 100);
  fixture.write("large", large);
  ops::ToolResult part = fixture.call("read_file", "{'filepath':'large','start':999000,'end':999001}");
  CHECK(part.text.starts_with("large  lines 999000-999001 of 1000000"));
  CHECK(fixture.call("read_file", "{'filepath':'large'}").text.size() < 40'000);
  std::string line = fmt::format("{:099}", 777'777);
  ops::ToolResult patched = fixture.call("apply_patch",
      "{'filepath':'large','patch':'<<<<<<< SEARCH\\n" + line + "\\n=======\\nhere\\n>>>>>>> REPLACE\\n'}");
  CHECK_MESSAGE(patched.success, patched.text);
  CHECK((fixture.read("large") == replaced(large, line, "here")));
}

TEST_CASE("a name that is not UTF-8 is listed, read as it is listed, and an edit beside it works") {
  Fixture fixture;
  fixture.write("caf\xE9", "one\n");
  ops::ToolResult listed = fixture.call("list_files", "{'globs':['caf*']}");
  CHECK(listed.facts.find(R"("path":"caf\\xe9")") != std::string::npos);
  CHECK(listed.facts.find(R"("pathBase64":"Y2Fm6Q==")") != std::string::npos);
  CHECK(fixture.done("write_file", "{'filepath':'n','content':'x'}").success);
  CHECK(fixture.done("read_file", R"({'filepath':'caf\\xe9'})").text.find("\none\n") != std::string::npos);
  ops::ToolResult written = fixture.call("write_file", R"({'filepath':'caf\\xe9','content':'x','mode':'append'})");
  CHECK_MESSAGE(written.text.starts_with("error[path.invalid]"), written.text);
  CHECK(fixture.read("caf\xE9") == "one\n");
}

}  // namespace
}  // namespace aptix::app
