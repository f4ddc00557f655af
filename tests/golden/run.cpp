// Golden cases: one test case for each file NAME.case beside this one, in sections (support/golden_case.h):
//   cmd            commands for sh, one a line, run in order in the tree; $CASE is a folder that holds the inputs
//   input          standard input of the first command (optional); input-... are for the commands
//   before/ setup  the tree at the start: a section for each file, or "before @NAME" for one of the trees in trees.txt;
//                  then directives (see tree.h); both optional
//   after/ after-setup  the expected tree, likewise; when both are missing: the tree is unchanged
//   exit           the expected exit codes, one a line for each command; missing: 0
//   typed screen   answers that are typed on a terminal of the first command, one a line ("^C", "^D" are keys), and
//                  the expected text on it
//   stdout stderr  the expected text; with several commands each part begins with "$ command". One of the two may be
//                  missing where it does not matter; a case has to expect a text, a change of the tree or a failure
// In outputs the tree's path reads <ROOT>, a time <TIME>, and the user "tester". UPDATE_GOLDEN=1 rewrites the stdout,
// stderr, screen and after/ (without after-setup) that exist and are not as they should be, and nothing else, for a
// person to review. GOLDEN_DIR names another folder of cases.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <set>
#include <sstream>

#include "base/json/json.h"
#include "support/golden_case.h"
#include "support/run_cli.h"
#include "tree.h"

namespace aptix::golden {
namespace fs = std::filesystem;
namespace {

// A folder for one case that is gone afterwards: the tree, and around it what the tree must not know.
class Stage {
 public:
  Stage() {
    std::string name = (fs::temp_directory_path() / "aptix-golden-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    top_ = fs::canonical(name);
    for (const char* folder : {"project", "home", "expected", "case"}) fs::create_directory(top_ / folder);
  }
  ~Stage() {
    std::error_code ignored;
    fs::remove_all(top_, ignored);
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  fs::path tree() const { return top_ / "project"; }
  fs::path home() const { return top_ / "home"; }
  fs::path expected() const { return top_ / "expected"; }
  fs::path inputs() const { return top_ / "case"; }

 private:
  fs::path top_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// The length of "2025-01-31T12:00:00.123Z", "2025-01-31 12:00:00 +0000" and their kind at `at`, else 0.
size_t time_length(std::string_view text, size_t at) {
  constexpr std::string_view kShape = "dddd-dd-dd?dd:dd";
  if (text.size() - at < kShape.size()) return 0;
  for (size_t i = 0; i < kShape.size(); ++i) {
    char c = text[at + i];
    bool fits = kShape[i] == 'd' ? std::isdigit(static_cast<unsigned char>(c)) != 0
        : kShape[i] == '?'       ? c == 'T' || c == ' '
                                 : c == kShape[i];
    if (!fits) return 0;
  }
  size_t end = at + kShape.size();
  while (end < text.size() &&
      (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == ':' || text[end] == '.'))
    ++end;
  if (end < text.size() && text[end] == 'Z') return end + 1 - at;
  size_t zone = end < text.size() && text[end] == ' ' ? end + 1 : end;
  bool has_zone = zone + 5 <= text.size() && (text[zone] == '+' || text[zone] == '-') &&
      text.substr(zone + 1, 4).find_first_not_of("0123456789:") == std::string_view::npos;
  if (has_zone) end = zone + 5 + (text.substr(zone, 6).find(':') != std::string_view::npos ? 1 : 0);
  return end - at;
}

std::string normalised(std::string text, const Stage& stage) {
  replace_all(text, stage.tree().string(), "<ROOT>");
  replace_all(text, "uid " + std::to_string(geteuid()), "tester");
  replace_all(text, stage.home().string(), "<HOME>");
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t length = time_length(text, at);
    out += length == 0 ? std::string(1, text[at]) : "<TIME>";
    at += std::max<size_t>(length, 1);
  }
  return out;
}

bool updating() { return std::getenv("UPDATE_GOLDEN") != nullptr; }

void compare_text(test::GoldenCase& golden, const std::string& name, const std::string& found) {
  if (!golden.has(name)) return;
  if (updating()) golden.set(name, found);
  std::string expected = golden.bytes(name);
  bool same = expected == found;
  CHECK_MESSAGE(same, name, " expected:\n", expected, "\n", name, " found:\n", found);
}

void compare_tree(test::GoldenCase& golden, const Stage& stage, const Tree& before) {
  Tree expected = before;
  if (golden.has_tree("after") || golden.has("after-setup")) {
    if (updating() && !golden.has("after-setup")) {
      test::GoldenTree found = files_in(stage.tree());
      REQUIRE_MESSAGE(!found.empty(), "no file is left: say so with an empty after-setup");
      golden.set_tree("after", found);
    }
    lay_out(golden.tree("after"), stage.expected());
    carry_out(golden.bytes("after-setup"), stage.expected());
    expected = snapshot(stage.expected());
  }
  std::string difference = differences(expected, snapshot(stage.tree()));
  CHECK_MESSAGE(difference.empty(), "the tree differs:\n", difference);
  fs::path running = stage.tree() / ".aptix" / "tx";
  CHECK_MESSAGE((!fs::exists(running) || fs::is_empty(running)), "a run left something in .aptix/tx");
}

// Control, C1 and bidirectional characters would let a document drive the reader's terminal.
bool safe_for_terminal(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) return false;
    if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return false;
    std::string_view three = text.substr(i, 3);
    if ((three >= "\xE2\x80\xAA" && three <= "\xE2\x80\xAE") || (three >= "\xE2\x81\xA6" && three <= "\xE2\x81\xA9"))
      return false;
  }
  return true;
}

bool is_one_json_object(const std::string& text) {
  json::ReadResult read = json::read(text);
  return read.document && read.errors.empty() && read.repairs.empty() &&
      read.document->root().type() == json::Type::object;
}

// What holds for every command line, whatever the case is about.
void check_streams(const std::string& command, const test::CliResult& result) {
  CHECK_MESSAGE(!result.timed_out, "timed out: ", command);
  CHECK_MESSAGE(result.signal == 0, "ended by signal ", result.signal, ": ", command);
  CHECK_MESSAGE(safe_for_terminal(result.err), "raw control characters on standard error: ", command);
  CHECK_MESSAGE(safe_for_terminal(result.screen), "raw control characters on the terminal: ", command);
  bool json = command.find(" --json") != std::string::npos && command.find_first_of("|>") == std::string::npos;
  if (!json) return;
  CHECK_MESSAGE(
      is_one_json_object(result.out), "standard output is not exactly one JSON object: ", command, "\n", result.out);
  CHECK_MESSAGE(safe_for_terminal(result.out), "raw control characters in JSON: ", command);
}

// That the tree stays as it is and every command exits 0 is too little: a command that does nothing would pass.
bool expects_something(const test::GoldenCase& golden, const std::vector<std::string>& codes) {
  for (const char* name : {"stdout", "stderr", "screen", "after-setup"})
    if (golden.has(name)) return true;
  return golden.has_tree("after") ||
      std::any_of(codes.begin(), codes.end(), [](const std::string& code) { return code != "0"; });
}

// A misspelt section would be read by nothing.
void check_sections(const test::GoldenCase& golden) {
  for (const test::Section& section : golden.sections()) {
    bool known = false;
    for (const char* one : {"cmd", "input", "setup", "after-setup", "exit", "stdout", "stderr", "typed", "screen"})
      known |= section.name == one;
    for (const char* first : {"input-", "before/", "before @", "after/"}) known |= section.name.starts_with(first);
    CHECK_MESSAGE(known, "section '", section.name, "' is not read by anything");
  }
}

Tree set_up(const test::GoldenCase& golden, const Stage& stage) {
  lay_out(golden.tree("before"), stage.tree());
  carry_out(golden.bytes("setup"), stage.tree());
  test::GoldenTree inputs;
  for (const test::Section& section : golden.sections())
    if (section.name.starts_with("input")) inputs[section.name] = {section.bytes};
  lay_out(inputs, stage.inputs());
  return snapshot(stage.tree());
}

void run_case(test::GoldenCase golden) {
  check_sections(golden);
  Stage stage;
  Tree before = set_up(golden, stage);

  std::vector<std::string> commands = lines_of(golden.bytes("cmd"));
  std::vector<std::string> codes = lines_of(golden.bytes("exit"));
  REQUIRE(!commands.empty());
  REQUIRE_MESSAGE(expects_something(golden, codes), "the case expects nothing: add stdout, stderr or after/");
  std::string out, err, screen;
  for (size_t i = 0; i < commands.size(); ++i) {
    test::CliRequest request;
    request.arguments = {"sh", "-c", commands[i]};
    if (i == 0) request.input = golden.bytes("input");
    request.directory = stage.tree();
    request.environment = test::test_environment(stage.home());
    request.environment.push_back("CASE=" + stage.inputs().string());
    if (i == 0 && golden.has("typed")) request.typed = lines_of(golden.bytes("typed"));
    test::CliResult result = test::run_cli(request);
    screen += result.screen;
    std::string heading = commands.size() > 1 ? "$ " + commands[i] + "\n" : "";
    out += heading + result.out;
    err += heading + result.err;
    int expected = i < codes.size() ? std::stoi(codes[i]) : 0;
    CHECK_MESSAGE(result.exit_code == expected, "exit code of: ", commands[i], "\nstandard output:\n", result.out,
        "\nstandard error:\n", result.err);
    check_streams(commands[i], result);
  }
  compare_text(golden, "stdout", normalised(out, stage));
  compare_text(golden, "stderr", normalised(err, stage));
  compare_text(golden, "screen", normalised(screen, stage));
  compare_tree(golden, stage, before);
  if (updating()) golden.save();
}

fs::path cases_folder() {
  const char* other = std::getenv("GOLDEN_DIR");
  return other != nullptr ? fs::path(other) : test::golden_folder();
}

// Whatever stands beside the cases and looks like one is run, so that nothing is passed over in silence.
void run_current_case() {
  std::string name = doctest::getContextOptions()->currentTest->m_name;
  REQUIRE_MESSAGE(!fs::is_directory(cases_folder() / name), "tests/golden/", name,
      " is a folder, and a case is one file: put what it holds into sections of ", name, ".case");
  run_case(test::GoldenCase(cases_folder() / (name + ".case")));
}

// doctest keeps pointers to the names.
const std::deque<std::string>& case_names() {
  static const std::deque<std::string> names = [] {
    std::deque<std::string> found;
    for (const fs::path& file : test::golden_files(cases_folder())) found.push_back(file.stem());
    for (const fs::directory_entry& entry : fs::directory_iterator(cases_folder()))
      if (entry.is_directory()) found.push_back(entry.path().filename());
    return found;
  }();
  return names;
}

const int kRegistered = [] {
  for (const std::string& name : case_names())
    doctest::detail::regTest(
        doctest::detail::TestCase(run_current_case, __FILE__, __LINE__, doctest::detail::TestSuite()) * name.c_str());
  return 0;
}();

}  // namespace

TEST_CASE("every tree that has a name is used") {
  static_cast<void>(kRegistered);
  std::set<std::string> used, named;
  for (const fs::path& file : test::golden_files()) {
    test::GoldenCase golden(file);
    for (const test::Section& section : golden.sections())
      if (section.name.starts_with("before @")) used.insert(section.name.substr(8));
  }
  test::GoldenCase trees(test::golden_folder() / "trees.txt");
  for (const test::Section& section : trees.sections()) named.insert(section.name.substr(0, section.name.find('/')));
  CHECK(used == named);
}

TEST_CASE("a section keeps every byte") {
  for (std::string bytes : {"", "\n", "a\nb\n", "no line feed", "a\\b\n", "\r\n\\\r\n",
           "\xFF\xFE"
           "a",
           "\xEF\xBB\xBF"
           "a\n",
           "-- cmd --\n", "-- a -- b", "a\n-- b --\nc\n", "--  --\n", "-- a\n", "\x01\x1b[0m\x7f\n", "\xE2\x80\xAE\n",
           "größe\n\n\n"})
    for (bool runs : {false, true}) {
      CAPTURE(bytes);
      test::Section made = test::make_section("before/a b", bytes, runs);
      std::vector<test::Section> read = test::read_sections(made.text + "-- cmd --\n");
      REQUIRE(read.size() == 2);
      CHECK(read[0].name == "before/a b");
      CHECK(read[0].bytes == bytes);
      CHECK(read[0].runs == runs);
      CHECK(read[0].text == made.text);
    }
  CHECK(test::make_section("a", std::string("\0\r\n\\-", 5)).text == "-- a -- escaped no-newline\n\\x00\\r\n\\\\-\n");
  CHECK(test::make_section("a", "\\ -- b --\n").text == "-- a --\n\\ -- b --\n");
}

TEST_CASE("a file of sections that is not one says why") {
  auto said = [](std::string_view text) {
    try {
      test::read_sections(text);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(said("-- a --\nb") == "the last line has no line feed");
  CHECK(said("b\n-- a --\n") == "no section begins with: b");
  CHECK(said("-- a -- escape\n") == "section 'a': 'escape' is not known");
  CHECK(said("-- a -- no-newline\n") == "section 'a': 'no-newline' is not known");
  CHECK(said("-- a -- escaped\n\\n\n") == "an escape that is not known: \\n");
  CHECK(said("-- a --\n-- a --\n") == "section 'a' stands twice");
}

}  // namespace aptix::golden
