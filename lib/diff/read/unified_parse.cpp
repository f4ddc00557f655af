// Text -> FilePatch[]. Finds headers and hunks, and reports what is wrong with headers; hunk_reader.cpp reads the
// hunks. Linear: every line is read a fixed number of times.
#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::diff {
namespace {

constexpr size_t kMostErrors = 1000;  // nobody reads more
constexpr std::string_view kNoNewlineMark = "\\ No newline at end of file";

// The last line of a text that may be the beginning of a header.
bool may_be_cut_header(std::string_view line) {
  constexpr std::string_view kStarts[] = {"diff --git ", "--- ", "+++ ", "@@ -"};
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return may_be_cut_at(line, start); });
}

bool does_something(const FilePatch& file) {
  bool moves = !file.rename_to.empty() || !file.copy_to.empty();
  return file.binary || file.new_file || file.deleted_file || moves || file.new_mode;
}

class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options) : text_(text), options_(options), at_(text) {}

  ParseResult parse() {
    while (!at_.at_end()) {
      std::string_view line = at_.line().text;
      if (line.starts_with("diff --git ")) {
        read_git_file();
      } else if (begins_plain_file()) {
        read_file(read_plain_header(at_));
      } else if (is_hunk_header(line)) {
        read_headless_hunks();
      } else if (begins_move(at_)) {
        fail(Code::diff_syntax, at_.offset(), "a file is renamed or copied without a 'diff --git' line",
            "begin each file with its 'diff --git' line");
        at_ = at_.next().next();
      } else {
        note_cut_header();
        at_.advance();
      }
    }
    if (result_.errors.empty()) check_mark();
    return std::move(result_);
  }

 private:
  bool may_be_cut() const { return !options_.end_is_certain; }

  void fail(Code code, size_t offset, std::string message, std::string hint) {
    result_.fail({code, offset, std::move(message), std::move(hint)});
  }

  bool begins_plain_file() const {
    std::string_view line = at_.line().text;
    if (begins_name_pair(at_)) return true;
    if (!line.starts_with("--- ") && !line.starts_with("+++ ")) return false;
    Cursor second = at_.next();
    return !second.at_end() && is_hunk_header(second.line().text);
  }

  // A last line like "--- a/na" between hunks and the end of the text.
  void note_cut_header() {
    if (!may_be_cut() || result_.files.empty() || !at_.next().at_end()) return;
    if (!at_.line().newline && may_be_cut_header(at_.line().text))
      fail(Code::diff_truncated, at_.offset(), "the diff ends inside a header", kCutDiffHint);
  }

  // A last line like "\ No newl".
  void check_mark() {
    size_t start = text_.rfind('\n') + 1;
    std::string_view last = text_.substr(start);
    bool cut = !last.empty() && last.size() < kNoNewlineMark.size() && kNoNewlineMark.starts_with(last);
    if (cut && may_be_cut() && !result_.files.empty())
      fail(Code::diff_truncated, start, "the diff ends inside '" + std::string(kNoNewlineMark) + "'", kCutDiffHint);
  }

  void read_git_file() {
    Cursor again = at_.next();
    if (!again.at_end() && again.line().text == at_.line().text) at_ = again;  // the line twice
    read_file(read_git_header(at_));
  }

  void read_file(FileHeader header) {
    for (ParseFault& fault : header.errors) result_.fail(std::move(fault));
    at_ = header.end;
    uint64_t errors = result_.error_count();
    size_t hunks = read_hunks(header.file);
    settle_epoch(header);
    if (hunks == 0 && errors == result_.error_count()) check_without_hunks(header);
    result_.files.push_back(std::move(header.file));
  }

  void read_headless_hunks() {
    HunkHeader header = read_hunk_header(at_.line().text);
    Cursor first = at_.next();
    if (!header.old_start && (first.at_end() || !looks_like_hunk_line(first.line().text))) {
      at_.advance();
      return;
    }
    FilePatch file;
    file.offset = at_.offset();
    file.line = at_.number();
    read_hunks(file);
    result_.files.push_back(std::move(file));
  }

  // A plain diff shows by an epoch timestamp that a file is created or deleted; its hunk must show it, too.
  static void settle_epoch(FileHeader& header) {
    FilePatch& file = header.file;
    if (file.is_git || file.hunks.size() != 1) return;
    if (header.old_epoch && file.hunks[0].old_count() == 0) file.new_file = true;
    if (header.new_epoch && file.hunks[0].new_count() == 0) file.deleted_file = true;
  }

  // Reports a header that needs hunks and has none, or that is not complete.
  void check_without_hunks(const FileHeader& header) {
    const FilePatch& file = header.file;
    bool lacks = leads_to_lines(header) || (lacks_lines(file) && !(is_gone(header) && !may_be_cut()));
    Cursor after = header.end;
    after.skip_empty();
    bool ended =
        after.at_end() || (after.next().at_end() && !after.line().newline && may_be_cut_header(after.line().text));
    if (ended && may_be_cut() && (lacks || (header.cut && !states_empty_file(file)) || looks_unfinished(header))) {
      fail(Code::diff_truncated, file.offset, "the diff ends inside the header", kCutDiffHint);
    } else if (lacks) {
      fail(Code::diff_syntax, file.offset, "no hunk follows the header",
          "give the hunks of the file, each with its '@@' line");
    }
  }

  // The header only deletes the file: its lines need not be shown.
  static bool is_gone(const FileHeader& header) {
    const FilePatch& file = header.file;
    const Cursor& at = header.end;
    if (!at.at_end() && !at.line().text.empty() && !begins_header(at)) return false;
    return (file.deleted_file || file.new_name == "/dev/null") && file.rename_to.empty() && file.copy_to.empty();
  }

  // Does the header announce a change that it does not state itself?
  static bool lacks_lines(const FilePatch& file) {
    bool half_a_move =
        file.rename_from.empty() != file.rename_to.empty() || file.copy_from.empty() != file.copy_to.empty();
    bool half_a_mode = file.old_mode && !file.new_mode && !file.deleted_file;
    if (half_a_move || half_a_mode || !does_something(file)) return true;
    if (file.binary || states_empty_file(file)) return false;
    bool names = !file.old_name.empty() || !file.new_name.empty();
    return file.deleted_file || file.index_old != file.index_new || (names && !file.new_file);
  }

  // Lines right after the header that may belong to a hunk.
  static bool leads_to_lines(const FileHeader& header) {
    const Cursor& at = header.end;
    if (at.at_end() || header.file.binary || begins_header(at) || begins_name_pair(at) || begins_signature(at))
      return false;
    std::string_view line = at.line().text;
    if (!header.file.new_name.empty()) return !is_gap(line);
    return may_be_change(line);
  }

  // A complete header after which git would write more.
  static bool looks_unfinished(const FileHeader& header) {
    const FilePatch& file = header.file;
    if (file.binary) return false;
    if (header.similarity.value_or(100) != 100 || !file.old_name.empty() || !file.new_name.empty()) return true;
    return (file.new_file || file.deleted_file) && !states_empty_file(file);
  }

  // Reads all hunks of one file. Returns how many there were, good or not.
  size_t read_hunks(FilePatch& file) {
    size_t count = 0;
    result_.counted = true;
    while (true) {
      std::optional<HunkStart> start = find_hunk(file, count == 0);
      if (!start) break;
      HunkReading reading = read_hunk(at_, *start, file, options_, result_);
      at_ = reading.end;
      if (reading.hunk) file.hunks.push_back(std::move(*reading.hunk));
      ++count;
    }
    return count;
  }

  // Moves to the file's next hunk, if one begins here, at once or after empty lines and dots.
  std::optional<HunkStart> find_hunk(const FilePatch& file, bool first) {
    Cursor start = at_;
    while (!start.at_end() && is_gap(start.line().text)) start.advance();
    if (start.at_end()) return std::nullopt;
    std::string_view line = start.line().text;
    bool headed = is_hunk_header(line);
    bool named = !file.old_name.empty() || !file.new_name.empty();
    bool adds = file.new_file && line.starts_with('+') && start.offset() == at_.offset();
    if (!headed && (!first || !(named || adds) || !looks_like_hunk_line(line) || begins_name_pair(start)))
      return std::nullopt;
    at_ = start;
    return headed ? HunkStart::header : HunkStart::lines;
  }

  std::string_view text_;
  ParseOptions options_;
  Cursor at_;
  ParseResult result_;
};

}  // namespace

void ParseResult::fail(ParseFault fault) {
  if (errors.size() < kMostErrors) errors.push_back(std::move(fault));
  else ++more_errors;
}

ParseResult parse_unified(std::string_view text, const ParseOptions& options) { return Parser(text, options).parse(); }

bool looks_like_unified(std::string_view text) {
  bool v4a = false;
  for (Cursor at(text); !at.at_end(); at.advance()) {
    std::string_view line = at.line().text;
    if (line.empty() || std::string_view("d-@*rc").find(line.front()) == std::string_view::npos) continue;
    v4a = v4a || line.starts_with("*** Begin Patch") || line.starts_with("*** Update File: ");
    if (line.starts_with("diff --git ") && read_git_header(at).said_something) return true;
    if (begins_name_pair(at) && begins_header(at)) return true;
    if (begins_move(at)) return true;
    if (!is_hunk_header(line)) continue;
    HunkHeader header = read_hunk_header(line);
    Cursor first = at.next();
    if (header.exact || (!v4a && !first.at_end() && looks_like_hunk_line(first.line().text))) return true;
  }
  return false;
}

}  // namespace aptix::diff
