// The command line: finding the command, reading its options, guessing at misspelt ones.
#include <doctest/doctest.h>

#include "terminal/arguments.h"

namespace aptix::app {
namespace {

using Words = std::vector<std::string_view>;

Error error_of(const Words& words) {
  auto found = find_invocation(words);
  if (!found) return found.error();
  auto arguments = Arguments::parse(*found->command, found->words);
  REQUIRE_FALSE(arguments);
  return arguments.error();
}

Arguments parsed(const Words& words) {
  auto found = find_invocation(words);
  REQUIRE(found);
  REQUIRE(found->command != nullptr);
  auto arguments = Arguments::parse(*found->command, found->words);
  if (!arguments) FAIL(arguments.error().message);
  return *arguments;
}

TEST_CASE("options may stand before and after the command") {
  for (const Words& words : {Words{"-C", "dir", "--json", "sha", "a"}, Words{"sha", "a", "--json", "-Cdir"},
           Words{"--root=dir", "sha", "--json", "a"}, Words{"sha", "--root", "dir", "a", "--json"}}) {
    Arguments arguments = parsed(words);
    CHECK(arguments.value("root") == "dir");
    CHECK(arguments.has("json"));
    CHECK(arguments.operands() == std::vector<std::string>{"a"});
  }
}

TEST_CASE("short flags cluster") {
  Arguments arguments = parsed({"-qC", "dir", "sha", "-r", "a"});
  CHECK(arguments.has("quiet"));
  CHECK(arguments.has("recursive"));
  CHECK(arguments.value("root") == "dir");
}

TEST_CASE("a value option takes one word and leaves the next to the operands") {
  Arguments arguments = parsed({"sha", "--check", "sums", "--check", "more"});
  CHECK(arguments.value("check") == "more");
  CHECK(arguments.operands().empty());
  CHECK(parsed({"read", "--lines", "1:2", "a"}).operands() == std::vector<std::string>{"a"});
}

TEST_CASE("two dashes end the options, one is an operand") {
  CHECK(parsed({"sha", "--", "--json", "-r"}).operands() == std::vector<std::string>{"--json", "-r"});
  CHECK(parsed({"sha", "-"}).operands() == std::vector<std::string>{"-"});
}

TEST_CASE("operands keep their order") {
  CHECK(parsed({"sha", "c", "-q", "a", "b"}).operands() == std::vector<std::string>{"c", "a", "b"});
  CHECK(parsed({"sha", "++", "a", "--", "b"}).operands() == std::vector<std::string>{"++", "a", "b"});
}

TEST_CASE("a name in square brackets is one name") {
  CHECK(parsed({"sha", "[slug]", "[a,b]"}).operands() == std::vector<std::string>{"[slug]", "[a,b]"});
  CHECK(parsed({"bundle", "apply", "--only", "[a,b]"}).values("only") == std::vector<std::string>{"[a,b]"});
}

TEST_CASE("what only looks like an option is an operand") {
  CHECK(parsed({"sha", "---", "-1", "- a"}).operands() == std::vector<std::string>{"---", "-1", "- a"});
  CHECK(parsed({"sha", "--check", "--json", "a"}).value("check") == "--json");
}

TEST_CASE("in gitpatch an option may be cut short, and taken back") {
  CHECK(parsed({"gitpatch", "--rev", "--numst"}).has("reverse"));
  CHECK(error_of({"gitpatch", "--no"}).message == "'aptix gitpatch' has no option '--no'");
  CHECK_FALSE(parsed({"gitpatch", "-zR", "--no-reverse"}).has("reverse"));
  CHECK(parsed({"gitpatch", "--no-reverse", "-R"}).has("reverse"));
  CHECK_FALSE(parsed({"gitpatch", "--no-add", "--add"}).has("no-add"));
  CHECK(parsed({"gitpatch", "--ignore-whitespace", "--no-ignore-whitespace"}).typed().size() == 2);
  CHECK(error_of({"sha", "--no-recursive"}).message == "'aptix sha' has no option '--no-recursive'");
}

TEST_CASE("an unknown command is answered with the nearest one") {
  Error error = error_of({"raed"});
  CHECK(error.code == Code::usage);
  CHECK(error.message == "there is no command 'raed'");
  CHECK(error.hint == "did you mean 'aptix read'?");
  CHECK(error_of({"qqqqqq"}).hint == "'aptix help' lists the commands");
}

TEST_CASE("an unknown option is answered with the nearest one of the command") {
  Error error = error_of({"sha", "--nomalized", "a"});
  CHECK(error.message == "'aptix sha' has no option '--nomalized'");
  CHECK(error.hint == "did you mean '--normalized'?");
  CHECK(error_of({"--jsno", "sha"}).hint == "did you mean '--json'?");
  CHECK(error_of({"sha", "--norm", "a"}).hint == "did you mean '--normalized'?");
  CHECK(error_of({"sha", "-Z", "a"}).message == "'aptix sha' has no option '-Z'");
  CHECK(error_of({"sha", "-rZ", "a"}).code == Code::usage);
}

TEST_CASE("an option that a command does not have is refused though others have it") {
  CHECK(error_of({"--diff", "sha", "a"}).message == "'aptix sha' has no option '--diff'");
}

TEST_CASE("a missing value is told by the option") {
  CHECK(error_of({"sha", "--check"}).message == "option '--check' needs a value");
  CHECK(error_of({"sha", "--check="}).message == "option '--check' needs a value");
  CHECK(error_of({"sha", "--check=", "a"}).hint == "write it as '--check FILE'");
  CHECK(error_of({"-C"}).message == "option '--root' needs a value");
  CHECK(error_of({"--root=", "sha"}).hint == "write it as '--root DIR'");
}

TEST_CASE("a flag takes no value") {
  CHECK(error_of({"sha", "--json=no", "a"}).message == "option '--json' takes no value");
  CHECK(error_of({"--json=no", "sha", "a"}).message == "option '--json' takes no value");
}

TEST_CASE("a value must be among the fixed words") {
  Error error = error_of({"--color", "sometimes", "sha", "a"});
  CHECK(error.message == "'sometimes' is not a value of option '--color'");
  CHECK(error.hint == "give auto, always or never");
}

TEST_CASE("the number of operands is checked, unless help is asked for") {
  CHECK(error_of({"read"}).message == "'aptix read' needs PATH");
  CHECK(error_of({"read", "a", "b"}).message == "'b' is one operand too many for 'aptix read'");
  CHECK(parsed({"read", "--help"}).has("help"));
  CHECK(parsed({"-h", "read"}).has("help"));
}

TEST_CASE("what is typed is escaped in messages") {
  CHECK(error_of({"\x1b[2J"}).message == "there is no command '\\x1b[2J'");
}

TEST_CASE("--json is seen wherever it stands, even where nothing else can be read") {
  CHECK(asks_for_json(Words{"bogus", "--bogus", "--json"}));
  CHECK_FALSE(asks_for_json(Words{"sha", "--", "--json"}));
}

TEST_CASE("an option without a row is a bug of ours") { CHECK_THROWS(parsed({"sha", "a"}).has("no-such-option")); }

TEST_CASE("what a program runs a command with is read without the rules of typing, and checked all the same") {
  auto of = [](std::vector<std::string> options, std::vector<std::string> operands) {
    return Arguments::of_words(*find_command("read"), options, std::move(operands));
  };
  auto arguments = of({"--root=/a b", "--lines=", "--json"}, {"--odd"});
  REQUIRE(arguments);
  CHECK(arguments->value("root") == "/a b");
  CHECK(arguments->value("lines") == "");
  CHECK(arguments->is_typed("json"));
  CHECK_FALSE(arguments->is_typed("number"));
  CHECK(arguments->operands() == std::vector<std::string>{"--odd"});
  CHECK(of({}, {}).error().message == "'aptix read' needs PATH");
  CHECK(of({"--source=moon"}, {"a"}).error().message == "'moon' is not a value of option '--source'");
  CHECK_THROWS(of({"--none"}, {"a"}));
}

TEST_CASE("a guess must be near") {
  constexpr std::string_view kKnown[] = {"apply", "validate"};
  CHECK(nearest_word("aply", kKnown) == "apply");
  CHECK(nearest_word("vlaidate", kKnown) == "validate");
  CHECK(nearest_word("xyz", kKnown) == "");
  CHECK(nearest_word(std::string(5000, 'a'), kKnown) == "");
}

TEST_CASE("the command in a line of the log is found where words before it are quoted") {
  CHECK(command_in("aptix -C 'my folder' bundle apply 'an answer.md'") == "bundle apply");
  CHECK(command_in("something else") == "something else");
  CHECK(command_in("") == "");
}

}  // namespace
}  // namespace aptix::app
