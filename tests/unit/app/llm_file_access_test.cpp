// The examples of LLM_FILE_ACCESS.md are what the program does.
#include <doctest/doctest.h>

#include <string>

#include "base/text/trim.h"
#include "support/places.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"

namespace aptix::app {
namespace {

// What stands in the first code block of that language.
std::string code_block(const std::string& document, const std::string& language) {
  size_t start = document.find("```" + language + "\n");
  REQUIRE(start != std::string::npos);
  start = document.find('\n', start) + 1;
  return document.substr(start, document.find("```", start) - start);
}

std::string file_text(const std::string& path) {
  test::CliRequest request;
  request.arguments = {"cat", path};
  request.environment = test::test_environment("/");
  test::CliResult read = test::run_cli(request);
  REQUIRE(read.exit_code == 0);
  return read.out;
}

}  // namespace

TEST_CASE("the examples for models are what the program does") {
  std::string document = file_text(test::source_folder() + "/LLM_FILE_ACCESS.md");
  test::TempDir dir;
  dir.make_directory("tree");
  dir.make_directory("tree/src");
  dir.make_directory("home");
  dir.write("tree/src/greet.py", code_block(document, "python"));
  std::string examples = code_block(document, "console"), expected;
  size_t commands = 0;
  auto check = [&](const std::string& command) {
    if (command.empty()) return;
    ++commands;
    CAPTURE(command);
    test::CliRequest request;
    request.arguments = {"sh", "-c", command};
    request.directory = dir.path("tree");
    request.environment = test::test_environment(dir.path("home"));
    CHECK(test::run_cli(request).out == expected);
  };
  std::string command;
  for (std::string_view rest = examples; !rest.empty();) {
    std::string_view line = take_line(rest);
    if (!line.starts_with("$ ")) {
      expected += std::string(line) + "\n";
      continue;
    }
    check(command);
    command = line.substr(2);
    expected.clear();
  }
  check(command);
  CHECK(commands >= 6);
}

}  // namespace aptix::app
