// A Report as text for people: one line for each file, one for the whole, and messages.
#include "render/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text/text.h"
#include "render/diff.h"
#include "render/style.h"

namespace aptix::render {
namespace {

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string_view change_style(const FileReport& file) {
  if (file.status == "failed") return style::kError;
  if (file.operation == "create") return style::kAdded;
  return file.operation == "delete" ? style::kRemoved : std::string_view();
}

// "(+12)", "(+3 -1)"; "" if only mode or name changed
std::string line_counts(const FileReport& file) {
  if (file.lines_added == 0 && file.lines_removed == 0) return {};
  std::string counts = " (";
  if (file.lines_added != 0) counts += '+' + grouped(file.lines_added);
  if (file.lines_removed != 0) counts += (file.lines_added == 0 ? "-" : " -") + grouped(file.lines_removed);
  return counts + ')';
}

std::string_view rule_words(Rule rule) {
  switch (rule) {
    case Rule::exact: return "exact";
    case Rule::moved: return "moved";
    case Rule::line_ends: return "ignoring line ends";
    case Rule::whitespace: return "ignoring white space";
    case Rule::indentation: return "ignoring indentation";
    case Rule::look_alike: return "look-alike characters";
    case Rule::context: return "ignoring context";
    case Rule::fuzzy: return "similar lines";
  }
  return "";
}

std::string describe_edit(const EditReport& edit) {
  std::string text = std::string(name(edit.status));
  if (edit.status == EditStatus::failed || edit.status == EditStatus::noop) return text;
  if (edit.line != 0) text += fmt::format(" at line {}", grouped(edit.line));
  if (edit.places > 1) text += fmt::format(", {}", count_of(edit.places, "place"));
  if (edit.offset != 0)
    text +=
        fmt::format(", {} {}", count_of(static_cast<uint64_t>(edit.offset < 0 ? -edit.offset : edit.offset), "line"),
            edit.offset < 0 ? "up" : "down");
  return fmt::format("{} ({})", text, rule_words(edit.rule));
}

uint64_t count_edits(const FileReport& file, EditStatus status) {
  return static_cast<uint64_t>(
      std::ranges::count_if(file.edits, [&](const EditReport& edit) { return edit.status == status; }));
}

uint64_t count_files(const Report& report, std::string_view status) {
  return static_cast<uint64_t>(std::count_if(
      report.files.begin(), report.files.end(), [&](const FileReport& file) { return file.status == status; }));
}

class ReportSummary {
 public:
  ReportSummary(const Report& report, const TextOptions& options) : report_(report), options_(options) {
    colour_ = options.diff ? options.colour_err : options.colour_out;
  }

  // What is listed after success, and by validate in any case.
  std::string text() {
    if (options_.purpose == Purpose::validate) list_blocks();
    // Without --keep-going, a failed run has written nothing.
    if (!report_.successful() && report_.transaction == 0) return std::move(out_);
    for (const FileReport& file : report_.files)
      if (file.status != "failed") list(file);
    uint64_t count = 0;  // edits in place already; a file with only such edits counts as unchanged
    for (const FileReport& file : report_.files)
      if (file.status == "changed") count += count_edits(file, EditStatus::already);
    if (count != 0) out_ += fmt::format("{} {} there already\n", count_of(count, "edit"), count == 1 ? "was" : "were");
    out_ += closing() + '\n';
    return std::move(out_);
  }

 private:
  void list_blocks() {
    for (const BlockReport& block : report_.blocks) {
      if (block.format.empty() && options_.verbosity != Verbosity::verbose) continue;
      out_ += fmt::format("block {} at line {}: ", block.number, grouped(block.line));
      if (block.format.empty()) out_ += fmt::format("skipped: {}\n", escape_for_display(block.why));
      else out_ += fmt::format("{}, {}\n", block.format, count_of(block.edits, "entry"));
    }
  }

  void list(const FileReport& file) {
    bool verbose = options_.verbosity == Verbosity::verbose;
    if (file.status == "unchanged" && !verbose) return;
    bool as_status = file.status == "unchanged" || file.status == "skipped";
    std::string_view verb = as_status ? file.status : file.operation;
    std::string name = escape_for_display(file.path);
    if (!file.from.empty()) name = fmt::format("{} -> {}", escape_for_display(file.from), name);
    style::append(out_, colour_ && !as_status ? change_style(file) : std::string_view(), verb);
    std::string left_out =
        file.left_out == 0 || as_status ? "" : fmt::format(", {} left out", count_of(file.left_out, "edit"));
    out_ += ' ' + name + line_counts(file) + left_out + '\n';
    if (!verbose) return;
    for (size_t i = 0; i < file.edits.size(); ++i)
      out_ += fmt::format("  edit {}: {}\n", i + 1, describe_edit(file.edits[i]));
  }

  std::string closing() const {
    uint64_t changed = count_files(report_, "changed");
    uint64_t unchanged = count_files(report_, "unchanged");
    uint64_t skipped = count_files(report_, "skipped");
    std::string rest = unchanged == 0 ? "" : fmt::format(", {} unchanged", grouped(unchanged));
    if (skipped != 0) rest += fmt::format(", {} skipped", grouped(skipped));
    if (skipped != 0 && changed == 0) return "nothing was chosen: nothing was written";
    if (options_.purpose == Purpose::validate && report_.files.empty()) return "valid: the files were not looked at";
    if (options_.purpose == Purpose::validate)
      return fmt::format("valid: {} would change{}", count_of(changed, "file"), rest);
    if (report_.dry_run)
      return fmt::format("dry run: nothing was written; {} would change{}", count_of(changed, "file"), rest);
    if (report_.transaction == 0)
      return report_.complete ? "nothing to do: the files are already as asked for" : "no file was changed";
    return fmt::format("transaction {}: {} changed{}{}; undo with {}", report_.transaction, count_of(changed, "file"),
        rest, report_.verified.empty() ? "" : ", verified", options_.undo);
  }

  const Report& report_;
  const TextOptions& options_;
  bool colour_ = false;
  std::string out_;
};

std::string passed_over(const Report& report) {
  std::string out;
  for (const BlockReport& block : report.blocks)
    if (block.format.empty())
      out += fmt::format("note: block {} at line {} was skipped: {}\n", block.number, grouped(block.line),
          escape_for_display(block.why));
  return out;
}

}  // namespace

// What a person may have to do: code blocks that are not edits, with their lines and language.
std::string left_to_you(const Report& report) {
  constexpr size_t kMostListed = 8;
  std::vector<std::string> left;
  for (const BlockReport& block : report.blocks) {
    if (!block.is_left || !block.fenced) continue;
    std::string_view kind = std::string_view(block.info).substr(0, block.info.find_first_of(" \t{"));
    left.push_back((block.last_line > block.line ? fmt::format("lines {} to {}", block.line, block.last_line)
                                                 : fmt::format("line {}", block.line)) +
        (kind.empty() ? "" : ", " + excerpt_for_display(kind, 40)));
  }
  if (!report.successful()) return {};
  std::string out;
  for (size_t i = 0; i < std::min(left.size(), kMostListed); ++i) out += "left to you: " + left[i] + "\n";
  if (left.size() > kMostListed) out += fmt::format("left to you: {} more\n", left.size() - kMostListed);
  return out;
}

std::string skipped_edits(const Report& report) {
  uint64_t count = 0;
  for (const FileReport& file : report.files) count += count_edits(file, EditStatus::noop);
  if (count == 0) return {};
  return fmt::format("{} {} not found{}\n", count_of(count, "edit"), count == 1 ? "was" : "were",
      report.successful() ? " and skipped" : "");
}

std::string diff_text(std::string_view diff, const TextOptions& options) {
  if (!options.diff_for_terminal) return std::string(diff);
  return options.colour_out ? colour_diff(diff) : escape_block_for_display(diff);
}

std::string count_of(uint64_t number, std::string_view noun) {
  if (noun.empty()) return grouped(number);
  if (number == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with('y')) return fmt::format("{} {}ies", grouped(number), noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}s", grouped(number), noun);
}

Text render_text(const Report& report, const TextOptions& options) {
  Text text;
  std::string summary = options.verbosity == Verbosity::quiet ? std::string() : ReportSummary(report, options).text();
  text.out = options.diff ? diff_text(report.diff, options) : options.feedback ? report.feedback : summary;
  if (options.diff || options.feedback) text.err = summary;
  bool listed = options.purpose == Purpose::validate;
  if (options.verbosity == Verbosity::verbose && !listed) text.err += passed_over(report);
  text.err += render_diagnostics(report.diagnostics, options);
  if (options.verbosity != Verbosity::quiet) text.err += left_to_you(report) + skipped_edits(report);
  return text;
}

}  // namespace aptix::render
