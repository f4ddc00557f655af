// Two texts -> hunks as text. `git apply` accepts it byte for byte. Pure.
#include <algorithm>
#include <utility>

#include "diff/compute/lines.h"
#include "diff/lines/line_table.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::diff {
namespace {

constexpr std::string_view kNoNewline = "\\ No newline at end of file\n";

class Printer {
 public:
  Printer(std::string_view before, std::string_view after, uint64_t context)
      : old_(before),
        new_(after),
        context_(context) {}

  // Prints edits [first, last) as one hunk.
  void print(const std::vector<LineEdit>& edits, size_t first, size_t last) {
    const LineEdit& head = edits[first];
    const LineEdit& tail = edits[last - 1];
    uint64_t lead = std::min(context_, head.old_start);
    uint64_t old_end = tail.old_start + tail.old_count;
    uint64_t trail = 0;
    while (trail < context_ && old_.has(old_end + trail)) ++trail;
    uint64_t old_start = head.old_start - lead;
    uint64_t new_start = head.new_start - lead;
    uint64_t old_count = old_end + trail - old_start;
    uint64_t new_count = tail.new_start + tail.new_count + trail - new_start;
    // An empty side is named by the line before it.
    out_ += print_hunk_header(
        old_count == 0 ? old_start : old_start + 1, old_count, new_count == 0 ? new_start : new_start + 1, new_count);
    out_ += '\n';
    size_t at = old_.start_of(old_start);
    uint64_t line = old_start;
    for (size_t i = first; i < last; ++i) {
      at = add_lines(' ', old_.text(), at, edits[i].old_start - line);
      at = add_lines('-', old_.text(), at, edits[i].old_count);
      add_lines('+', new_.text(), new_.start_of(edits[i].new_start), edits[i].new_count);
      line = edits[i].old_start + edits[i].old_count;
    }
    add_lines(' ', old_.text(), at, trail);
  }

  std::string take() { return std::move(out_); }

 private:
  // Returns where the next line starts.
  size_t add_lines(char mark, std::string_view text, size_t at, uint64_t count) {
    for (; count != 0; --count) {
      std::string_view line = raw_line(text, at);
      out_ += mark;
      out_ += line;
      if (!line.ends_with('\n')) {
        out_ += '\n';
        out_ += kNoNewline;
      }
      at += line.size();
    }
    return at;
  }

  LineTable old_;
  LineTable new_;
  uint64_t context_;
  std::string out_;
};

}  // namespace

std::string print_hunks(std::string_view before, std::string_view after, unsigned context) {
  return print_hunks(before, after, diff_lines(before, after), context);
}

std::string print_hunks(
    std::string_view before, std::string_view after, const std::vector<LineEdit>& edits, unsigned context) {
  Printer printer(before, after, context);
  for (size_t first = 0; first < edits.size();) {
    size_t last = end_of_hunk(edits, first, context);
    printer.print(edits, first, last);
    first = last;
  }
  return printer.take();
}

}  // namespace aptix::diff
