#include "render/text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "model/model_hint.h"

namespace aptix::render {
namespace {

constexpr double kBytesPerToken = 3.5;
constexpr size_t kMostLine = 400;  // bytes shown of a line of a file

std::string shown(std::string_view text) {
  std::string line = escape_for_display(text.substr(0, kMostLine));
  return text.size() > kMostLine ? line + "..." : line;
}

// Shows spaces, tabs and line ends, for differences that are invisible otherwise.
std::string visible(std::string_view line) {
  std::string out;
  for (char c : line.substr(0, kMostLine)) {
    if (c == ' ') out += "·";
    else if (c == '\t') out += "→";
    else if (c == '\r') out += "␍";
    else out += c;
  }
  return escape_for_display(out);
}

std::string numbered_lines(const Candidate& candidate) {
  std::string out;
  uint64_t line = candidate.first_line();
  for (std::string_view text : split(candidate.text, '\n'))
    out += fmt::format("  {:>5} | {}\n", line++, candidate.white_space ? visible(text) : shown(text));
  if (candidate.white_space) out += "  (· is a space, → a tab)\n";
  if (!candidate.differs.empty()) out += "  what differs: " + shown(candidate.differs) + "\n";
  return out;
}

const FileReport* file_of(const Report& report, std::string_view path) {
  auto found =
      std::find_if(report.files.begin(), report.files.end(), [&](const FileReport& file) { return file.path == path; });
  return found == report.files.end() ? nullptr : &*found;
}

bool is_written(const Report& report, const FileReport& file) {
  return report.transaction != 0 && file.status == "changed";
}

// The last lines of a program's output.
std::string printed(const Extract& extract) {
  constexpr size_t kMostPrinted = 30;  // lines
  std::string out = fmt::format("  {}:\n", extract.name);
  for (std::string_view rest = last_lines(extract.text, kMostPrinted); !rest.empty();)
    out += fmt::format("  | {}\n", shown(take_line(rest)));
  return out;
}

std::string describe(const Report& report, const Diagnostic& error, size_t number) {
  std::string out = fmt::format("{}. ", number);
  if (!error.path.empty()) out += shown(error.path) + ": ";
  out += shown(error.message) + "\n";
  if (error.where.known()) out += fmt::format("  at line {} of your answer\n", error.where.line);
  for (const std::string& note : error.notes) out += "  " + shown(note) + "\n";
  const FileReport* file = file_of(report, error.path);
  bool written = file != nullptr && is_written(report, *file);
  // Earlier edits that matched are applied in the text that is shown.
  bool edited =
      file != nullptr && !written && !file->edits.empty() && file->edits.front().status == EditStatus::applied;
  if (!error.candidates.empty())
    out += fmt::format("  {} contains there{}:\n", error.path.empty() ? "the file" : shown(error.path),
        edited ? ", after the edits before this one" : "");
  for (const Candidate& candidate : error.candidates) out += numbered_lines(candidate);
  for (const Extract& extract : error.extracts)
    if (extract.is_end) out += printed(extract);
  if (std::string hint = hint_for_model(error.hint, error.code); !hint.empty()) out += "  do: " + shown(hint) + "\n";
  std::string sha = file == nullptr ? std::string() : hex_of(written ? file->after_sha : file->before_sha);
  if (!sha.empty()) out += "  SHA-256 of the file now: " + sha + "\n";
  return out;
}

// The same without lines of the file.
std::string in_short(Diagnostic error, size_t number) {
  error.notes.clear();
  error.extracts.clear();
  error.candidates.clear();
  return describe(Report{}, error, number);
}

std::string headline(const Report& report) {
  const std::vector<Diagnostic>& errors = report.diagnostics.errors;
  uint64_t count = errors.size() + report.diagnostics.more_errors;
  std::string failed = count == 1 ? "One thing in your answer does not fit."
                                  : fmt::format("{} things in your answer do not fit.", count);
  std::string_view these = count == 1 ? "this" : "these";
  if (errors.size() == 1 && errors.front().code == Code::verify_failed && report.transaction == 0)
    return "Your edits fit, but a check of the result failed, and they were undone: send the whole answer again, "
           "corrected.\n";
  if (report.transaction == 0)
    return fmt::format("{} Nothing was written: send the whole answer again, with {} corrected.\n", failed, these);
  return failed + " The files named below were written: send only what is corrected, and nothing for them.\n";
}

// For a run that succeeded except for edits that matched nothing.
std::string headline_of_misses(const Report& report, size_t misses) {
  std::string what =
      misses == 1 ? "One edit found nothing to change." : fmt::format("{} edits found nothing to change.", misses);
  return what +
      (report.transaction == 0 ? " Nothing was written: send the whole answer again, with that corrected.\n"
                               : " Send only that, corrected.\n");
}

template <class Test>
std::string files_with(const Report& report, std::string_view words, Test test) {
  std::string list;
  for (const FileReport& file : report.files)
    if (test(file)) list += (list.empty() ? "" : ", ") + shown(file.path);
  return list.empty() ? list : std::string(words) + list + "\n";
}

// The form of the first block that was read, or a form that suits every file.
std::string form(const Report& report) {
  for (const BlockReport& block : report.blocks)
    if (!block.feedback.empty()) return std::string(block.feedback);
  return kAnswerWithBundle;
}

bool is_miss(const Diagnostic& warning) { return warning.code == Code::match_not_found; }

// Warnings about what the next answer can do better.
bool is_to_be_told(const Diagnostic& warning) {
  return is_miss(warning) || warning.code == Code::match_several || warning.code == Code::field_unknown ||
      warning.code == Code::field_unexpected;
}

// Collects parts up to the limit, and counts those that are left out.
class Budget {
 public:
  explicit Budget(uint64_t tokens)
      : left_(tokens == 0 ? SIZE_MAX : static_cast<size_t>(static_cast<double>(tokens) * kBytesPerToken)) {}

  bool has_room_for(const std::string& part) const { return left_ == SIZE_MAX || part.size() + kReserve <= left_; }

  // `about`: the file, which is named if there is no room for the part.
  void add(const std::string& part, std::string_view about = {}) {
    if (part.empty()) return;
    if (!has_room_for(part)) {
      ++dropped_;
      if (!about.empty()) names_ += (names_.empty() ? "" : ", ") + shown(about);
      return;
    }
    if (left_ != SIZE_MAX) left_ -= part.size();
    text_ += part;
  }

  std::string take() {
    std::string left_out = fmt::format("({} more parts are left out)\n", dropped_);
    std::string named = fmt::format("({} more parts are left out, of {})\n", dropped_, names_);
    if (!names_.empty() && named.size() <= left_) left_out = std::move(named);
    if (dropped_ != 0 && left_ >= kReserve) text_ += left_out;
    return std::move(text_);
  }

 private:
  static constexpr size_t kReserve = 40;

  size_t left_;
  size_t dropped_ = 0;
  std::string names_;  // files whose parts were left out
  std::string text_;
};

}  // namespace

std::string feedback(const Report& report, const FeedbackOptions& options) {
  Budget budget(options.max_tokens);
  const std::vector<Diagnostic>& warnings = report.diagnostics.warnings;
  auto misses = std::count_if(warnings.begin(), warnings.end(), is_miss);
  if (!report.successful()) budget.add(headline(report));
  else if (misses != 0) budget.add(headline_of_misses(report, static_cast<size_t>(misses)));
  size_t number = 0;
  auto add = [&](const Diagnostic& what) {
    std::string whole = describe(report, what, ++number);
    budget.add(budget.has_room_for(whole) ? whole : in_short(what, number), what.path);
  };
  for (const Diagnostic& error : report.diagnostics.errors) add(error);
  for (const Diagnostic& warning : warnings)
    if (is_to_be_told(warning)) add(warning);
  constexpr std::string_view kNotWritten = "These fit, but were not written: ";
  auto has_status = [](std::string_view status) {
    return [status](const FileReport& file) { return file.status == status; };
  };
  budget.add(files_with(report, report.transaction != 0 ? "Applied, don't send it again: " : kNotWritten,
                 has_status("changed")) +
      files_with(report, kNotWritten, has_status("held")));
  auto is_in_place = [](const FileReport& file) {  // all its edits were made before
    return file.status == "unchanged" && std::none_of(file.edits.begin(), file.edits.end(), [](const EditReport& edit) {
      return edit.status == EditStatus::noop || edit.status == EditStatus::failed;
    });
  };
  if (report.successful()) budget.add(files_with(report, "In place already: ", is_in_place));
  if (!report.successful() || misses != 0) budget.add(form(report));
  return budget.take();
}

}  // namespace aptix::render
