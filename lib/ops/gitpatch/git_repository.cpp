#include "ops/gitpatch/git_repository.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

constexpr std::string_view kNotSet = "unspecified";
constexpr std::string_view kAttributeNames[] = {
    "whitespace", "text", "eol", "crlf", "filter", "ident", "working-tree-encoding"};
constexpr std::string_view kBlobsAreMeant = "core.disambiguate=blob";  // for a short name that fits several objects

std::string with_nuls(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text.append(path).push_back('\0');
  return text;
}

// True for a full or abbreviated object name.
bool may_name_a_blob(const std::string& name) {
  return name.size() >= 4 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string_view value_of(const std::map<std::string, std::string, std::less<>>& attributes, std::string_view name) {
  auto given = attributes.find(name);
  return given == attributes.end() ? kNotSet : std::string_view(given->second);
}

}  // namespace

const GitSettings& GitRepository::settings() {
  if (settings_) return *settings_;
  settings_.emplace();
  if (!place_.may_have_settings) return *settings_;
  auto text = run_({"config", "-z", "--get-regexp", "^(apply|core|merge|extensions)\\."}, {});
  if (!text) return *settings_;  // no setting matches
  return settings_.emplace(read_settings(*text));
}

std::optional<std::string> GitRepository::setting(const std::string& name) {
  auto found = settings().find(name);
  return found == settings().end() ? std::nullopt : std::optional(found->second);
}

void GitRepository::expect_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> wanted;
  for (const std::string& path : paths)
    if (!attributes_.contains(path) && may_have_attributes(path)) wanted.push_back(path);
  if (wanted.empty()) return;
  std::vector<std::string> words = {"check-attr", "-z", "--stdin"};
  words.insert(words.end(), std::begin(kAttributeNames), std::end(kAttributeNames));
  auto text = run_(words, with_nuls(below_root(wanted)));
  for (const std::string& path : wanted) attributes_[path];  // so that git is asked only once
  if (!text) return;
  std::vector<std::string_view> list = parts_of(*text);
  for (size_t i = 0; i + 2 < list.size(); i += 3)
    attributes_[place_.prefix + std::string(list[i])].emplace(list[i + 1], list[i + 2]);
}

const GitRepository::Attributes& GitRepository::attributes(const std::string& path) {
  static const Attributes kNone;
  auto found = attributes_.find(path);
  if (found == attributes_.end() && may_have_attributes(path)) {
    expect_paths({path});
    found = attributes_.find(path);
  }
  return found == attributes_.end() ? kNone : found->second;
}

Result<git::WhitespaceRule> GitRepository::whitespace_rule(const std::string& path) {
  auto bad = [](std::string_view value) {
    return fail(Code::config_invalid, "cannot enforce both tab-in-indent and indent-with-non-tab",
        "take one of them out of '" + excerpt_for_display(value) + "'");
  };
  git::WhitespaceRule configured;
  if (auto value = setting("core.whitespace")) {
    auto rule = git::parse_whitespace_rule(*value);
    if (!rule) return bad(*value);
    configured = *rule;
  }
  std::string_view value = value_of(attributes(path), "whitespace");
  if (value == kNotSet) return configured;
  if (value == "set") return git::strictest_whitespace(configured);
  if (value == "unset") return git::WhitespaceRule{0, configured.tab_width};
  auto rule = git::parse_whitespace_rule(value);
  if (!rule) return bad(value);
  return *rule;
}

git::LineEndRule GitRepository::line_ends(const std::string& path) {
  using Kind = git::LineEndRule::Kind;
  const Attributes& of_path = attributes(path);
  bool input = fold_case(setting("core.autocrlf").value_or("")) == "input",
       converts = !input && is_true(settings(), "core.autocrlf");
  std::string_view text = value_of(of_path, "text"), eol = value_of(of_path, "eol");
  if (text == kNotSet) text = value_of(of_path, "crlf");
  if (text == "unset") return {};
  bool eol_given = eol == "lf" || eol == "crlf";
  bool crlf = eol_given ? eol == "crlf" : converts || (!input && fold_case(setting("core.eol").value_or("")) == "crlf");
  if (text == "auto") return {Kind::detected, crlf};
  if (text == "input") return {Kind::text, false};
  if (text == "set" || eol_given) return {Kind::text, crlf};
  if (converts || input) return {Kind::detected, converts};
  return {};
}

bool GitRepository::has_filters(const std::string& path) {
  const Attributes& of_path = attributes(path);
  auto is_given = [&](std::string_view name) {
    std::string_view value = value_of(of_path, name);
    return value != kNotSet && value != "unset";
  };
  return is_given("filter") || value_of(of_path, "ident") == "set" || is_given("working-tree-encoding");
}

// Runs git so that it sees the repository's objects, but stores new ones elsewhere.
Result<std::string> GitRepository::run_aside(std::vector<std::string> arguments, std::string_view input) {
  if (aside_.empty()) {
    TRY_ASSIGN(objects, run_({"rev-parse", "--path-format=absolute", "--git-path", "objects"}, {}));
    TRY_ASSIGN(folder, place_.scratch_folder());
    std::string others = "\"";  // quoted: git reads a list, separated by ':'
    for (char c : objects.substr(0, objects.rfind('\n'))) {
      if (c == '"' || c == '\\') others += '\\';
      others += c;
    }
    aside_ = {std::string(kGitObjects) + folder, std::string(kGitOtherObjects) + others + "\""};
  }
  arguments.insert(arguments.begin(), aside_.begin(), aside_.end());
  return run_(arguments, input);
}

// What `git add` would store. Git runs filters only when it makes an object.
Result<std::string> GitRepository::clean(const std::string& path, std::string_view content) {
  TRY_ASSIGN(name, run_aside({"hash-object", "-w", "--stdin", "--path=" + path.substr(place_.prefix.size())}, content));
  return run_aside({"cat-file", "blob", name.substr(0, name.find('\n'))}, {});
}

Result<std::string> GitRepository::smudge(const std::string& path, std::string_view content) {
  TRY_ASSIGN(name, run_aside({"hash-object", "-w", "--stdin"}, content));
  return run_aside({"cat-file", "--filters", "--path=" + path, name.substr(0, name.find('\n'))}, {});
}

// A blob that is not found here is later asked for alone.
void GitRepository::expect_blobs(const std::vector<std::string>& names) {
  std::vector<std::string> wanted;
  std::string input;
  for (const std::string& name : names) {
    if (!may_name_a_blob(name) || blobs_.contains(name)) continue;
    wanted.push_back(name);
    input += name + "\n";
  }
  if (!place_.exists || wanted.size() < 2) return;
  auto answer = run_({"-c", std::string(kBlobsAreMeant), "cat-file", "--batch"}, input);
  if (!answer) return;
  std::string_view rest = *answer;
  for (const std::string& name : wanted) {
    auto blob = take_blob(rest);
    if (!blob) return;
    if (blob->bytes) blobs_[name] = *blob->bytes;
  }
}

Result<std::optional<std::string>> GitRepository::blob(const std::string& name) {
  if (!place_.exists || !may_name_a_blob(name)) return std::nullopt;
  if (auto known = blobs_.find(name); known != blobs_.end()) return std::optional(known->second);
  auto text = run_({"-c", std::string(kBlobsAreMeant), "cat-file", "blob", name}, {});
  if (!text) return std::nullopt;
  return std::optional(std::move(*text));
}

Status GitRepository::read_index() {
  TRY_ASSIGN(text, run_({"ls-files", "-z", "--stage", "--full-name"}, {}));
  for (std::string_view entry : parts_of(text)) {  // "100644 <blob> 0<TAB>name"
    size_t tab = entry.find('\t');
    size_t blank = entry.find(' ', 7);
    if (tab == std::string_view::npos || blank > tab) continue;
    git::IndexEntry& known = index_[std::string(entry.substr(tab + 1))];
    known.mode = 0;
    for (char c : entry.substr(0, 6)) known.mode = known.mode * 8 + static_cast<uint32_t>(c - '0');
    known.blob = entry.substr(7, blank - 7);
  }
  // diff-files also lists files whose times changed but not their content, because a dry run must not refresh the
  // index. ls-files compares contents.
  auto changed = run_({"diff-files", "-z", "--raw", "--no-renames", "--ignore-submodules"}, {});
  if (!changed || changed->empty()) return {};              // also in a repository without a work tree
  std::vector<std::string_view> list = parts_of(*changed);  // ":100644 100644 a b M", then the name
  for (size_t i = 0; i + 1 < list.size(); i += 2) {
    if (!list[i].ends_with(" A")) continue;
    auto entry = index_.find(list[i + 1]);
    if (entry != index_.end()) entry->second.intent_to_add = true;
  }
  auto modified = run_({"ls-files", "-z", "--modified", "--full-name"}, {});
  for (std::string_view name : modified ? parts_of(*modified) : list) changed_.emplace(name);
  return {};
}

std::optional<git::IndexEntry> GitRepository::index_entry(const std::string& path) {
  auto found = index_.find(path);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

bool GitRepository::has_submodule(const std::string& path) {
  if (!place_.exists) return false;
  auto entry = run_({"ls-files", "-z", "--stage", "--full-name", "--", ":(top,literal)" + path}, {});
  return entry && entry->starts_with("160000 ") && entry->ends_with("\t" + path + '\0');
}

bool GitRepository::matches_index(const std::string& path) { return !changed_.contains(path); }

bool GitRepository::clashes(const std::string& path, const std::set<std::string, std::less<>>& gone) const {
  auto stays = [&](const std::string& name) { return index_.contains(name) && !gone.contains(name); };
  for (size_t slash = path.rfind('/'); slash != std::string::npos && slash != 0; slash = path.rfind('/', slash - 1))
    if (stays(path.substr(0, slash))) return true;
  std::string folder = path + "/";
  for (auto below = index_.lower_bound(folder); below != index_.end() && below->first.starts_with(folder); ++below)
    if (!gone.contains(below->first)) return true;
  return false;
}

// git reads names on standard input relative to its working directory.
std::vector<std::string> GitRepository::below_root(std::vector<std::string> paths) const {
  std::erase_if(paths, [&](const std::string& path) { return !path.starts_with(place_.prefix); });
  for (std::string& path : paths) path.erase(0, place_.prefix.size());
  return paths;
}

bool GitRepository::trusts_file_modes() { return !setting("core.filemode") || is_true(settings(), "core.filemode"); }

Status GitRepository::update_index(const std::vector<std::string>& paths, Executable executable) {
  if (paths.empty()) return {};
  std::vector<std::string> words = {"update-index", "-z", "--add", "--remove", "--stdin"};
  if (executable != Executable::as_in_tree)
    words.insert(words.end() - 1, executable == Executable::yes ? "--chmod=+x" : "--chmod=-x");
  TRY(run_(words, with_nuls(below_root(paths))));
  return {};
}

void GitRepository::replay_resolutions() { static_cast<void>(run_({"rerere"}, {})); }

Status GitRepository::add_intent(const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  TRY(run_({"add", "--intent-to-add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"},
      with_nuls(below_root(paths))));
  return {};
}

std::optional<std::string> GitRepository::full_name(const std::string& name) {
  if (name.size() < 4) return std::nullopt;
  auto found = run_({"-c", std::string(kBlobsAreMeant), "rev-parse", "--quiet", "--verify", name + "^{blob}"}, {});
  if (!found) return std::nullopt;
  return found->substr(0, found->find('\n'));
}

Result<std::vector<std::string>> GitRepository::store_blobs(const std::vector<std::string_view>& contents) {
  std::vector<std::string> names;
  if (contents.size() == 1) {
    TRY_ASSIGN(name, run_({"hash-object", "-w", "--stdin"}, contents.front()));
    names.emplace_back(first_line(name));
  }
  if (contents.size() < 2) return names;
  std::string input;
  for (size_t i = 0; i < contents.size(); ++i) {
    std::string mark = ":" + std::to_string(i + 1);
    input += "blob\nmark " + mark + "\ndata " + std::to_string(contents[i].size()) + "\n";
    input += contents[i];
    input += "\nget-mark " + mark + "\n";
  }
  TRY_ASSIGN(answer, run_({"fast-import", "--quiet"}, input));
  for (std::string_view rest = answer; !rest.empty();) names.emplace_back(take_line(rest));
  if (names.size() != contents.size())
    return fail(Code::io_error, "'git fast-import' did not store all objects", "run it again");
  return names;
}

Status GitRepository::write_entries(const std::vector<NewEntry>& entries) {
  if (entries.empty()) return {};
  TRY(run_({"update-index", "-z", "--replace", "--index-info"}, as_index_info(entries)));
  return {};
}

Status GitRepository::write_other_index(const std::string& file, const std::vector<NewEntry>& entries) {
  std::string index = std::string(kGitIndexFile) + file;
  TRY(run_({index, "read-tree", "--empty"}, {}));
  TRY(run_({index, "update-index", "-z", "--index-info"}, as_index_info(entries)));
  return {};
}

// In the format that `update-index -z --index-info` reads.
std::string GitRepository::as_index_info(const std::vector<NewEntry>& entries) {
  std::string none(setting("extensions.objectformat").value_or("sha1") == "sha256" ? 64 : 40, '0'), text;
  for (const NewEntry& entry : entries)
    text +=
        fmt::format("{:o} {} {}\t{}", entry.mode, entry.mode == 0 ? none : entry.blob, entry.stage, entry.path) + '\0';
  return text;
}

}  // namespace aptix::ops
