// Decides how a hunk is read. The rule: correct counts delimit it; wrong ones are ignored, and the lines count; and no
// line that may belong to a hunk is ever skipped silently.
#include "diff/read/hunk_lines.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/read/header_lines.h"

namespace aptix::diff {
namespace {

bool changes_something(const std::vector<HunkLine>& lines) {
  return std::any_of(
      lines.begin(), lines.end(), [](const HunkLine& line) { return line.kind != HunkLine::Kind::context; });
}

Hunk make_hunk(const Cursor& start, const HunkHeader& header, std::vector<HunkLine> lines) {
  Hunk hunk;
  hunk.lines = std::move(lines);
  hunk.section = header.section;
  hunk.offset = start.offset();
  hunk.old_start = header.old_start.value_or(0);
  hunk.new_start = header.new_start.value_or(0);
  // A hunk without old lines states the line before it; only a header that counts none can mean it so.
  hunk.has_numbers = header.old_start && (hunk.old_count() == 0 ? header.old_count == 0u : hunk.old_start != 0);
  return hunk;
}

// The last line of a text that may be the beginning of `--- name`.
bool may_be_cut_name(std::string_view line) { return may_be_cut_at(line, "--- "); }

// Does the text end here, within `--- name` or after it?
bool ends_in_header(const Cursor& at) {
  if (!may_be_cut_name(at.line().text)) return false;
  Cursor next = at.next();
  if (next.at_end()) return true;
  return at.line().text.starts_with("--- ") && !next.line().newline &&
      std::string_view("+++ ").starts_with(next.line().text);
}

// Enough of git's names of both contents to prove a result.
bool names_blobs(const FilePatch& file) {
  constexpr size_t kLeast = 7;
  return file.index_old.size() >= kLeast && file.index_new.size() >= kLeast;
}

// Do these lines lead to a hunk header without file names? Then they are not prose, or that hunk would have no file.
bool leads_to_hunk(Cursor at) {
  for (; !at.at_end() && !begins_name_pair(at) && (is_blank(at.line().text) || looks_like_hunk_line(at.line().text));
       at.advance()) {
  }
  return !at.at_end() && is_hunk_header(at.line().text);
}

// Lines that other tools than git write above the names of a file, and fences.
bool stands_between_files(std::string_view line) {
  constexpr std::string_view kStarts[] = {"diff ", "Index: ", "====", "Only in ", "From ", "```", "~~~"};
  return begins_with_one_of(kStarts, line);
}

// What follows the lines that the header counts.
enum class After : uint8_t {
  other,  // nothing of this hunk
  more,   // lines that can only belong to it: the counts are wrong
  cut,    // the beginning of a header, and the end of the text
};

class Reader {
 public:
  Reader(const Cursor& at, HunkStart start, const FilePatch& file, const ParseOptions& options, ParseResult& result)
      : at_(at),
        start_(start),
        file_(file),
        options_(options),
        result_(result),
        errors_before_(result.error_count()) {
    if (start == HunkStart::header) header_ = read_hunk_header(at.line().text);
    result_.needs_proof = false;
  }

  HunkReading read() {
    HunkBody body = choose_body();
    HunkReading reading{{}, body.end};
    result_.counted =
        counts_right_ || (header_.old_start && (header_.counts_known() || header_.old_count.value_or(0) > 1));
    restore_carriage_return(body);
    bool filled = fill_blanks(body.lines);
    if (is_good()) check_end(body);
    if (!is_good()) return reading;
    if (!changes_something(body.lines)) {
      if (result_.needs_proof) fail(Code::diff_truncated, at_, "the diff ends inside the hunk", kCutDiffHint);
      else repair("the hunk changes nothing and was skipped", "leave it out");
      return reading;
    }
    check_last_line(body);
    Hunk hunk = make_hunk(at_, header_, std::move(body.lines));
    note_repair(hunk, filled);
    reading.hunk = std::move(hunk);
    return reading;
  }

 private:
  bool is_good() const { return result_.error_count() == errors_before_; }
  bool may_be_cut() const { return !options_.end_is_certain; }
  bool creates() const {
    return file_.new_file || file_.old_name == "/dev/null" || (header_.old_start == 0u && header_.old_count == 0u);
  }
  bool deletes() const { return file_.deleted_file || file_.new_name == "/dev/null"; }

  void fail(Code code, const Cursor& at, std::string message, std::string hint) {
    result_.fail({code, at.offset(), std::move(message), std::move(hint)});
  }
  void repair(std::string message, std::string hint) {
    result_.repairs.push_back({Code::diff_header_repaired, at_.offset(), std::move(message), std::move(hint)});
  }

  HunkBody choose_body() {
    Cursor first = start_ == HunkStart::header ? at_.next() : at_;
    if (header_.counts_known() && header_.old_start) {  // without a line number they mean nothing
      HunkBody counted = read_by_counts(first, header_);
      After after = counted.complete && !swallowed_header(counted) ? what_follows(counted.end) : After::more;
      if (after == After::cut) fail(Code::diff_truncated, counted.end, "the diff ends inside a header", kCutDiffHint);
      counts_right_ = after == After::other;
      if (after != After::more) return counted;
    }
    return read_by_lines(first);
  }

  // Counts that are too high by two can read the next file's ---/+++ as a change.
  static bool swallowed_header(const HunkBody& body) {
    if (body.lines.size() < 2 || body.end.at_end() || !is_hunk_header(body.end.line().text)) return false;
    const HunkLine& removed = body.lines[body.lines.size() - 2];
    const HunkLine& added = body.lines.back();
    if (removed.kind != HunkLine::Kind::removed || !removed.text.starts_with("-- ")) return false;
    if (added.kind != HunkLine::Kind::added || !added.text.starts_with("++ ")) return false;
    return names_agree(header_name(removed.text.substr(3)).name, header_name(added.text.substr(3)).name);
  }

  After what_follows(Cursor at) const {
    bool gap = false;
    for (; !at.at_end() && is_blank(at.line().text); at.advance()) gap = true;
    if (at.at_end() || begins_header(at) || begins_name_pair(at) || begins_signature(at)) return After::other;
    std::string_view line = at.line().text;
    if (may_be_cut() && ends_in_header(at)) return After::cut;
    if (!looks_like_hunk_line(line) || line == "---") return After::other;
    // After a diff within prose, an empty line and a list are prose.
    bool prose = gap && may_be_cut() && (line.front() == ' ' || line.starts_with("- "));
    return prose && !leads_to_hunk(at) ? After::other : After::more;
  }

  // The last line of a CR LF diff that lost its line end has lost its CR with it.
  static void restore_carriage_return(HunkBody& body) {
    size_t count = body.lines.size();
    if (count < 2 || body.last.newline || body.bare_at_end != 0) return;
    body.lines.back().carriage_return |= body.lines[count - 2].carriage_return;
  }

  // A new file has no context, so an empty line in it is one that lost its '+'; likewise for '-'.
  bool fill_blanks(std::vector<HunkLine>& lines) const {
    if (!creates() && !deletes()) return false;
    HunkLine::Kind wanted = creates() ? HunkLine::Kind::added : HunkLine::Kind::removed;
    bool found = false;
    for (const HunkLine& line : lines) {
      if (line.kind == wanted) continue;
      if (line.kind != HunkLine::Kind::context || !is_blank(line.text)) return false;
      found = true;
    }
    for (HunkLine& line : lines) line.kind = wanted;
    return found;
  }

  void check_end(const HunkBody& body) {
    Cursor next = body.end;
    next.skip_empty();
    if (body.lines.empty()) return check_without_lines(next);
    if (next.at_end() && !counts_right_ && may_be_cut()) {
      if (!body.last.newline && may_be_cut_name(body.last.text)) return note_cut(CutIn::header, body);
      if (is_short(body) || lacks_its_end(body)) return note_cut(CutIn::lines, body);
      return;
    }
    if (breaks_off(body, next)) fail_at_break(next);
  }

  void fail_at_break(const Cursor& next) {
    fail(Code::diff_syntax, next, "the hunk breaks off: " + excerpt_in_quotes(next.line().text, 80),
        "begin every line of a hunk with ' ', '+' or '-'");
  }

  enum class CutIn : uint8_t { lines, header };
  void note_cut(CutIn part, const HunkBody& body) {
    if (part == CutIn::lines && names_blobs(file_)) result_.needs_proof = true;
    else if (part == CutIn::header || is_short(body))
      fail(Code::diff_truncated, at_, "the diff ends inside the hunk: " + describe_counts(body.lines), kCutDiffHint);
    else
      fail(Code::diff_truncated, at_,
          "the diff ends in a removed line, and no count in the hunk header shows that it is whole",
          "give the whole diff, with the lines counted in each '@@' line");
  }

  // After a removed line come the lines that replace it, and then context: a hunk that ends in one may be cut.
  bool lacks_its_end(const HunkBody& body) const {
    bool counted = header_.counts_known() && header_.old_start;
    return !counted && !deletes() && body.lines.back().kind == HunkLine::Kind::removed;
  }

  // A last line that is not the file's may also have been cut in its middle.
  void check_last_line(const HunkBody& body) {
    const HunkLine& last = body.lines.back();
    bool open = may_be_cut() && !body.last.newline && body.end.at_end() && last.kind != HunkLine::Kind::context &&
        !last.no_newline;
    if (!open || !counts_right_ || !names_blobs(file_)) return;
    result_.needs_proof = true;
    repair("the diff does not end with a newline", "end the diff with a newline");
  }

  void check_without_lines(const Cursor& next) {
    bool cut = next.at_end() && may_be_cut();
    bool stated = header_.old_count.value_or(0) + header_.new_count.value_or(0) != 0;
    bool ends = next.at_end() || begins_header(next);
    if (!cut && !stated && ends) return;
    if (!ends) return fail_at_break(next);
    fail(cut ? Code::diff_truncated : Code::diff_syntax, at_, "no line follows the hunk header",
        cut ? kCutDiffHint : "begin every line of a hunk with ' ', '+' or '-'");
  }

  // Counts beside words that are not numbers (`@@ -XXX,10 +XXX,10 @@`) mean nothing.
  bool is_short(const HunkBody& body) const {
    if (!header_.old_start) return false;
    Hunk hunk = make_hunk(at_, header_, body.lines);
    // If the other range is missing, "-12" is only a line number.
    uint64_t least = header_.counts_known() ? 0 : 1;
    auto lacks = [least](std::optional<uint64_t> stated, uint64_t there) {
      return stated.value_or(0) > std::max(there, least);
    };
    return lacks(header_.old_count, hunk.old_count()) || lacks(header_.new_count, hunk.new_count());
  }

  // Does another hunk or file begin here, or does the text end?
  static bool is_past_hunk(const Cursor& at) { return at.at_end() || begins_header(at) || begins_name_pair(at); }

  // The lines from a place up to the next hunk or file.
  struct Rest {
    Cursor end;
    bool strays = false;   // one may be a line of the hunk before
    bool changes = false;  // one looks like a change
  };
  static Rest rest_from(const Cursor& start, bool lacks_lines) {
    Rest rest{.end = start};
    for (; !is_past_hunk(rest.end); rest.end.advance()) {
      rest.strays = rest.strays || may_be_stray(rest.end.line().text, lacks_lines);
      rest.changes = rest.changes || looks_like_change(rest.end.line().text);
    }
    return rest;
  }

  // Does the hunk end at a line that is not a hunk line, though it seems to go on after it?
  bool breaks_off(const HunkBody& body, const Cursor& after) const {
    if (is_past_hunk(after) || begins_signature(after)) return false;
    bool lacks_lines = is_short(body) || !header_.counts_known();
    Rest rest = rest_from(after, lacks_lines);
    if (rest.changes || (rest.strays && (options_.end_is_certain || !counts_right_))) return true;
    bool at_end_of_body = after.offset() == body.end.offset();
    if (lacks_lines && at_end_of_body && is_lost_context(after.line().text, rest.end)) return true;
    bool ends = rest.end.at_end() && options_.end_is_certain;
    return ends ? creates() || !counts_right_ : creates() && !counts_right_;
  }

  // May this line belong to the hunk?
  static bool may_be_stray(std::string_view line, bool lacks_lines) {
    return may_be_change(line) || (lacks_lines && line.starts_with(' ') && !is_blank(line));
  }

  // May the line right after the hunk be context that lost its space? Only with more of the diff, or of data, after it.
  static bool is_lost_context(std::string_view first, const Cursor& next_header) {
    bool goes_on = !next_header.at_end() || std::string_view("{[<").find(first[0]) != std::string_view::npos;
    return goes_on && !stands_between_files(first);
  }

  std::string describe_counts(const std::vector<HunkLine>& lines) const {
    Hunk hunk;
    hunk.lines = lines;
    auto stated = [](std::optional<uint64_t> count) { return count ? std::to_string(*count) : std::string("no"); };
    return "its header counts " + stated(header_.old_count) + " old and " + stated(header_.new_count) +
        " new lines, there are " + std::to_string(hunk.old_count()) + " and " + std::to_string(hunk.new_count());
  }

  void note_repair(const Hunk& hunk, bool filled) {
    uint64_t old_count = hunk.old_count();
    uint64_t new_count = hunk.new_count();
    bool right = header_.old_count == old_count && header_.new_count == new_count;
    if (right && header_.exact && !filled) return;
    std::string hint = header_.old_start && header_.new_start
        ? "write '" + print_hunk_header(*header_.old_start, old_count, *header_.new_start, new_count) + "'"
        : "write its line numbers and counts, as in '@@ -12," + std::to_string(old_count) + " +12," +
            std::to_string(new_count) + " @@'";
    if (start_ == HunkStart::lines) {
      repair("the hunk has no '@@' line", std::move(hint));
    } else if (header_.counts_known() && !right) {
      repair("the hunk was read by its lines: " + describe_counts(hunk.lines), std::move(hint));
    } else if (!header_.exact || !right) {
      repair("the hunk header is not complete: " + excerpt_in_quotes(at_.line().text, 80), std::move(hint));
    } else {
      repair(std::string("empty lines in the hunk were read as ") + (creates() ? "added" : "removed") + " lines",
          "begin every line of a hunk with ' ', '+' or '-'");
    }
  }

  Cursor at_;
  HunkStart start_;
  const FilePatch& file_;
  const ParseOptions& options_;
  ParseResult& result_;
  uint64_t errors_before_;
  HunkHeader header_;
  bool counts_right_ = false;
};

}  // namespace

HunkReading read_hunk(
    const Cursor& at, HunkStart start, const FilePatch& file, const ParseOptions& options, ParseResult& result) {
  return Reader(at, start, file, options, result).read();
}

}  // namespace aptix::diff
