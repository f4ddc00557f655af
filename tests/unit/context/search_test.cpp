#include "context/search.h"

#include <doctest/doctest.h>

#include "context/tree/signature.h"

namespace aptix::context {
namespace {

std::vector<Window> windows_in(const Needle& needle, std::string_view text, const WindowOptions& options) {
  std::vector<Window> windows;
  find_windows(needle, text, options, [&](Window window) { windows.push_back(std::move(window)); });
  return windows;
}

// The lines that match, from the first byte on.
std::vector<std::string> lines(std::string_view needle, NeedleOptions options, std::string_view text) {
  auto parsed = Needle::parse(needle, options);
  REQUIRE(parsed);
  std::vector<std::string> found;
  MatchingLines matching(*parsed, text);
  while (auto line = matching.next()) found.emplace_back(text.substr(line->start, line->size));
  return found;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a needle is found line by line, without the ends of lines") {
  CHECK(lines("b", {}, "a\nxb\n\nb\r\nc") == Lines{"xb", "b"});
  CHECK(lines("^b$", {.regex = true}, "a\nb\r\nb\nab\nb") == Lines{"b", "b", "b"});
  CHECK(lines("\\Ab", {.regex = true}, "a\nb\nab") == Lines{"b"});
  CHECK(lines("[^x]c", {.regex = true}, "a\nc\nbc") == Lines{"bc"});
  CHECK(lines("x*", {.regex = true}, "a\n\nx\n") == Lines{"a", "", "x"});
  CHECK(lines("$", {.regex = true}, "a\n\nb") == Lines{"a", "", "b"});
  CHECK(lines("$", {.regex = true}, "a\nb\n") == Lines{"a", "b"});
  CHECK(lines("a\\s*$", {.regex = true}, "a \nb\n\nc a") == Lines{"a ", "c a"});
}

TEST_CASE("a needle in letters of either case is found by Unicode's simple folding") {
  CHECK(lines("KÄSE", {.ignore_case = true}, "k\xC3\xA4se\n\xE2\x84\xAA\xC3\x84SE\nkase") ==
      Lines{"k\xC3\xA4se", "\xE2\x84\xAA\xC3\x84SE"});
  CHECK(lines("a.b", {.ignore_case = true}, "A.B\naxb") == Lines{"A.B"});
}

TEST_CASE("a needle as a word stands between borders of words") {
  CHECK(lines("ab", {.word = true}, "ab\nabc\nx ab.\nab_\nabab ab") == Lines{"ab", "x ab.", "abab ab"});
  CHECK(lines("a|ab", {.regex = true, .word = true}, "ab\nabc\na") == Lines{"ab", "a"});
}

TEST_CASE("a word of any script ends where its letters end") {
  constexpr std::string_view kText = "café\ncafés\nécafé\nun café.\ncafe\u0301\ncafe";
  for (bool regex : {false, true})
    for (bool any_case : {false, true}) {
      NeedleOptions options{.regex = regex, .word = true, .ignore_case = any_case};
      CHECK(lines("café", options, kText) == Lines{"café", "un café."});
      CHECK(lines("caf", options, kText) == Lines{});
      CHECK(lines("cafe", options, kText) == Lines{"cafe"});  // the mark belongs to the letter
      CHECK(lines("дом", options, "дома\nдом, дом") == Lines{"дом, дом"});
    }
  std::vector<size_t> starts;
  auto needle = Needle::parse("é+", {.regex = true, .word = true});
  REQUIRE(needle);
  needle->each_match("é éa é", [&](Span match) { starts.push_back(match.start); });
  CHECK(starts == std::vector<size_t>{0, 7});
}

TEST_CASE("an expression that is too long or takes too much memory is over a limit") {
  auto refused = Needle::parse(std::string(1'001, 'a'), {.regex = true});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::limit_exceeded);
  CHECK(refused.error().message == "the regular expression has more than 1000 characters");
  CHECK(Needle::parse(std::string(1'000, 'a'), {.regex = true}));
  CHECK(Needle::parse(std::string(5'000, 'a'), {}));
  std::string huge;
  for (int i = 0; i < 80; ++i) huge += "\\pL{1000}";
  refused = Needle::parse(huge, {.regex = true});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::limit_exceeded);
  CHECK(refused.error().message.ends_with(" takes too much memory"));
}

TEST_CASE("a needle that is empty, has a line feed or is no expression is refused") {
  CHECK(Needle::parse("", {}).error().message == "the text to search for is empty");
  CHECK(Needle::parse("a\nb", {}).error().code == Code::usage);
  CHECK(Needle::parse("(", {.regex = true}).error().code == Code::usage);
  CHECK(Needle::parse("a)(b", {.regex = true, .word = true}).error().code == Code::usage);
}

TEST_CASE("what a needle asks of a signature is in every text that it is found in") {
  struct Case {
    std::string_view needle, text;
    NeedleOptions options;
  };
  const Case cases[] = {{"abcd", "xabcdx", {}}, {"abc?def", "abdef", {.regex = true}},
      {"abc|def", "def", {.regex = true}}, {"(?i)skip", "SKIP", {.regex = true}},
      {"mask", "MA\xC5\xBF\xE2\x84\xAA", {.ignore_case = true}}};
  for (const Case& one : cases) {
    INFO(one.needle);
    auto needle = Needle::parse(one.needle, one.options);
    REQUIRE(needle);
    REQUIRE(MatchingLines(*needle, one.text).next());
    Signer signer;
    signer.take(one.text);
    CHECK(may_hold(signer.finish(), needle->probes()));
  }
  CHECK(Needle::parse("abcdef", {})->probes().size() == 4);
  CHECK(Needle::parse("abc.def", {.regex = true})->probes().empty());
}

TEST_CASE("windows that touch are one, the best match gives its rank, and secrets hold no match") {
  std::string text;
  for (int i = 1; i <= 30; ++i) text += "line" + std::to_string(i) + "\n";
  auto needle = Needle::parse("line2", {});
  auto windows = windows_in(*needle, text, {.context = 1});
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].first_line == 1);
  CHECK(windows[0].last_line == 3);
  CHECK(windows[0].rank == Rank::word);
  CHECK(windows[1].first_line == 19);
  CHECK(windows[1].last_line == 30);
  CHECK(windows[1].rank == Rank::part);
  CHECK(windows[1].matches.size() == 10);
  Secret secret{.start = 0, .end = 20, .kind = "x"};
  CHECK(windows_in(*needle, text, {.context = 1, .secrets = {&secret, 1}}).size() == 1);
  auto whole = windows_in(*needle, text, {.context = 0, .whole_below = 40});
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].end == text.size());
  CHECK(whole[0].matches.size() == 11);
}

TEST_CASE("of very many matches some are kept and the others are counted") {
  std::string line(3000, 'a'), text = line + "\n" + line + "\n" + std::string(10, 'b') + "\na\n";
  auto needle = Needle::parse("a", {});
  auto windows = windows_in(*needle, text, {.context = 0, .most_in_line = 2, .most_matches = 3});
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].matches.size() == 3);
  CHECK(windows[0].matches.back().line == 2);
  CHECK(windows[0].more == 5997);
  CHECK(windows[1].matches.size() == 1);
  CHECK(windows[1].more == 0);
}

TEST_CASE("a line that defines a name ranks before one that uses it") {
  auto rank = [](std::string_view line) {
    auto windows = windows_in(*Needle::parse("foo", {}), line, {});
    return windows.empty() ? Rank::part : windows[0].rank;
  };
  for (std::string_view line :
      {"class foo:", "def foo(a):", "int foo(int a) {", "static char *foo(void)", "std::vector<int> foo(int a) {",
          "foo = 1", "## About foo", "#define foo 1", "  fn foo<T>(x: T) {", "export const foo = () => {"})
    CHECK_MESSAGE(rank(line) == Rank::definition, line);
  for (std::string_view line : {"  x = foo(1);", "return foo(1)", "y = foo(1)", "y += foo(1)", "x => foo(1)",
           "foo == 1", "foo();", "if (foo) {"})
    CHECK_MESSAGE(rank(line) == Rank::word, line);
  CHECK(rank("class foobar:") == Rank::part);
}

TEST_CASE("a text in which each line has a match is gone through once") {
  constexpr size_t kLines = 300'000;
  std::string text;
  for (size_t i = 0; i < kLines; ++i) text += "a line that has it\n";
  for (bool regex : {false, true}) {
    auto needle = Needle::parse(regex ? "has [a-z]+$" : "has", {.regex = regex});
    REQUIRE(needle);
    MatchingLines matching(*needle, text);
    size_t found = 0;
    while (matching.next()) ++found;
    CHECK(found == kLines);
  }
}

}  // namespace aptix::context
