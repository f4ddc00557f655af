#include "ops/batch/batch_diff.h"

#include <fmt/format.h>

#include "diff/read/unified.h"
#include "edit/lines/line_changes.h"

namespace aptix::ops {
namespace {

void append_lines(std::string& out, char sign, const std::vector<std::string_view>& lines) {
  for (std::string_view line : lines) {
    out += sign;
    out += line;
    out += '\n';
  }
}

// `shift`: how many lines the changes above have added.
void append_change(std::string& out, const LineChange& change, int64_t shift) {
  if (change.kind == LineChange::Kind::match) {
    out += "@@ @@\n";
  } else {
    size_t before = change.expected.size(), after = change.lines.size();
    // An empty side is named by the line before it.
    int64_t first = static_cast<int64_t>(change.first);
    int64_t gap = change.kind == LineChange::Kind::insert ? first : first - 1;
    int64_t new_start = gap + shift + (after == 0 ? 0 : 1);
    out += fmt::format("@@ -{},{} +{},{} @@\n", first, before, new_start, after);
  }
  append_lines(out, '-', change.expected);
  append_lines(out, '+', change.lines);
}

bool is_wanted(int64_t only, size_t index) { return only < 0 || static_cast<size_t>(only) == index; }

// With context; nothing when the changes do not fit the text.
std::optional<std::string> hunks_on(const std::string& base, const FileEdit& file, int64_t only) {
  std::vector<const LineChange*> changes;
  for (size_t i = 0; i < file.edits.size(); ++i)
    if (is_wanted(only, i)) changes.push_back(&std::get<LineChange>(file.edits[i].what));
  edit::LineChangesResult applied = edit::apply_line_changes(base, changes, file.path);
  if (!applied.errors.empty()) return std::nullopt;
  std::string result;
  for (std::string_view piece : applied.pieces) result += piece;
  return diff::print_hunks(base, result);
}

void append_file(std::string& out, const FileEdit& file, int64_t only, const FindBase& find_base) {
  out += fmt::format(
      "--- {}\n+++ {}\n", diff::quote_name("a/" + file.names.doc_path), diff::quote_name("b/" + file.names.doc_path));
  std::optional<std::string> base = find_base(file);
  std::optional<std::string> hunks = base ? hunks_on(*base, file, only) : std::nullopt;
  if (hunks) {
    out += *hunks;
    return;
  }
  int64_t shift = 0;
  for (size_t i = 0; i < file.edits.size(); ++i) {
    const LineChange& change = std::get<LineChange>(file.edits[i].what);
    if (is_wanted(only, i)) append_change(out, change, only < 0 ? shift : 0);
    shift += static_cast<int64_t>(change.lines.size()) - static_cast<int64_t>(change.expected.size());
  }
}

}  // namespace

std::string batch_diff(const Plan& plan, const BatchPart& part, const FindBase& find_base) {
  std::string out;
  for (size_t i = 0; i < plan.files.size(); ++i)
    if (is_wanted(part.file, i)) append_file(out, plan.files[i], part.change, find_base);
  return out;
}

}  // namespace aptix::ops
