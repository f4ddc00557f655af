// Headers: which file, and what happens to it. Hunks are read in reader_hunks.cpp.
#include "git/reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/read/header_lines.h"

namespace aptix::git {
namespace {

constexpr size_t kLongestBlob = 64;  // digits of SHA-256

// Reads the header of one git-style patch.
struct HeaderReader {
  Patch& patch;
  const ReadState& state;
  std::optional<std::string> both;  // the name on the `diff --git` line
  uint64_t number;                  // of the line after that; git names it in every error
  GitLog& log;
};

enum class Took : uint8_t { line, end, fault };

Took fault(const HeaderReader& reader, std::string text) {
  reader.log.error(Code::diff_syntax, std::move(text));
  return Took::fault;
}

Took take_mode(HeaderReader& reader, std::string_view line, uint32_t& mode) {
  auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), mode, 8);
  bool ok = failed == std::errc() && end != line.data() && end != line.data() + line.size() && is_white(*end);
  if (ok) return Took::line;
  mode = 0;
  return fault(reader, "invalid mode on line " + std::to_string(reader.number) + ": " + std::string(first_line(line)));
}

// Without a mode line, git would take /dev/null for a file of the tree, dev/null.
Took verify_name(HeaderReader& reader, std::string_view line, Stated is_null, std::optional<std::string>& name,
    std::string_view side) {
  std::string at = " on line " + std::to_string(reader.number);
  if (!name && is_null != Stated::yes) {
    if (names_dev_null(line))
      return fault(reader, "git apply: bad git-diff - /dev/null for a file that is neither new nor deleted" + at);
    name = find_git_name(line, reader.state.names, NameEnd::at_tab);
    return Took::line;
  }
  if (!name)
    return names_dev_null(line) ? Took::line : fault(reader, "git apply: bad git-diff - expected /dev/null" + at);
  if (is_null == Stated::yes) return fault(reader, "git apply: bad git-diff - expected /dev/null, got " + *name + at);
  if (find_git_name(line, reader.state.names, NameEnd::at_tab) == name) return Took::line;
  return fault(reader, "git apply: bad git-diff - inconsistent " + std::string(side) + " filename" + at);
}

// These names have no a/ or b/: strip one component less.
Took take_move(HeaderReader& reader, std::string_view line, bool& operation, std::optional<std::string>& name) {
  operation = true;
  NameRules rules = reader.state.names;
  if (rules.strip != 0) --rules.strip;
  name = find_git_name(line, rules, NameEnd::at_line);
  return Took::line;
}

Took take_similarity(HeaderReader& reader, std::string_view line) {
  unsigned score = 101;
  std::from_chars(line.data(), line.data() + line.size(), score);
  if (score <= 100) reader.patch.score = score;
  return Took::line;
}

// `a..b` or `a..b mode`. Anything else is ignored.
Took take_index(HeaderReader& reader, std::string_view line) {
  line = first_line(line);
  size_t dots = line.find('.');
  if (dots == std::string_view::npos || dots > kLongestBlob || !line.substr(dots).starts_with("..")) return Took::line;
  reader.patch.old_blob = line.substr(0, dots);
  std::string_view rest = line.substr(dots + 2);
  size_t end = std::min(rest.find(' '), rest.size());
  if (end > kLongestBlob) return Took::line;
  reader.patch.new_blob = rest.substr(0, end);
  if (end == rest.size()) return Took::line;
  return take_mode(reader, std::string_view(rest.data() + end + 1, rest.size() - end),
      reader.patch.old_mode);  // the line feed ends the mode
}

Took take_line(HeaderReader& reader, std::string_view text) {
  using Field = diff::HeaderField;
  std::optional<diff::HeaderLine> line = diff::header_line(text);
  if (!line) return Took::end;
  Patch& patch = reader.patch;
  switch (line->field) {
    case Field::old_name: return verify_name(reader, line->value, patch.is_new, patch.old_name, "old");
    case Field::new_name: return verify_name(reader, line->value, patch.is_delete, patch.new_name, "new");
    case Field::old_mode: return take_mode(reader, line->value, patch.old_mode);
    case Field::new_mode: return take_mode(reader, line->value, patch.new_mode);
    case Field::deleted_file:
      patch.is_delete = Stated::yes;
      patch.old_name = reader.both;
      return take_mode(reader, line->value, patch.old_mode);
    case Field::new_file:
      patch.is_new = Stated::yes;
      patch.new_name = reader.both;
      return take_mode(reader, line->value, patch.new_mode);
    case Field::copy_from: return take_move(reader, line->value, patch.is_copy, patch.old_name);
    case Field::copy_to: return take_move(reader, line->value, patch.is_copy, patch.new_name);
    case Field::rename_from: return take_move(reader, line->value, patch.is_rename, patch.old_name);
    case Field::rename_to: return take_move(reader, line->value, patch.is_rename, patch.new_name);
    case Field::similarity:
    case Field::dissimilarity: return take_similarity(reader, line->value);
    case Field::index: return take_index(reader, line->value);
  }
  return Took::end;
}

int operations(const Patch& patch) {
  return (patch.is_delete == Stated::yes) + (patch.is_new == Stated::yes) + patch.is_rename + patch.is_copy;
}

}  // namespace

std::string_view PatchReader::line_at(size_t offset) const {
  const char* feed = offset >= text_.size()
      ? nullptr
      : static_cast<const char*>(std::memchr(text_.data() + offset, '\n', text_.size() - offset));
  return text_.substr(std::min(offset, text_.size()),
      feed == nullptr ? std::string_view::npos : static_cast<size_t>(feed - text_.data()) + 1 - offset);
}

PatchReader::Step PatchReader::fatal(std::string text, std::string path) {
  log_.error(Code::diff_syntax, std::move(text), std::move(path));
  return Step::fatal;
}

PatchReader::Step PatchReader::next(Patch& patch) {
  if (at_ >= text_.size()) return Step::end;
  switch (find_header(patch)) {
    case Found::no: return Step::stop;
    case Found::fatal: return Step::fatal;
    case Found::yes: break;
  }
  put_below_prefix(patch);
  patch.rule = hooks_.rule_of(patch);
  switch (read_hunks(patch)) {
    case Lines::some: return Step::patch;
    case Lines::fatal: return Step::fatal;
    case Lines::none: break;
  }
  return read_without_hunks(patch);
}

// Leaves `at_` after the header.
PatchReader::Found PatchReader::find_header(Patch& patch) {
  for (; at_ < text_.size(); advance()) {
    std::string_view first = line_;
    if (first.size() < 6) continue;
    if (first.starts_with("@@ -")) {
      Hunk ignored;
      if (read_exact_hunk_header(first, ignored) == 0) continue;
      fatal("patch fragment without header at line " + std::to_string(number_) + ": " +
          std::string(first.substr(0, first.size() - 1)));
      return Found::fatal;
    }
    if (first == kBinaryPatch) {  // git skips it: a file would be ignored silently
      fatal("binary patch without header at line " + std::to_string(number_));
      return Found::fatal;
    }
    if (text_.size() - at_ < first.size() + 6) break;
    if (first.starts_with("diff --git ")) {
      patch.line = number_;
      size_t end = at_;
      Found found = read_git_header(patch, end);
      if (found != Found::no) return found;
      continue;
    }
    std::string_view second = line_at(at_ + first.size());
    if (!first.starts_with("--- ") || !second.starts_with("+++ ")) continue;
    size_t third = at_ + first.size() + second.size();
    // A hunk header has at least 14 bytes.
    if (text_.size() - at_ - first.size() < second.size() + 14 || !text_.substr(third).starts_with("@@ -")) continue;
    patch.line = number_;
    if (!read_plain_header(patch)) return Found::fatal;
    advance();
    advance();
    return Found::yes;
  }
  return Found::no;
}

// A `diff --git` line with nothing after it is not a header: `at_` then stays on it.
PatchReader::Found PatchReader::read_git_header(Patch& patch, size_t& end) {
  size_t start = at_;
  uint64_t start_number = number_;
  patch = {};
  patch.line = start_number;
  patch.is_new = patch.is_delete = Stated::no;
  HeaderReader reader{patch, state_, find_header_name(line_.substr(11), state_.names), number_ + 1, log_};
  uint64_t operation_line = 0;
  for (advance(); at_ < text_.size(); advance()) {
    std::string_view header = line_;
    if (!header.ends_with('\n')) break;
    Took took = take_line(reader, header);
    if (took == Took::fault) return Found::fatal;
    int count = operations(patch);
    if (count > 1) {
      fatal("inconsistent header lines " + std::to_string(operation_line) + " and " + std::to_string(number_));
      return Found::fatal;
    }
    if (count != 0 && operation_line == 0) operation_line = number_;
    if (took == Took::end) break;
  }
  end = at_;
  if (!settle_names(patch, reader.both)) return Found::fatal;
  patch.top_relative = true;
  if (at_ != start + line_at(start).size()) return Found::yes;
  go_to(start);
  number_ = start_number;
  return Found::no;
}

bool PatchReader::settle_names(Patch& patch, const std::optional<std::string>& both) {
  std::string at = " (line " + std::to_string(number_) + ")";
  if (!patch.old_name && !patch.new_name) {
    if (!both) {
      unsigned strip = state_.names.strip;
      fatal("git diff header lacks filename information when removing " + std::to_string(strip) +
          " leading pathname component" + (strip == 1 ? "" : "s") + at);
      return false;
    }
    patch.old_name = patch.new_name = both;
  }
  bool lacks = (!patch.new_name && patch.is_delete != Stated::yes) || (!patch.old_name && patch.is_new != Stated::yes);
  if (lacks) fatal("git diff header lacks filename information" + at);
  if (patch.is_delete == Stated::yes) patch.new_name.reset();  // drop a name that came before the line that says so
  if (patch.is_new == Stated::yes) patch.old_name.reset();
  return !lacks;
}

bool PatchReader::read_plain_header(Patch& patch) {
  std::string_view first = line_.substr(4);
  std::string_view second = line_at(at_ + line_.size()).substr(4);
  patch = {};
  patch.line = number_;
  if (!state_.strip_known) guess_strip(first, second);
  const NameRules& rules = state_.names;
  bool made = names_dev_null(first);
  bool gone = !made && names_dev_null(second);
  std::optional<std::string> name;
  if (made || gone) {
    name = find_plain_name(made ? second : first, rules, std::nullopt);
  } else {
    name = find_plain_name(second, rules, find_plain_name(first, rules, std::nullopt));
    made = has_epoch_timestamp(first);
    gone = !made && has_epoch_timestamp(second);
  }
  if (!name) {
    fatal("unable to find filename in patch at line " + std::to_string(number_));
    return false;
  }
  if (!made) patch.old_name = name;
  if (!gone) patch.new_name = name;
  if (made || gone) {
    patch.is_new = made ? Stated::yes : Stated::no;
    patch.is_delete = gone ? Stated::yes : Stated::no;
  }
  return true;
}

void PatchReader::guess_strip(std::string_view first, std::string_view second) {
  int one = guess_strip(first);
  int other = guess_strip(second);
  if (one < 0) one = other;
  if (one < 0 || one != other) return;
  state_.names.strip = static_cast<unsigned>(one);
  state_.strip_known = true;
}

// -1: this name gives no hint.
int PatchReader::guess_strip(std::string_view line) const {
  if (names_dev_null(line)) return -1;
  // Without a prefix, a name with a '/' gives no hint; a '/' before the first space or quote is part of the name.
  bool has_slash = line.substr(0, line.find_first_of(" \t\r\n\"")).find('/') != std::string_view::npos;
  if (has_slash && state_.prefix.empty()) return -1;
  std::optional<std::string> name = find_plain_name(line, {0, state_.names.directory}, std::nullopt);
  if (!name) return -1;
  size_t slash = name->find('/');
  if (slash == std::string::npos) return 0;
  if (state_.prefix.empty()) return -1;
  auto depth = static_cast<int>(std::count(state_.prefix.begin(), state_.prefix.end(), '/'));
  if (name->starts_with(state_.prefix)) return depth;
  return std::string_view(*name).substr(slash + 1).starts_with(state_.prefix) ? depth + 1 : -1;
}

void PatchReader::put_below_prefix(Patch& patch) const {
  if (state_.prefix.empty() || patch.top_relative) return;
  for (std::optional<std::string>* name : {&patch.old_name, &patch.new_name})
    if (*name) (*name)->insert(0, state_.prefix);
}

}  // namespace aptix::git
