#include "render/feedback.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::render {
namespace {

constexpr double kBytesPerToken = 3.5;
constexpr size_t kMostLine = 400;  // bytes of a line of a file that are shown

std::string shown(std::string_view text) {
  std::string line = escape_for_display(text.substr(0, kMostLine));
  return text.size() > kMostLine ? line + "..." : line;
}

// Blanks, tabs and line ends made visible, for a difference that cannot be seen otherwise.
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

bool is_about_white_space(std::string_view differs) {
  return differs.find("indentation") != std::string_view::npos || differs.find("blank") != std::string_view::npos ||
      differs.find("space") != std::string_view::npos || differs.find("tab") != std::string_view::npos ||
      differs.find("line end") != std::string_view::npos;
}

std::string numbered_lines(const Candidate& candidate) {
  std::string out;
  uint64_t line = candidate.first_line();
  bool marked = is_about_white_space(candidate.differs);
  for (std::string_view text : split(candidate.text, '\n'))
    out += fmt::format("  {:>5} | {}\n", line++, marked ? visible(text) : shown(text));
  if (marked) out += "  (· is a space, → a tab)\n";
  if (!candidate.differs.empty()) out += "  what differs: " + shown(candidate.differs) + "\n";
  return out;
}

std::string sha_of(const Report& report, std::string_view path) {
  for (const FileReport& file : report.files)
    if (file.path == path) return file.before_sha;
  return {};
}

// The hint without what only the person at the terminal can do: aptix has options, the model has none.
std::string for_model(std::string hint) {
  constexpr std::string_view kGuess = "did you mean ";
  if (hint.starts_with("ask for the whole answer again")) return "send the whole answer again, to its end";
  if (hint.starts_with(kGuess) && hint.ends_with('?'))
    return "name " + hint.substr(kGuess.size(), hint.size() - kGuess.size() - 1) + " if that is meant";
  size_t option = hint.find(", or allow '--");
  size_t why = hint.find(" (", std::min(option, hint.size()));
  if (option == std::string::npos) return hint;
  return hint.substr(0, option) + (why == std::string::npos ? std::string() : hint.substr(why));
}

std::string describe(const Report& report, const Diagnostic& error, size_t number) {
  std::string out = fmt::format("{}. ", number);
  if (!error.path.empty()) out += shown(error.path) + ": ";
  out += shown(error.message) + "\n";
  if (error.where.known()) out += fmt::format("  at line {} of your answer\n", error.where.line);
  for (const std::string& note : error.notes) out += "  " + shown(note) + "\n";
  if (!error.candidates.empty())
    out += fmt::format("  {} has there:\n", error.path.empty() ? "the file" : shown(error.path));
  for (const Candidate& candidate : error.candidates) out += numbered_lines(candidate);
  if (!error.hint.empty()) out += "  do: " + shown(for_model(error.hint)) + "\n";
  if (std::string sha = sha_of(report, error.path); !sha.empty()) out += "  SHA-256 of the file now: " + sha + "\n";
  return out;
}

// The same without the lines of the file.
std::string in_short(Diagnostic error, size_t number) {
  error.notes.clear();
  error.candidates.clear();
  return describe(Report{}, error, number);
}

std::string headline(const Report& report) {
  uint64_t count = report.diagnostics.errors.size() + report.diagnostics.more_errors;
  std::string failed = count == 1 ? "One thing in your answer does not fit."
                                  : fmt::format("{} things in your answer do not fit.", count);
  std::string_view these = count == 1 ? "this" : "these";
  if (report.transaction == 0)
    return fmt::format("{} Nothing was written: send the whole answer again, with {} corrected.\n", failed, these);
  return failed + " The files named at the end were written: send only what is corrected, and nothing for them.\n";
}

std::string files_with(const Report& report, std::string_view status, std::string_view words) {
  std::string list;
  for (const FileReport& file : report.files)
    if (file.status == status) list += (list.empty() ? "" : ", ") + shown(file.path);
  return list.empty() ? list : std::string(words) + list + "\n";
}

std::string form(const Report& report) {
  for (const BlockReport& block : report.blocks)
    if (!block.feedback.empty()) return std::string(block.feedback);
  return {};
}

// The parts that are within the limit; what is left out is counted.
class Budget {
 public:
  explicit Budget(uint64_t tokens)
      : left_(tokens == 0 ? SIZE_MAX : static_cast<size_t>(static_cast<double>(tokens) * kBytesPerToken)) {}

  bool has_room_for(const std::string& part) const { return left_ == SIZE_MAX || part.size() + kReserve <= left_; }

  void add(const std::string& part) {
    if (part.empty()) return;
    if (!has_room_for(part)) {
      ++dropped_;
      return;
    }
    if (left_ != SIZE_MAX) left_ -= part.size();
    text_ += part;
  }

  std::string take() {
    if (dropped_ != 0 && left_ >= kReserve) text_ += fmt::format("({} more parts are left out)\n", dropped_);
    return std::move(text_);
  }

 private:
  static constexpr size_t kReserve = 40;

  size_t left_;
  size_t dropped_ = 0;
  std::string text_;
};

}  // namespace

std::string feedback(const Report& report, const FeedbackOptions& options) {
  Budget budget(options.max_tokens);
  if (report.successful()) {
    std::string done = files_with(report, "changed", "Applied, don't send it again: ") +
        files_with(report, "unchanged", "In place already: ");
    budget.add(done);
  } else {
    budget.add(headline(report));
    size_t number = 0;
    for (const Diagnostic& error : report.diagnostics.errors) {
      std::string whole = describe(report, error, ++number);
      budget.add(budget.has_room_for(whole) ? whole : in_short(error, number));
    }
    budget.add(form(report));
    budget.add(files_with(report, "changed", "Applied, don't send it again: "));
    budget.add(files_with(report, "held", "These fit, but were not written: "));
  }
  size_t number = 0;
  for (const Diagnostic& warning : report.diagnostics.warnings)
    if (warning.code == Code::match_not_found || warning.code == Code::match_several)
      budget.add(describe(report, warning, ++number));
  return budget.take();
}

}  // namespace aptix::render
