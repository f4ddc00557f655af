// What follows a header: hunks, a binary patch, or nothing.
#include <algorithm>
#include <charconv>

#include "base/text/trim.h"
#include "diff/read/git_binary.h"
#include "git/reader.h"

namespace aptix::git {
namespace {

// Parses "5" or "5,3", then `end`, and removes them. False if `line` does not match.
bool take_range(std::string_view& line, std::string_view end, uint64_t& start, uint64_t& count) {
  auto take_number = [&line](uint64_t& number) {
    auto [rest_begin, failed] = std::from_chars(line.data(), line.data() + line.size(), number);
    line.remove_prefix(static_cast<size_t>(rest_begin - line.data()));
    return failed == std::errc();
  };
  if (!take_number(start)) return false;
  count = 1;
  if (line.starts_with(',')) {
    line.remove_prefix(1);
    if (!take_number(count)) return false;
  }
  if (!line.starts_with(end)) return false;
  line.remove_prefix(end.size());
  return true;
}

bool changes_metadata(const Patch& patch) {
  return patch.is_rename || patch.is_copy || patch.is_new == Stated::yes || patch.is_delete != Stated::no ||
      (patch.old_mode != 0 && patch.new_mode != 0 && patch.old_mode != patch.new_mode);
}

bool is_marker(std::string_view line) { return line.size() >= 12 && line.starts_with("\\ "); }

// What was read of a hunk. Counts down; an extra line wraps around, so that the hunk never ends.
struct HunkTally {
  uint64_t old_left = 0, new_left = 0;
  uint64_t added = 0, deleted = 0;

  bool is_open() const { return old_left != 0 || new_left != 0; }

  void take(std::string_view row, Hunk& hunk) {
    switch (row.front()) {
      case '-': ++deleted, --old_left, hunk.trailing = 0; break;
      case '+': ++added, --new_left, hunk.trailing = 0; break;
      case '\\': break;
      default: --old_left, --new_left, ++hunk.trailing, hunk.leading += deleted + added == 0 ? 1 : 0;
    }
  }
};

}  // namespace

size_t read_exact_hunk_header(std::string_view line, Hunk& hunk) {
  if (!line.starts_with("@@ -") || !line.ends_with('\n')) return 0;
  std::string_view rest = line.substr(4);
  if (!take_range(rest, " +", hunk.old_start, hunk.old_count) ||
      !take_range(rest, " @@", hunk.new_start, hunk.new_count))
    return 0;
  return line.size() - rest.size();
}

PatchReader::Lines PatchReader::read_hunks(Patch& patch) {
  uint64_t old_lines = 0, new_lines = 0, context = 0;
  while (text_.size() - at_ > 4 && line_.starts_with("@@ -")) {
    Hunk hunk;
    size_t start = at_;
    if (!read_hunk(patch, hunk)) {
      Diagnostic& error = log_.error(Code::diff_syntax, "corrupt patch at line " + std::to_string(number_));
      if (state_.wants_effect)
        error.hint = "where the counts of an '@@' line are wrong, --recount or --lenient takes its lines as they are";
      return Lines::fatal;
    }
    hunk.text = text_.substr(start, at_ - start);
    old_lines += hunk.old_count;
    new_lines += hunk.new_count;
    context += hunk.leading + hunk.trailing;
    patch.hunks.push_back(hunk);
  }
  return settle_kind(patch, old_lines, new_lines, context) ? patch.hunks.empty() ? Lines::none : Lines::some
                                                           : Lines::fatal;
}

// Decides by the hunks whether the file is new or deleted. False, and logged, if the header contradicts.
bool PatchReader::settle_kind(Patch& patch, uint64_t old_lines, uint64_t new_lines, uint64_t context) {
  bool several = patch.hunks.size() > 1;
  if (patch.is_new == Stated::open && (old_lines != 0 || several)) patch.is_new = Stated::no;
  if (patch.is_delete == Stated::open && (new_lines != 0 || several)) patch.is_delete = Stated::no;
  bool new_with_old = patch.is_new == Stated::yes && old_lines != 0;
  bool gone_with_new = patch.is_delete == Stated::yes && new_lines != 0;
  if (new_with_old) fatal("new file " + patch.new_name.value_or("") + " depends on old contents");
  else if (gone_with_new) fatal("deleted file " + patch.old_name.value_or("") + " still has contents");
  else if (patch.is_delete == Stated::no && new_lines == 0 && context != 0)
    log_.info("** warning: file " + patch.new_name.value_or("") + " becomes empty but is not deleted");
  return !new_with_old && !gone_with_new;
}

// Leaves `at_` after the hunk, or on the line that cannot belong to it.
bool PatchReader::read_hunk(Patch& patch, Hunk& hunk) {
  hunk.line = number_;
  size_t start = at_;
  size_t header = read_exact_hunk_header(line_, hunk);
  if (header == 0) return false;
  if (state_.recount) recount(hunk, at_ + header);
  advance();
  hunk.body = at_ - start;
  HunkTally tally{.old_left = hunk.old_count, .new_left = hunk.new_count};
  for (; at_ < text_.size() && tally.is_open(); advance()) {
    if (!line_.ends_with('\n') || !read_hunk_line(patch, line_)) return false;
    tally.take(line_, hunk);
  }
  bool changes = state_.recount || tally.deleted + tally.added != 0;
  if (tally.is_open() || !changes) return false;
  if (text_.size() - at_ > 12 && is_marker(line_)) advance();
  patch.lines_added += tally.added;
  patch.lines_deleted += tally.deleted;
  return true;
}

// False for a line that no hunk can have. Checks its whitespace.
bool PatchReader::read_hunk_line(Patch& patch, std::string_view row) {
  bool reverse = state_.direction == Direction::reverse;
  bool crlf = row.ends_with("\r\n");
  bool looks = state_.whitespace != WhitespaceAction::nowarn;
  bool checked = false;
  switch (row.front()) {
    case '\n':
    case ' ':
      patch.crlf_in_old = patch.crlf_in_old || crlf;
      if (crlf) patch.rule.bits |= kCrAtEol;
      checked = !reverse && state_.whitespace == WhitespaceAction::fix;
      break;
    case '-':
    case '+': {
      bool old_side = (row.front() == '-') != reverse;
      if (old_side && crlf) {
        patch.crlf_in_old = true;
        patch.rule.bits |= kCrAtEol;
      }
      checked = looks && !old_side;
      break;
    }
    case '\\': return is_marker(row);
    default: return false;
  }
  if (!checked) return true;
  WhitespaceRules broken = whitespace_errors(row.substr(1), patch.rule);
  if (broken != 0)
    hooks_.whitespace({broken, row.size() < 2 ? std::string_view() : row.substr(1, row.size() - 2), number_});
  return true;
}

// Sets the counts from the lines after `from` (the end of the header's numbers). If the hunk ends with anything but a
// header or the end of the text, the counts stay as they are.
void PatchReader::recount(Hunk& hunk, size_t from) {
  if (from >= text_.size()) {
    log_.warning(Code::diff_header_repaired, "recount: ignore empty hunk");
    return;
  }
  uint64_t old_count = 0, new_count = 0;
  for (size_t at = from + line_at(from).size(); at < text_.size(); at += line_at(at).size()) {
    std::string_view row = line_at(at);
    char first = row.front();
    if (first == '\\') continue;
    if (first == '+' || first == '-' || first == ' ' || first == '\n') {
      old_count += first == '+' ? 0 : 1;
      new_count += first == '-' ? 0 : 1;
      continue;
    }
    if (row.starts_with("@@ ") || row.starts_with("diff ")) break;
    log_.warning(Code::diff_header_repaired, "recount: unexpected line: " + std::string(first_line(row)));
    return;
  }
  hunk.old_count = old_count;
  hunk.new_count = new_count;
}

PatchReader::Step PatchReader::read_without_hunks(Patch& patch) {
  std::string_view row = line_;
  if (row == kBinaryPatch) {
    advance();
    if (!read_binary(patch)) return Step::stop;
  } else if (row.ends_with(" differ\n") && (row.starts_with("Binary files ") || row.starts_with("Files "))) {
    advance();
    patch.is_binary = true;
  }
  if (state_.wants_effect && !patch.is_binary && !changes_metadata(patch)) {
    return fatal("patch with only garbage at line " + std::to_string(number_));
  }
  return Step::patch;
}

bool PatchReader::read_binary(Patch& patch) {
  switch (read_binary_half(patch)) {
    case Half::none: fatal("unrecognized binary patch at line " + std::to_string(number_ - 1)); return false;
    case Half::corrupt: return false;
    case Half::some: break;
  }
  if (read_binary_half(patch) == Half::corrupt) return false;
  patch.is_binary = true;
  return true;
}

PatchReader::Half PatchReader::read_binary_half(Patch& patch) {
  std::string_view row = line_;
  BinaryHalf half;
  half.method = row.starts_with("delta ") ? BinaryHalf::Method::delta : BinaryHalf::Method::literal;
  if (half.method == BinaryHalf::Method::literal && !row.starts_with("literal ")) return Half::none;
  std::string_view stated = row.substr(row.find(' ') + 1);
  uint64_t size = 0;
  std::from_chars(stated.data(), stated.data() + stated.size(), size);
  advance();
  auto corrupt = [&](std::string_view bad) {
    fatal("corrupt binary patch at line " + std::to_string(number_) + ": " + std::string(first_line(bad)));
    return Half::corrupt;
  };
  if (state_.inflate_limit != 0 && size > state_.inflate_limit) {
    log_.error(Code::limit_exceeded,
            "the binary patch at line " + std::to_string(number_ - 1) + " has " + std::to_string(size) +
                " bytes, more than the limit allows")
        .hint = "raise the limits with --max-growth and --max-result";
    return Half::corrupt;
  }
  std::string deflated;
  for (row = line_; row != "\n"; row = line_) {
    std::optional<std::string> decoded =
        row.empty() ? std::nullopt : diff::decode_binary_line(row.substr(0, row.size() - 1));
    if (!decoded) return corrupt(row);
    deflated += *decoded;
    advance();
  }
  std::optional<std::string> data = diff::inflate(deflated, size);
  if (!data) return corrupt(row);
  advance();
  if (state_.inflate_limit != 0) state_.inflate_limit -= std::min(size, state_.inflate_limit - 1);
  half.data = std::move(*data);
  patch.halves.push_back(std::move(half));
  return Half::some;
}

}  // namespace aptix::git
