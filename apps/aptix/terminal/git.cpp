// A process costs more than most patches. So this reads git's files to see whether git could have anything to say about
// whitespace, line ends or attributes. A mention counts, whatever it means.
#include "terminal/git.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "base/text/ascii.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "terminal/program.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

constexpr std::string_view kAttributes = ".gitattributes";

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// "" if the file cannot be read.
std::string content_of(const std::string& path) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  return read_file(path, 0, nullptr).value_or("");
}

// Keys of a configuration file have one spelling, except for case.
bool may_speak_of_lines(std::string_view settings) {
  std::string text = ascii_lower(settings);
  for (std::string_view word : {"whitespace", "autocrlf", "eol", "include", "conflictstyle", "objectformat"})
    if (text.find(word) != std::string::npos) return true;
  constexpr std::string_view kFileMode = "filemode";  // git writes it into every configuration, and true is its default
  for (size_t at = text.find(kFileMode); at != std::string::npos; at = text.find(kFileMode, at + 1)) {
    size_t value = text.find_first_not_of(" \t=", at + kFileMode.size());
    if (value != std::string::npos && !std::string_view(text).substr(value).starts_with("true")) return true;
  }
  return false;
}

std::string home_of_settings(const Environment& environment) {
  if (!environment.config_home.empty()) return environment.config_home + "/git/";
  return environment.around.home.empty() ? "" : environment.around.home + "/.config/git/";
}

// False for a relative path, which git may look for elsewhere, and for a pipe, which can be read only once.
bool can_be_looked_at(const std::string& file) {
  struct stat about;
  bool plain = ::stat(file.c_str(), &about) != 0 || S_ISREG(about.st_mode) || file == "/dev/null";
  return plain && file.starts_with('/');
}

// The files from which git reads its configuration. nullopt: there may be others.
std::optional<std::vector<std::string>> settings_files(const std::string& top, const Environment& environment) {
  if (environment.git_dir || environment.git_settings) return std::nullopt;
  if (!top.empty() && !is_folder(top + "/.git")) return std::nullopt;  // a linked work tree
  std::vector<std::string> files;
  if (std::string system = environment.git_system.value_or("/etc/gitconfig"); !system.empty()) files = {system};
  if (environment.git_global) {
    files.push_back(*environment.git_global);
  } else {
    if (std::string home = home_of_settings(environment); !home.empty()) files.push_back(home + "config");
    if (!environment.around.home.empty()) files.push_back(environment.around.home + "/.gitconfig");
  }
  if (!std::all_of(files.begin(), files.end(), can_be_looked_at)) return std::nullopt;
  if (!top.empty()) files.insert(files.end(), {top + "/.git/config", top + "/.git/config.worktree"});
  return files;
}

// Reads piece by piece: the index of a large tree is large.
bool holds(const std::string& path, std::string_view word) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return false;
  bool found = false;
  std::string seam;  // the end of the previous piece, where the word may begin
  Status read = read_pieces(fd, path, nullptr, [&](std::string_view piece) -> Status {
    seam += piece.substr(0, word.size() - 1);
    found = found || seam.find(word) != seam.npos || find_bytes(piece, word) != piece.npos;
    seam = piece.size() < word.size() ? seam : piece.substr(piece.size() - word.size() + 1);
    return {};
  });
  ::close(fd);
  return found || !read;
}

// True if files outside of the work tree may give attributes to every path.
bool has_attributes_everywhere(
    const std::string& top, const std::optional<std::string>& settings, const Environment& environment) {
  if (!settings || top.empty()) return true;
  for (std::string_view word : {"ttributes", "nclude"})
    if (settings->find(word) != settings->npos) return true;
  for (const std::string& file :
      {top + "/.git/info/attributes", std::string("/etc/gitattributes"), home_of_settings(environment) + "attributes"})
    if (exists(file)) return true;
  return holds(top + "/.git/index", kAttributes);
}

class AttributeFiles {
 public:
  AttributeFiles(std::string top, std::optional<std::string> settings, const Environment& environment)
      : top_(std::move(top)),
        settings_(std::move(settings)),
        environment_(environment) {}

  bool may_concern(const std::string& path) {
    if (!everywhere_)
      everywhere_ =
          exists(top_ + "/" + std::string(kAttributes)) || has_attributes_everywhere(top_, settings_, environment_);
    if (*everywhere_) return true;
    for (size_t slash = path.rfind('/'); slash != std::string::npos && slash != 0; slash = path.rfind('/', slash - 1)) {
      std::string folder = path.substr(0, slash);
      if (without_.contains(folder)) break;
      if (exists(top_ + "/" + folder + "/" + std::string(kAttributes))) return true;
      without_.insert(std::move(folder));
    }
    return false;
  }

 private:
  std::string top_;
  std::optional<std::string> settings_;  // the content of git's configuration files
  const Environment& environment_;
  std::optional<bool> everywhere_;
  std::set<std::string> without_;  // folders without attribute files, also above them
};

bool is_ceiling(const std::string& folder, const std::string& ceilings) {
  for (std::string_view ceiling : split(ceilings, ':')) {
    while (ceiling.size() > 1 && ceiling.ends_with('/')) ceiling.remove_suffix(1);
    if (!ceiling.empty() && ceiling == folder) return true;
  }
  return false;
}

// True for a repository's own folder: `.git`, or one without a work tree.
bool is_git_folder(const std::string& folder) {
  return exists(folder + "/HEAD") && is_folder(folder + "/objects") && is_folder(folder + "/refs");
}

struct Top {
  std::string folder;  // "" if there is none
  bool git_folder = false;
};

// The folder at or above `root` that contains `.git`, or is a repository itself.
Top top_of(const std::string& root, const Environment& environment) {
  std::string folder = root;
  while (true) {
    if (exists(folder == "/" ? "/.git" : folder + "/.git")) return {folder};
    if (is_git_folder(folder)) return {folder, true};
    if (folder == "/" || folder.empty()) return {};
    size_t slash = folder.rfind('/');
    folder = slash == 0 ? "/" : folder.substr(0, slash);
    if (is_ceiling(folder, environment.git_ceilings)) return {};
  }
}

tl::unexpected<Error> cannot_run(int error) {
  return fail(
      Code::io_error, "cannot run git: " + system_message(error), "install git, or leave out the options that need it");
}

bool is_setting(std::string_view word) {
  return word.starts_with(ops::kGitLanguage) || word.starts_with(ops::kGitIndexFile) ||
      word.starts_with(ops::kGitObjects) || word.starts_with(ops::kGitOtherObjects);
}

// Options before git's command: "--no-optional-locks", "-c", "name=value".
bool is_option_of_git(std::string_view word) { return word.starts_with('-') || word.find('=') != word.npos; }

// An error with the first line of git's standard error, and the command that it suggests, if any.
Error git_failure(const std::string& command, std::string_view said) {
  Error error = make_error(Code::io_error, "'git " + command + "' failed", "run it by hand to see why");
  for (size_t start = 0; start < said.size();) {
    size_t end = std::min(said.find('\n', start), said.size());
    std::string_view line = said.substr(start, end - start);
    if (start == 0) error.message += ": " + escape_for_display(line);
    if (trim(line).starts_with("git ")) error.hint = "run '" + escape_for_display(trim(line)) + "'";
    start = end + 1;
  }
  return error;
}

Result<std::string> run_git(std::vector<std::string> words, std::string_view input, std::vector<std::string> settings) {
  auto command = std::find_if_not(words.begin() + 3, words.end(), is_option_of_git);
  std::string name = command == words.end() ? "" : *command;
  int complaints = ::memfd_create("git", MFD_CLOEXEC);
  ProgramRun run = run_to_end({.words = std::move(words),
      .input = input,
      .time_limit = {},
      .most_output = SIZE_MAX,
      .settings = std::move(settings),
      .complaints = complaints});
  char said[1 << 12];
  ssize_t bytes = !run.went_well && complaints >= 0 ? ::pread(complaints, said, sizeof said, 0) : 0;
  if (complaints >= 0) ::close(complaints);
  if (run.error != 0) return cannot_run(run.error);
  if (run.went_well) return std::move(run.output);
  return fail(git_failure(name, std::string_view(said, static_cast<size_t>(std::max<ssize_t>(bytes, 0)))));
}

}  // namespace

ops::GitPlace find_git(const std::string& root, const Environment& environment) {
  ops::GitPlace place;
  auto [top, git_folder] = environment.git_dir ? Top{root} : top_of(root, environment);
  place.exists = !top.empty();
  place.in_git_folder = git_folder;
  if (git_folder) {
    place.may_have_settings = true;
    return place;  // git's own folder has no attributes
  }
  if (place.exists && root.size() > top.size()) place.prefix = root.substr(top == "/" ? 1 : top.size() + 1) + "/";
  std::optional<std::string> settings;  // content of git's configuration; nullopt: there may be more
  if (auto files = settings_files(environment.git_dir ? "" : top, environment)) {
    settings.emplace();
    for (const std::string& file : *files) *settings += content_of(file) + "\n";
  }
  place.may_have_settings = !settings || may_speak_of_lines(*settings);
  auto files = std::make_shared<AttributeFiles>(top, std::move(settings), environment);
  place.scratch_folder = [scratch = std::make_shared<ScratchFolder>(environment.temp, "objects")] {
    return scratch->path();
  };
  place.may_have_attributes = [files](const std::string& path) { return files->may_concern(path); };
  return place;
}

ops::GitSurroundings git_surroundings(const Environment& environment) {
  return {.home = environment.around.home,
      .folder_of_settings = home_of_settings(environment),
      .settings_files = settings_files({}, environment),
      .read_file = content_of,
      .run_in = git_runner};
}

ops::RunGit git_runner(std::string root) {
  return [root = std::move(root)](const std::vector<std::string>& arguments, std::string_view input) {
    auto command = std::find_if_not(arguments.begin(), arguments.end(), is_setting);
    std::vector<std::string> words = {"git", "-C", root};
    words.insert(words.end(), command, arguments.end());
    return run_git(std::move(words), input, {arguments.begin(), command});
  };
}

}  // namespace aptix::app
