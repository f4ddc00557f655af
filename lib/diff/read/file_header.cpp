// Reads file headers of diffs. git-diff(1), "Generating patch text".
#include "diff/read/hunk_lines.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/text/text.h"
#include "diff/read/header_lines.h"

namespace aptix::diff {
namespace {

constexpr std::string_view kGit = "diff --git ";
// Of a repository with SHA-1, and with SHA-256.
constexpr std::string_view kEmptyBlobs[] = {
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"};

// Octal, up to the end or a space.
std::optional<uint32_t> read_mode(std::string_view text) {
  text = text.substr(0, text.find(' '));
  uint32_t mode = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  bool whole = error == std::errc() && end == text.data() + text.size() && text.size() <= 7;
  return whole ? std::optional(mode) : std::nullopt;
}

void take_mode(FileHeader& header, std::string_view value, const Cursor& at, std::optional<uint32_t>& mode) {
  mode = read_mode(value);
  if (mode) return;
  header.errors.push_back({Code::diff_syntax, at.offset(),
      "invalid mode on line " + std::to_string(at.number()) + ": '" + escape_for_display(value.substr(0, 80)) + "'",
      "write a mode as git does, such as 100644 or 100755"});
}

void take_index(FilePatch& file, std::string_view value) {
  size_t dots = value.find("..");
  if (dots == std::string_view::npos) return;
  std::string_view after = value.substr(dots + 2);
  size_t blank = after.find(' ');
  file.index_old = value.substr(0, dots);
  file.index_new = after.substr(0, blank);
  if (blank != std::string_view::npos) file.index_mode = read_mode(after.substr(blank + 1));
}

void take_similarity(FileHeader& header, std::string_view value) {
  unsigned percent = 0;
  std::from_chars(value.data(), value.data() + std::min<size_t>(value.size(), 3), percent);
  header.similarity = percent;
}

// False when the line ends the header, as a second ---/+++ does.
bool goes_on(const FilePatch& file, std::string_view line) {
  std::optional<HeaderLine> header = header_line(line);
  if (!header) return false;
  if (header->field == HeaderField::old_name) return file.old_name.empty() && file.new_name.empty();
  return header->field != HeaderField::new_name || file.new_name.empty();
}

void take_field(FileHeader& header, HeaderLine line, const Cursor& at) {
  FilePatch& file = header.file;
  switch (line.field) {
    case HeaderField::old_mode: take_mode(header, line.value, at, file.old_mode); break;
    case HeaderField::new_mode: take_mode(header, line.value, at, file.new_mode); break;
    case HeaderField::deleted_file:
      file.deleted_file = true;
      take_mode(header, line.value, at, file.old_mode);
      break;
    case HeaderField::new_file:
      file.new_file = true;
      take_mode(header, line.value, at, file.new_mode);
      break;
    case HeaderField::rename_from: file.rename_from = plain_name(line.value); break;
    case HeaderField::rename_to: file.rename_to = plain_name(line.value); break;
    case HeaderField::copy_from: file.copy_from = plain_name(line.value); break;
    case HeaderField::copy_to: file.copy_to = plain_name(line.value); break;
    case HeaderField::similarity: take_similarity(header, line.value); break;
    case HeaderField::dissimilarity: break;
    case HeaderField::index: take_index(file, line.value); break;
    case HeaderField::old_name: file.old_name = header_name(line.value).name; break;
    case HeaderField::new_name: file.new_name = header_name(line.value).name; break;
  }
}

// Skips empty lines, if the header goes on or a hunk begins after them.
void skip_gap(Cursor& at, const FilePatch& file) {
  if (at.at_end() || !at.line().text.empty()) return;
  Cursor after = at;
  after.skip_empty();
  if (after.at_end()) return;
  if (is_hunk_header(after.line().text) || goes_on(file, after.line().text)) at = after;
}

// A last line that may be the beginning of a header line.
bool ends_in_field(const Cursor& at) {
  if (at.at_end() || at.line().newline || at.line().text.empty()) return false;
  return std::string_view("@@ -").starts_with(at.line().text) || may_be_cut_field(at.line().text);
}

bool says_binary(const Cursor& at) {
  if (at.at_end()) return false;
  std::string_view line = at.line().text;
  return line == "GIT binary patch" ||
      ((line.starts_with("Binary files ") || line.starts_with("Files ")) && line.ends_with(" differ"));
}

// Is the header complete: an empty file is created or deleted, a file is moved unchanged, or only its mode changes?
bool is_complete(const FileHeader& header) {
  const FilePatch& file = header.file;
  if (file.new_file || file.deleted_file) return states_empty_file(file);
  bool moves = !file.rename_to.empty() || !file.copy_to.empty();
  return moves ? header.similarity == 100 : file.old_mode && file.new_mode && file.index_old.empty();
}

std::string_view without_prefix(std::string_view name) {
  return name.starts_with("a/") || name.starts_with("b/") ? name.substr(2) : name;
}

// Are they equal, except for folders that one of them may have too many?
bool may_be_one(std::string_view a, std::string_view b) {
  a = without_prefix(a);
  b = without_prefix(b);
  if (a.size() < b.size()) std::swap(a, b);
  return a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

// A ---/+++ pair that names another file, whose `diff --git` line is missing.
bool begins_another_file(const FileHeader& header, const Cursor& at) {
  if (!is_complete(header) || !begins_name_pair(at)) return false;
  const FilePatch& file = header.file;
  for (const Cursor& line : {at, at.next()}) {
    std::string name = header_name(line.line().text.substr(4)).name;
    if (name == "/dev/null") return false;
    for (const std::string& known :
        {file.git_old, file.git_new, file.rename_from, file.rename_to, file.copy_from, file.copy_to})
      if (may_be_one(known, name)) return false;
  }
  return true;
}

// The same "+++ name" line twice.
bool is_doubled_name(const Cursor& at, const Cursor& after) {
  return at.line().text.starts_with("+++ ") && !after.at_end() && after.line().text == at.line().text;
}

// Says how the header contradicts itself; "" if it does not.
std::string_view contradiction_in(const FilePatch& file) {
  bool renames = !(file.rename_from + file.rename_to).empty(), copies = !(file.copy_from + file.copy_to).empty();
  if (renames && copies) return "the header renames and copies the file";
  if (file.new_file && file.deleted_file) return "the header creates and deletes the file";
  bool comes_or_goes = file.new_file || file.deleted_file;
  if (comes_or_goes && (renames || copies)) return "the header moves the file and creates or deletes it";
  auto differ = [](const std::string& moved, const std::string& named) {
    return !moved.empty() && !named.empty() && !may_be_one(moved, named);
  };
  bool names = differ(file.rename_from, file.old_name) || differ(file.copy_from, file.old_name) ||
      differ(file.rename_to, file.new_name) || differ(file.copy_to, file.new_name);
  return names ? "the header moves another file than '---' and '+++' name" : std::string_view();
}

void check_contradiction(FileHeader& header) {
  std::string_view contradiction = contradiction_in(header.file);
  if (!contradiction.empty())
    header.errors.push_back({Code::diff_syntax, header.file.offset, std::string(contradiction),
        "give each file a header of its own, as 'git diff' writes it"});
}

}  // namespace

bool states_empty_file(const FilePatch& file) {
  auto is_empty = [](std::string_view id) {
    return id.size() >= 7 && std::any_of(std::begin(kEmptyBlobs), std::end(kEmptyBlobs), [&](std::string_view empty) {
      return empty.starts_with(id);
    });
  };
  auto is_none = [](std::string_view id) { return id.find_first_not_of('0') == std::string_view::npos; };
  return (file.new_file && is_none(file.index_old) && is_empty(file.index_new)) ||
      (file.deleted_file && is_none(file.index_new) && is_empty(file.index_old));
}

FileHeader read_git_header(Cursor at) {
  FileHeader header{{}, at};
  header.file.is_git = true;
  header.file.offset = at.offset();
  header.file.line = at.number();
  std::tie(header.file.git_old, header.file.git_new) = split_git_names(at.line().text.substr(kGit.size()));
  header.cut = !at.line().newline;
  for (at.advance();; at.advance()) {
    skip_gap(at, header.file);
    if (begins_another_file(header, at)) break;
    if (at.at_end() || !goes_on(header.file, at.line().text)) break;
    take_field(header, *header_line(at.line().text), at);
    header.said_something = true;
    header.cut = !at.line().newline;
    if (Cursor after = at.next(); is_doubled_name(at, after)) at = after;
  }
  if (ends_in_field(at)) {
    header.cut = true;
    at.advance();
  }
  header.file.binary = says_binary(at);
  header.said_something = header.said_something || header.file.binary;
  header.end = at;
  check_contradiction(header);
  return header;
}

FileHeader read_plain_header(Cursor at) {
  FileHeader header{{}, at};
  header.said_something = true;
  header.file.offset = at.offset();
  header.file.line = at.number();
  auto take_name = [&](std::string_view mark, std::string& name, bool& epoch) {
    if (at.at_end() || !at.line().text.starts_with(mark)) return;
    HeaderName found = header_name(at.line().text.substr(mark.size()));
    name = std::move(found.name);
    epoch = found.epoch;
    if (Cursor after = at.next(); is_doubled_name(at, after)) at = after;
    header.cut = !at.line().newline;
    at.advance();
  };
  take_name("--- ", header.file.old_name, header.old_epoch);
  take_name("+++ ", header.file.new_name, header.new_epoch);
  header.end = at;
  return header;
}

}  // namespace aptix::diff
