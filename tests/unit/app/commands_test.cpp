// The command table: every row has what a reader needs, and every page is what the table yields.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/diagnostic.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "commands/help.h"
#include "ops/config.h"
#include "support/golden_case.h"
#include "support/places.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "terminal/arguments.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

std::string page(const std::string& name) {
  auto text = read_file(test::source_folder() + "/man/" + name + ".1", 0, nullptr);
  return text.value_or("");
}

TEST_CASE("every command has a summary, a description and examples that begin with its name") {
  for (const Command* command : commands()) {
    CAPTURE(command->name);
    CHECK_FALSE(command->summary.empty());
    CHECK(command->summary.back() != '.');
    CHECK(command->description.ends_with('.'));
    CHECK((command->run != nullptr));
    REQUIRE(command->examples.size() != 0);
    std::string name = "aptix " + std::string(command->name);
    CHECK(std::any_of(command->examples.begin(), command->examples.end(),
        [&](const Example& example) { return example.line.find(name) != std::string_view::npos; }));
  }
}

// A file that states a key which is not known is told all that are.
TEST_CASE("the manual names every key of the configuration") {
  auto config = ops::parse_config("x = 1", "config.toml");
  REQUIRE_FALSE(config);
  std::string hint = config.error().hint, manual = page("aptix");
  constexpr std::string_view kBefore = "known are ";
  REQUIRE(hint.starts_with(kBefore));
  size_t count = 0;
  for (std::string_view name : split(std::string_view(hint).substr(kBefore.size()), ',')) {
    std::string_view key = trim(name.substr(name.rfind('.') + 1));
    CAPTURE(std::string(name));
    CHECK(manual.find(key) != std::string::npos);
    ++count;
  }
  CHECK(count > 20);
}

TEST_CASE("every option is explained, and no command has two of one name or letter") {
  for (const Command* command : commands()) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for_each_option(*command, [&](const Option& option) {
      CAPTURE(command->name);
      CAPTURE(option.name);
      CHECK(names.insert(option.name).second);
      CHECK((option.letter == 0 || letters.insert(option.letter).second));
      CHECK_FALSE(option.help.empty());
      CHECK(option.help.back() != '.');
    });
    CHECK(names.contains("help"));
    CHECK(names.contains("json"));
  }
}

TEST_CASE("every example of an option is an option that the command has") {
  for (const Command* command : commands()) {
    for (const Example& example : command->examples) {
      CAPTURE(example.line);
      std::string_view line = example.line;
      for (size_t at = line.find(" --"); at != std::string_view::npos; at = line.find(" --", at + 1)) {
        std::string_view rest = line.substr(at + 3);
        std::string_view name = rest.substr(0, rest.find_first_of(" ="));
        bool known = name.empty();
        for_each_option(*command, [&](const Option& option) { known = known || option.name == name; });
        CHECK(known);
      }
    }
  }
}

TEST_CASE("help fits a terminal of 80 columns, but for long usage lines and examples") {
  for (const Command* command : commands()) {
    std::string help = command_help(*command);
    CHECK(help.find("usage: aptix " + std::string(command->name)) != std::string::npos);
    size_t options = help.find("\noptions:\n");
    size_t examples = help.find("\nexamples:\n");
    REQUIRE(options != std::string::npos);
    REQUIRE(examples != std::string::npos);
    for (size_t at = options; at < examples;) {
      size_t end = help.find('\n', at + 1);
      CHECK(end - at <= 81);
      at = end;
    }
  }
}

TEST_CASE("every page of the manual is what the table yields") {
  INFO("run scripts/make-man, and read what it changes");
  CHECK((page("aptix") == main_page()));
  std::set<std::string> expected{"aptix.1"};
  for (const Command* command : commands()) {
    CAPTURE(command->name);
    CHECK((page(page_name(*command)) == command_page(*command)));
    expected.insert(page_name(*command) + ".1");
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/man"))
    if (entry.path().extension() == ".1")
      found.insert(entry.path().filename().string());  // others are about no command
  CHECK(found == expected);
}

TEST_CASE("every command has a golden case") {
  std::set<std::string> cases;
  for (const auto& file : test::golden_files()) cases.insert(file.stem().string());
  for (const Command* command : commands()) {
    CAPTURE(command->name);
    std::string prefix = page_name(*command).substr(std::string_view("aptix-").size()) + "-";
    auto first = cases.lower_bound(prefix);
    INFO("add tests/golden/", prefix, "....case (its sections: tests/golden/run.cpp)");
    CHECK((first != cases.end() && first->starts_with(prefix)));
  }
}

TEST_CASE("the manual names every error") {
  std::string manual = main_page();
  for (const CodeInfo& code : all_codes()) {
    CAPTURE(code.id);
    CHECK(manual.find(".BR " + std::string(code.id)) != std::string::npos);
  }
}

// What golden cases expect, and the sources of the other tests.
std::string all_that_tests_say() {
  namespace fs = std::filesystem;
  std::string text;
  for (const fs::path& file : test::golden_files())
    for (const char* name : {"stdout", "stderr"}) text += test::GoldenCase(file).bytes(name);
  for (const char* folder : {"/tests/golden", "/tests/unit", "/tests/crash"})
    for (const auto& entry : fs::recursive_directory_iterator(test::source_folder() + folder))
      if (entry.path().extension() == ".cpp") text += read_file(entry.path().string(), 0, nullptr).value_or("");
  return text;
}

TEST_CASE("every error is shown by a test") {
  std::string text = all_that_tests_say();
  for (const CodeInfo& code : all_codes()) {
    if (code.code == Code::internal) continue;  // no input leads to it
    INFO("no golden case expects it, and no unit test: ", code.id);
    std::string id(code.id), in_source = "Code::" + id;
    std::replace(in_source.begin(), in_source.end(), '.', '_');
    CHECK((text.find("[" + id + "]") != std::string::npos || text.find("\"" + id + "\"") != std::string::npos ||
        text.find(in_source) != std::string::npos));
  }
}

TEST_CASE("completion offers every option that is not hidden") {
  test::TempDir dir;
  for (const Command* command : commands()) {
    std::string line = "aptix " + std::string(command->name) + " -";
    test::CliResult told = test::run_cli({.arguments = {"aptix", "completion", "zsh", "--line", line},
        .input = "",
        .directory = dir.path(),
        .environment = test::test_environment(dir.path())});
    for_each_option(*command, [&](const Option& option) {
      CAPTURE(command->name);
      CAPTURE(option.name);
      CHECK((told.out.find("--" + std::string(option.name) + "\t") != std::string::npos) == !option.hidden);
    });
  }
}

TEST_CASE("text is wrapped at spaces and keeps its paragraphs") {
  CHECK(wrap("one two three", 2, 9) == "  one two\n  three\n");
  CHECK(wrap("a\n\nb", 0, 80) == "a\n\nb\n");
  CHECK(wrap("verylongword x", 0, 5) == "verylongword\nx\n");
  CHECK(wrap("", 4, 80) == "");
}

}  // namespace
}  // namespace aptix::app
