// Diagnostics as text: the code, the place, an excerpt with a caret, notes, the nearest places, the hint.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/cells.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/lines/line_table.h"
#include "render/style.h"
#include "render/text.h"

namespace aptix::render {
namespace {

// One character as it is displayed: a few bytes at most, whatever the line contains.
struct Cell {
  std::string text;
  size_t width = 1;
  size_t size = 1;  // bytes of the line
};

// A byte that begins no character counts as one.
size_t size_at(std::string_view line, size_t offset) { return std::max<size_t>(utf8_sequence_size(line, offset), 1); }

Cell show(std::string_view line, size_t offset) {
  if (line[offset] == '\t') return {" ", 1, 1};
  std::string_view bytes = line.substr(offset, size_at(line, offset));
  std::string text = escape_for_display(bytes);
  bool as_is = text == bytes && bytes.size() > 1;
  return {text, as_is ? cells_of(decode_utf8(bytes, 0).value) : text.size(), bytes.size()};
}

constexpr std::string_view kCut = "...";

constexpr size_t kMaxCandidates = 3;
constexpr size_t kMaxCandidateLines = 6;
constexpr size_t kMaxExtractLines = 60;
constexpr uint64_t kMaxColumn = 1'000'000;  // for longer lines no excerpt is searched
constexpr int kFormatFault = 3;             // exit class of faults in the input, which then is shown

struct Manner {
  std::string_view label;  // "error"
  std::string_view style;
};
constexpr Manner kAsError = {"error", style::kError};
constexpr Manner kAsWarning = {"warning", style::kWarning};

class DiagnosticPrinter {
 public:
  explicit DiagnosticPrinter(const TextOptions& options) : options_(options) {
    for (const auto& input : options.inputs) inputs_.emplace(input->name, diff::LineTable(input->bytes));
  }

  // `not_listed`: the number of further ones.
  void print(const std::vector<Diagnostic>& diagnostics, uint64_t not_listed, const Manner& manner) {
    size_t shown = std::min<size_t>(diagnostics.size(), options_.messages);
    for (size_t i = 0; i < shown; ++i) print(diagnostics[i], manner);
    uint64_t more = diagnostics.size() - shown + not_listed;
    if (more != 0)
      out_ += fmt::format("... and {} more {}{}\n", count_of(more, ""), manner.label, more == 1 ? "" : "s");
  }

  // The message in git's words; further details below it.
  void print_bare(const Diagnostic& diagnostic, const Manner& manner) {
    styled(manner.style, fmt::format("{}:", manner.label));
    out_ += ' ' + escape_block_for_display(diagnostic.message) + '\n';
    gutter_ = gutter_width(diagnostic);
    print_advice(diagnostic);
  }

  void print_plain(std::string_view text) { out_ += escape_block_for_display(text) + '\n'; }

  std::string take() { return std::move(out_); }

 private:
  void print(const Diagnostic& diagnostic, const Manner& manner) {
    styled(manner.style, fmt::format("{}[{}]", manner.label, info(diagnostic.code).id));
    styled(style::kStrong, ": " + escape_for_display(diagnostic.message));
    out_ += '\n';
    gutter_ = gutter_width(diagnostic);
    print_place(diagnostic);
    print_excerpt(diagnostic, manner);
    print_advice(diagnostic);
  }

  void print_advice(const Diagnostic& diagnostic) {
    for (const std::string& note : diagnostic.notes) print_labelled("note", note);
    print_candidates(diagnostic);
    print_extracts(diagnostic);
    if (!diagnostic.hint.empty()) print_labelled("hint", diagnostic.hint);
  }

  void print_place(const Diagnostic& diagnostic) {
    const Place& where = diagnostic.where;
    std::string place;
    if (!where.input.empty()) {
      place = where.input;
      if (where.line != 0) place += fmt::format(":{}", where.line);
      if (where.line != 0 && where.column != 0) place += fmt::format(":{}", where.column);
      if (!where.pointer.empty()) place += " " + where.pointer;
    } else if (!diagnostic.path.empty() &&
        diagnostic.message.find("'" + escape_for_display(diagnostic.path) + "'") == std::string::npos) {
      place = diagnostic.path;
    }
    if (place.empty()) return;
    out_.append(gutter_, ' ');
    styled(style::kNote, "-->");
    out_ += ' ' + escape_for_display(place) + '\n';
  }

  // Only for faults of the input. If an edit does not match, the text of the file is more useful.
  void print_excerpt(const Diagnostic& diagnostic, const Manner& manner) {
    if (!shows_excerpt(diagnostic)) return;
    std::string_view line = without_cr(inputs_.at(diagnostic.where.input).line(diagnostic.where.line - 1));
    Excerpt shown = excerpt(line, diagnostic.where.column, std::max<size_t>(options_.width, 40) - gutter_ - 3);
    bar();
    out_ += '\n';
    styled(style::kNote, fmt::format("{:>{}} |", diagnostic.where.line, gutter_));
    out_ += ' ' + shown.text + '\n';
    bar();
    out_.append(shown.caret + 1, ' ');
    styled(manner.style, "^");
    out_ += '\n';
  }

  void print_candidates(const Diagnostic& diagnostic) {
    size_t shown = std::min(diagnostic.candidates.size(), kMaxCandidates);
    for (size_t i = 0; i < shown; ++i) {
      const Candidate& candidate = diagnostic.candidates[i];
      std::string_view label = candidate.differs.empty() ? "place" : "nearest";
      print_labelled(label, fmt::format("{}:{}", diagnostic.path.empty() ? "line" : diagnostic.path, candidate.line));
      print_candidate_text(candidate);
      if (!candidate.differs.empty()) print_labelled("differs", candidate.differs);
    }
    if (shown < diagnostic.candidates.size())
      print_labelled("note", fmt::format("and {} more places", diagnostic.candidates.size() - shown));
  }

  void print_extracts(const Diagnostic& diagnostic) {
    for (const Extract& extract : diagnostic.extracts) {
      print_labelled(
          extract.name, extract.line == 0 ? diagnostic.path : fmt::format("{}:{}", diagnostic.path, extract.line));
      std::string_view rest = extract.text;
      if (extract.is_end) rest = last_lines(rest, kMaxExtractLines);
      if (rest.size() != extract.text.size()) print_labelled("note", "what comes before is left out");
      for (size_t i = 0; i < kMaxExtractLines && !rest.empty(); ++i) {
        bar();
        out_ += ' ' + escape_block_for_display(cut(take_line(rest))) + '\n';
      }
      if (!rest.empty()) print_labelled("note", "the rest is left out; '--json' has all of it");
    }
  }

  void print_candidate_text(const Candidate& candidate) {
    std::string_view rest = candidate.text;
    for (size_t i = 0; i < kMaxCandidateLines && !rest.empty(); ++i) {
      std::string_view line = without_cr(take_line(rest));
      styled(style::kNote, fmt::format("{:>{}} |", candidate.first_line() + i, gutter_));
      out_ += ' ' + escape_block_for_display(cut(line)) + '\n';
    }
  }

  void print_labelled(std::string_view label, std::string_view text) {
    out_.append(gutter_ + 1, ' ');
    styled(style::kNote, fmt::format("= {}:", label));
    out_ += (text.empty() ? "" : " ") + escape_for_display(text) + '\n';
  }

  void bar() {
    out_.append(gutter_ + 1, ' ');
    styled(style::kNote, "|");
  }

  void styled(std::string_view style, std::string_view text) {
    style::append(out_, options_.colour_err ? style : std::string_view(), text);
  }

  // Cuts a very long line, between two characters.
  std::string_view cut(std::string_view line) const {
    return cut_at_character(line, std::max<size_t>(options_.width, 80));
  }

  bool shows_excerpt(const Diagnostic& diagnostic) const {
    return info(diagnostic.code).exit_class == kFormatFault && diagnostic.where.line != 0 &&
        diagnostic.where.column != 0 && diagnostic.where.column <= kMaxColumn &&
        inputs_.contains(diagnostic.where.input);
  }

  size_t gutter_width(const Diagnostic& diagnostic) const {
    uint64_t largest = shows_excerpt(diagnostic) ? diagnostic.where.line : 0;
    size_t shown = std::min(diagnostic.candidates.size(), kMaxCandidates);
    for (size_t i = 0; i < shown; ++i) largest = std::max(largest, diagnostic.candidates[i].line + kMaxCandidateLines);
    return std::max<size_t>(2, fmt::formatted_size("{}", largest));
  }

  const TextOptions& options_;
  std::map<std::string, diff::LineTable, std::less<>> inputs_;
  std::string out_;
  size_t gutter_ = 2;
};

}  // namespace

// Cuts a window out of the line that contains the column.
Excerpt excerpt(std::string_view line, uint64_t column, size_t width) {
  // The window begins so that a third of it is before the column.
  size_t before = width / 3;
  uint64_t target = column == 0 ? 0 : column - 1;
  size_t skipped = 0;  // characters
  size_t offset = 0;
  size_t position = 0;
  bool fits = line.size() <= width && escape_for_display(line).size() <= width;
  if (!fits && target > before) skipped = static_cast<size_t>(target) - before;
  while (position < skipped && offset < line.size()) {
    offset += size_at(line, offset);
    ++position;
  }
  Excerpt result;
  if (offset > 0) result.text = kCut;
  size_t used = result.text.size();
  result.caret = used;
  for (; offset < line.size(); ++position) {
    Cell cell = show(line, offset);
    if (position <= target) result.caret = used;
    if (!fits && used + cell.width + kCut.size() > width) {
      result.text += kCut;
      return result;
    }
    result.text += cell.text;
    used += cell.width;
    offset += cell.size;
  }
  if (position <= target) result.caret = used;
  return result;
}

std::string render_diagnostics(const Diagnostics& diagnostics, const TextOptions& options) {
  DiagnosticPrinter printer(options);
  if (options.verbosity != Verbosity::quiet) printer.print(diagnostics.warnings, diagnostics.more_warnings, kAsWarning);
  printer.print(diagnostics.errors, diagnostics.more_errors, kAsError);
  return printer.take();
}

std::string render_git_lines(std::span<const GitLine> lines, const TextOptions& options) {
  if (options.verbosity == Verbosity::quiet) return {};
  DiagnosticPrinter printer(options);
  for (const GitLine& line : lines) {
    switch (line.kind) {
      case GitLine::Kind::error: printer.print_bare(line.said, kAsError); break;
      case GitLine::Kind::warning: printer.print_bare(line.said, kAsWarning); break;
      case GitLine::Kind::info: printer.print_plain(line.said.message); break;
    }
  }
  return printer.take();
}

}  // namespace aptix::render
