// Golden cases: one test case for each folder beside this file. A folder holds
//   cmd            commands for sh, one a line, run in order in the tree; $CASE is the folder
//   input          standard input of the first command (optional)
//   before/ setup  the tree at the start: files, then directives (see tree.h); both optional
//   after/ after-setup  the expected tree, likewise; when both are missing: the tree is unchanged
//   exit           the expected exit codes, one a line for each command; missing: 0
//   typed screen   answers that are typed on a terminal of the first command, one a line ("^C", "^D" are keys), and
//                  the expected text on it
//   stdout stderr  the expected text; with several commands each part begins with "$ command". One of the two may be
//                  missing where it does not matter; a case has to expect a text, a change of the tree or a failure
// In outputs the tree's path reads <ROOT>, a time <TIME>, and the user "tester". UPDATE_GOLDEN=1 rewrites the stdout,
// stderr and after/ (without after-setup) that exist, for a person to review. GOLDEN_DIR names another folder of cases.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <sstream>

#include "base/json/json.h"
#include "support/places.h"
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
    for (const char* folder : {"project", "home", "expected"}) fs::create_directory(top_ / folder);
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

 private:
  fs::path top_;
};

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::istringstream in(read_file(file));
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

void compare_text(const fs::path& file, const std::string& found) {
  if (!fs::exists(file)) return;
  if (updating()) write_file(file, found);
  std::string expected = read_file(file);
  bool same = expected == found;
  CHECK_MESSAGE(
      same, file.filename().string(), " expected:\n", expected, "\n", file.filename().string(), " found:\n", found);
}

void compare_tree(const fs::path& folder, const Stage& stage, const Tree& before) {
  Tree expected = before;
  if (fs::exists(folder / "after") || fs::exists(folder / "after-setup")) {
    if (updating() && fs::exists(folder / "after") && !fs::exists(folder / "after-setup")) {
      fs::remove_all(folder / "after");
      lay_out(stage.tree(), folder / "after");
      fs::remove_all(folder / "after" / ".aptix");
    }
    lay_out(folder / "after", stage.expected());
    carry_out(folder / "after-setup", stage.expected());
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
bool expects_something(const fs::path& folder, const std::vector<std::string>& codes) {
  for (const char* file : {"stdout", "stderr", "screen", "after", "after-setup"})
    if (fs::exists(folder / file)) return true;
  return std::any_of(codes.begin(), codes.end(), [](const std::string& code) { return code != "0"; });
}

void run_case(const fs::path& folder) {
  Stage stage;
  lay_out(folder / "before", stage.tree());
  carry_out(folder / "setup", stage.tree());
  Tree before = snapshot(stage.tree());

  std::vector<std::string> commands = lines_of(folder / "cmd");
  std::vector<std::string> codes = lines_of(folder / "exit");
  REQUIRE(!commands.empty());
  REQUIRE_MESSAGE(expects_something(folder, codes), "the case expects nothing: add stdout, stderr or after");
  std::string out, err, screen;
  for (size_t i = 0; i < commands.size(); ++i) {
    test::CliRequest request;
    request.arguments = {"sh", "-c", commands[i]};
    if (i == 0) request.input = read_file(folder / "input");
    request.directory = stage.tree();
    request.environment = test::test_environment(stage.home());
    request.environment.push_back("CASE=" + folder.string());
    if (i == 0 && fs::exists(folder / "typed")) request.typed = lines_of(folder / "typed");
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
  compare_text(folder / "stdout", normalised(out, stage));
  compare_text(folder / "stderr", normalised(err, stage));
  compare_text(folder / "screen", normalised(screen, stage));
  compare_tree(folder, stage, before);
}

fs::path cases_folder() {
  const char* other = std::getenv("GOLDEN_DIR");
  return other != nullptr ? fs::path(other) : fs::path(test::source_folder()) / "tests" / "golden";
}

void run_current_case() { run_case(cases_folder() / doctest::getContextOptions()->currentTest->m_name); }

// doctest keeps pointers to the names.
const std::deque<std::string>& case_names() {
  static const std::deque<std::string> names = [] {
    std::deque<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(cases_folder()))
      if (fs::exists(entry.path() / "cmd")) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
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

TEST_CASE("every golden folder holds only files that the runner knows") {
  static_cast<void>(kRegistered);
  for (const std::string& name : case_names())
    for (const fs::directory_entry& entry : fs::directory_iterator(cases_folder() / name)) {
      std::string file = entry.path().filename();
      bool known = false;
      for (const char* one :
          {"cmd", "input", "before", "setup", "after", "after-setup", "exit", "stdout", "stderr", "typed", "screen"})
        known = known || file == one;
      CHECK_MESSAGE((known || file.starts_with("input-")), name, "/", file, " is not read by anything");
    }
}

}  // namespace aptix::golden
