// Reads hunk headers and hunk lines. Knows nothing of files, and reports nothing: the caller does.
#include "diff/read/hunk_lines.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/read/header_lines.h"

namespace aptix::diff {
namespace {

// Larger numbers are not line numbers, and sums of two of these do not overflow.
constexpr uint64_t kMostCountedLines = uint64_t{1} << 60;
constexpr uint64_t kLikelyLines = 16;  // of one hunk

std::optional<uint64_t> read_number(std::string_view digits) {
  std::optional<uint64_t> number = parse_number(digits);
  return number && *number <= kMostCountedLines ? number : std::nullopt;
}

// "12,7", "12" or a placeholder, up to a space or the closing @@.
std::string_view take_range(std::string_view& rest) {
  std::string_view range = rest.substr(0, rest.find_first_of(" \t@"));
  rest.remove_prefix(range.size());
  return range;
}

bool read_range(std::string_view range, std::optional<uint64_t>& start, std::optional<uint64_t>& count) {
  size_t comma = range.find(',');
  start = read_number(range.substr(0, comma));
  if (comma == std::string_view::npos) {
    if (start) count = 1;
  } else {
    count = read_number(range.substr(comma + 1));
  }
  return start && count;
}

// True if there was exactly one.
bool skip_blanks(std::string_view& rest) {
  size_t blanks = indent_of(rest).size();
  rest.remove_prefix(blanks);
  return blanks == 1;
}

bool is_ellipsis(std::string_view text) {
  return std::all_of(
      text.begin(), text.end(), [](char c) { return c == '.' || static_cast<unsigned char>(c) >= 0x80; });
}

// `@@ def f():`, `@@ ... @@ def f():`, `@@ def f(): @@`
HunkHeader read_header_without_ranges(std::string_view rest) {
  HunkHeader header;
  size_t close = rest.find("@@");
  std::string_view middle = trim(rest.substr(0, close));
  if (close != std::string_view::npos) header.section = trim(rest.substr(close + 2));
  if (header.section.empty() && !is_ellipsis(middle)) header.section = middle;
  return header;
}

// Adds a line, or the "\ No newline" mark to the line before it. False if it is not a hunk line.
bool add_line(HunkBody& body, const TextLine& line) {
  std::string_view text = line.text;
  HunkLine::Kind kind = HunkLine::Kind::context;
  if (!text.empty()) {
    if (text.front() == '\\') {
      if (body.lines.empty() || !text.starts_with("\\ ")) return false;
      body.lines.back().no_newline = true;
      body.bare_at_end = 0;
      return true;
    }
    if (!looks_like_hunk_line(text)) return false;
    if (text.front() == '+') kind = HunkLine::Kind::added;
    if (text.front() == '-') kind = HunkLine::Kind::removed;
    text.remove_prefix(1);
    body.bare_at_end = 0;
  } else {
    ++body.bare_at_end;
  }
  body.lines.push_back({kind, text, line.carriage_return, false, line.text.empty()});
  body.last = line;
  return true;
}

// A line that begins with `first`, and a next one with `second`.
bool begins_pair(const Cursor& at, std::string_view first, std::string_view second) {
  if (at.at_end() || !at.line().text.starts_with(first)) return false;
  Cursor next = at.next();
  return !next.at_end() && next.line().text.starts_with(second);
}

bool begins_file_header(const Cursor& at) {
  if (!begins_name_pair(at)) return false;
  Cursor second = at.next();
  Cursor third = second.next();
  third.skip_empty();
  if (third.at_end()) return false;
  if (is_hunk_header(third.line().text)) return true;
  return looks_like_hunk_line(third.line().text) &&
      names_agree(header_name(at.line().text.substr(4)).name, header_name(second.line().text.substr(4)).name);
}

}  // namespace

bool is_hunk_header(std::string_view line) {
  return line.starts_with("@@") && (line.size() == 2 || line[2] == ' ' || line[2] == '-');
}

HunkHeader read_hunk_header(std::string_view line) {
  std::string_view rest = line.substr(2);
  bool exact = skip_blanks(rest);
  if (rest.empty() || rest.front() != '-') return read_header_without_ranges(rest);
  rest.remove_prefix(1);
  HunkHeader header;
  exact = read_range(take_range(rest), header.old_start, header.old_count) && exact;
  exact = skip_blanks(rest) && exact;
  if (!rest.empty() && rest.front() == '+') {
    rest.remove_prefix(1);
    exact = read_range(take_range(rest), header.new_start, header.new_count) && exact;
    exact = skip_blanks(rest) && exact;
  } else {
    exact = false;
  }
  header.exact = exact && rest.starts_with("@@");
  size_t close = rest.find("@@");
  if (close != std::string_view::npos) header.section = trim(rest.substr(close + 2));
  return header;
}

std::string print_hunk_header(uint64_t old_start, uint64_t old_count, uint64_t new_start, uint64_t new_count) {
  auto range = [](uint64_t start, uint64_t count) {
    return std::to_string(start) + (count == 1 ? std::string() : "," + std::to_string(count));
  };
  return "@@ -" + range(old_start, old_count) + " +" + range(new_start, new_count) + " @@";
}

bool looks_like_hunk_line(std::string_view line) {
  return !line.empty() && (line.front() == ' ' || line.front() == '+' || line.front() == '-');
}

bool may_be_change(std::string_view line) { return line.starts_with('+') || (line.starts_with('-') && line != "---"); }

bool looks_like_change(std::string_view line) {
  if (line.size() < 2 || (line[0] != '+' && line[0] != '-') || line[1] == line[0]) return false;
  return line[1] != ' ' || (line.size() > 2 && line[2] == ' ');
}

bool begins_name_pair(const Cursor& at) { return begins_pair(at, "--- ", "+++ "); }

bool begins_header(const Cursor& at) {
  if (at.at_end()) return false;
  std::string_view line = at.line().text;
  if (line.starts_with("diff --git ") || is_hunk_header(line)) return true;
  return begins_file_header(at);
}

bool begins_signature(const Cursor& at) {
  if (at.at_end() || at.line().text != "-- ") return false;
  Cursor version = at.next();
  if (version.at_end() || version.line().text.empty()) return false;
  if (!is_digit(version.line().text.front())) return false;
  Cursor after = version.next();
  return after.at_end() || after.line().text.empty();
}

bool begins_move(const Cursor& at) {
  return begins_pair(at, "rename from ", "rename to ") || begins_pair(at, "copy from ", "copy to ");
}

HunkBody read_by_counts(Cursor at, const HunkHeader& header) {
  uint64_t old_left = *header.old_count;
  uint64_t new_left = *header.new_count;
  HunkBody body{{}, at};
  body.lines.reserve(static_cast<size_t>(std::min<uint64_t>(old_left + new_left, kLikelyLines)));
  while ((old_left != 0 || new_left != 0) && !at.at_end()) {
    size_t before = body.lines.size();
    if (!add_line(body, at.line())) break;
    if (body.lines.size() != before) {
      HunkLine::Kind kind = body.lines.back().kind;
      uint64_t is_old = kind != HunkLine::Kind::added, is_new = kind != HunkLine::Kind::removed;
      if (is_old > old_left || is_new > new_left) break;
      old_left -= is_old;
      new_left -= is_new;
    }
    at.advance();
  }
  body.complete = old_left == 0 && new_left == 0;
  if (body.complete && !at.at_end() && at.line().text.starts_with("\\ ") && add_line(body, at.line())) at.advance();
  body.end = at;
  return body;
}

HunkBody read_by_lines(Cursor at) {
  HunkBody body{{}, at};
  for (; !at.at_end(); at.advance()) {
    if (begins_header(at) || begins_signature(at) || !add_line(body, at.line())) break;
    if (body.bare_at_end == 0) body.end = at.next();
  }
  body.lines.resize(body.lines.size() - body.bare_at_end);
  body.complete = true;
  return body;
}

}  // namespace aptix::diff
