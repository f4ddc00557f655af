// The files that are listed are those that git lists, and the lines that a search finds those of a plain scan.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text/trim.h"
#include "context/search.h"
#include "context/tree/signature.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"

namespace aptix {
namespace {

rc::Gen<std::string> pattern() {
  auto atom = rc::gen::element<std::string>("a", "b", "ab", "a.c", "*", "?", "*.c", "a*", "**", "[ab]", "[!a]*",
      "[[:alpha:]]", "a**", "\\a", "b\\*", "[a", "***", "d", "e f");
  return rc::gen::exec([atom] {
    std::string text = *rc::gen::element<std::string>("", "", "", "!", "/", "**/", "!/");
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) text += *atom + (i > 1 ? "/" : "");
    return text + *rc::gen::element<std::string>("", "", "/", "/**", " ", "\\ ", "\r");
  });
}

rc::Gen<std::string> patterns() {
  return rc::gen::map(rc::gen::resize(5, rc::gen::container<std::vector<std::string>>(pattern())),
      [](const std::vector<std::string>& lines) {
        std::string text;
        for (const std::string& line : lines) text += line + "\n";
        return text;
      });
}

rc::Gen<std::string> path() {
  auto name = rc::gen::element<std::string>("a", "b", "ab", "a.c", "b.c", "d", "e f", "a*");
  return rc::gen::exec([name] {
    std::string text = *name;
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) text += "/" + *name;
    return text;
  });
}

std::string run_in(const std::string& folder, const std::string& command) {
  test::CliRequest request;
  request.arguments = {"sh", "-c", command};
  request.directory = folder;
  request.environment = test::test_environment(folder + "/../home");
  test::CliResult result = test::run_cli(request);
  RC_ASSERT(result.exit_code == 0);
  return result.out;
}

}  // namespace

TEST_CASE("property: a search finds the lines that a plain scan finds, and no signature rules one out") {
  bool good = rc::check([] {
    auto letter = rc::gen::element('a', 'b', 'K', 's', '\n', ' ', '_', '\xC3', '\xA4');
    auto text = *rc::gen::container<std::string>(letter);
    auto wanted = *rc::gen::nonEmpty(
        rc::gen::resize(4, rc::gen::container<std::string>(rc::gen::element('a', 'b', 'K', 's', ' ', '_'))));
    bool word = *rc::gen::arbitrary<bool>();
    auto needle = context::Needle::parse(wanted, {.word = word});
    RC_ASSERT(needle.has_value());
    std::vector<std::string> right, found;
    std::string_view rest = text;
    while (!rest.empty()) {
      std::string_view line = take_line(rest);
      bool holds = false;
      for (size_t at = line.find(wanted); at != std::string_view::npos && !holds; at = line.find(wanted, at + 1))
        holds = !word || (context::is_word_boundary(line, at) && context::is_word_boundary(line, at + wanted.size()));
      if (holds) right.emplace_back(line);
    }
    context::MatchingLines matching(*needle, text);
    while (auto line = matching.next()) found.push_back(text.substr(line->start, line->size));
    RC_ASSERT(found == right);
    context::Signer signer;
    signer.take(text);
    if (!found.empty()) RC_ASSERT(context::may_hold(signer.finish(), needle->probes()));
  });
  CHECK(good);
}

TEST_CASE("property: the files that are listed are those that git lists") {
  bool good = rc::check([] {
    test::TempDir dir;
    std::string top = dir.path("tree");
    std::filesystem::create_directory(top);
    auto write = [&](const std::string& name, const std::string& text) {
      std::error_code ignored;
      std::filesystem::path whole = top + "/" + name;
      std::filesystem::create_directories(whole.parent_path(), ignored);
      if (!ignored && !std::filesystem::is_directory(whole)) dir.write("tree/" + name, text);
    };
    std::vector<std::string> paths = *rc::gen::resize(12, rc::gen::container<std::vector<std::string>>(path()));
    for (const std::string& name : paths) write(name, "x");
    run_in(top, "git init -q .");
    if (*rc::gen::arbitrary<bool>()) run_in(top, "git add -f a b d 2>/dev/null || true");
    for (int i = *rc::gen::inRange(1, 3); i > 0; --i)
      write(std::string(*rc::gen::element<std::string>("", "a/", "b/", "a/b/")) + ".gitignore", *patterns());
    std::set<std::string> right, found;
    std::string listed = run_in(top, "git ls-files -z -co --exclude-standard");
    for (std::string_view name : split(listed, '\0'))
      if (!name.empty() && std::filesystem::is_regular_file(top + "/" + std::string(name))) right.emplace(name);
    listed = run_in(top, "aptix files -0");
    for (std::string_view name : split(listed, '\0'))
      if (!name.empty()) found.emplace(name);
    RC_ASSERT(found == right);
  });
  CHECK(good);
}

}  // namespace aptix
