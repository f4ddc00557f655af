// Texts in git's objects, found by their SHA-256; what git answers comes from a made-up one.
#include "ops/files/known_bases.h"

#include <doctest/doctest.h>

#include <map>

namespace aptix::ops {
namespace {

// Knows some texts by revision and path, and the commits that changed the path.
struct FakeGit {
  std::map<std::string, std::string> texts;  // "HEAD:./a" -> content; its object is the name in capitals of the content
  std::vector<std::string> commits;
  std::vector<std::string> asked;

  std::string header(const std::string& text) const {
    return "id-" + text.substr(0, 3) + " blob " + std::to_string(text.size()) + "\n";
  }

  Result<std::string> run(const std::vector<std::string>& arguments, std::string_view input) {
    REQUIRE(arguments.size() > 3);
    CHECK(arguments[1] == "protocol.allow=never");
    std::string what = arguments[3] + " " + arguments[4];
    asked.push_back(what);
    std::string out;
    if (arguments[3] == "rev-list") {
      if (arguments[5] == "1") return out;  // fewer commits than are looked at
      for (const std::string& commit : commits) out += commit + "\n";
      return out;
    }
    while (!input.empty()) {
      std::string name(input.substr(0, input.find('\n')));
      input.remove_prefix(name.size() + 1);
      out += what.ends_with("--batch-check") ? check(name) : content(name);
    }
    return out;
  }

  std::string check(const std::string& name) const {
    auto found = texts.find(name);
    return found == texts.end() ? name + " missing\n" : header(found->second);
  }

  std::string content(const std::string& object) const {
    for (const auto& [name, text] : texts)
      if ("id-" + text.substr(0, 3) == object) return header(text) + text + "\n";
    return object + " missing\n";
  }
};

RunGit runner(FakeGit& git) {
  return
      [&git](const std::vector<std::string>& arguments, std::string_view input) { return git.run(arguments, input); };
}

TEST_CASE("a text that stands in the index or at HEAD is found without a look at the history") {
  FakeGit git{.texts = {{":./a", "index\n"}, {"HEAD:./a", "head\n\n"}}, .commits = {}, .asked = {}};
  auto found = find_git_text(runner(git), "a", sha256("head\n\n"));
  REQUIRE(found);
  CHECK(found->text == "head\n\n");
  CHECK(found->revision == "HEAD");
  CHECK(find_git_text(runner(git), "a", sha256("index\n"))->revision == "the index");
  CHECK(git.asked ==
      std::vector<std::string>{
          "cat-file --batch-check", "cat-file --batch", "cat-file --batch-check", "cat-file --batch"});
}

TEST_CASE("an older text is found at the commit that had it, and each text is read once") {
  FakeGit git{.texts = {{":./a", "new"}, {"HEAD:./a", "new"}, {"c2:./a", "new"}, {"c1:./a", "old"}},
      .commits = {"c2", "c1", "c0"},
      .asked = {}};
  auto found = find_git_text(runner(git), "a", sha256("old"));
  REQUIRE(found);
  CHECK(found->revision == "c1");
  CHECK_FALSE(find_git_text(runner(git), "a", sha256("never")));
}

TEST_CASE("where there is no repository, or its answers make no sense, nothing is known") {
  RunGit none = [](const std::vector<std::string>&, std::string_view) -> Result<std::string> {
    return fail(Code::io_error, "'git' failed");
  };
  CHECK_FALSE(find_git_text(none, "a", sha256("x")));
  for (std::string answer :
      {"", "\n", "x blob", "x blob 99999999999999999999\n", "x blob 5\nab", "x blob 18446744073709551615\n"}) {
    RunGit odd = [&](const std::vector<std::string>&, std::string_view) -> Result<std::string> { return answer; };
    CHECK_FALSE(find_git_text(odd, "a", sha256("x")));
  }
}

}  // namespace
}  // namespace aptix::ops
