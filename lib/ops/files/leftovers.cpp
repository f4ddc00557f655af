#include "ops/files/leftovers.h"

#include <algorithm>

#include "base/text/source_kind.h"
#include "base/text/trim.h"
#include "edit/fit/gaps.h"
#include "edit/left_out/left_out.h"

namespace aptix::ops {
namespace {

// Seven times that sign, then the end of the line or a space.
bool is_marker(std::string_view line, char sign) {
  constexpr size_t kLength = 7;
  size_t end = std::min(line.find_first_not_of(sign), line.size());
  return end == kLength && (line.size() == kLength || line[kLength] == ' ');
}

bool is_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

class LeftoverSearch {
 public:
  LeftoverSearch(std::string_view path, std::string_view text, const std::function<bool(uint64_t)>& is_added)
      : kind_(edit::code_or_prose(path)),
        lines_(split(text, '\n')),
        gaps_(edit::gaps_in(text, source_kind(path), std::string_view())),
        is_added_(is_added) {
    if (path.starts_with(".aptix/") || path.find("/.aptix/") != std::string_view::npos)
      found_.push_back({0, "a file of the state folder"});
  }

  std::vector<Leftover> run() {
    for (size_t i = 0; i < lines_.size(); ++i) {
      std::string_view line = without_cr(lines_[i]);
      if (kind_ == edit::CodeOrProse::prose && is_fence(line)) in_example_ = !in_example_;
      if (in_example_) continue;  // a document may show all of this
      if (std::string_view what = what_is(i, line); !what.empty()) found_.push_back({i + 1, what});
    }
    return std::move(found_);
  }

 private:
  std::string_view what_is(size_t index, std::string_view line) {
    bool opens = is_marker(line, '<'), closes = is_marker(line, '>');
    in_conflict_ = (in_conflict_ || opens) && !closes;
    if (line == "<<<<<<< SEARCH" || line == ">>>>>>> REPLACE") return "a marker of a SEARCH/REPLACE block";
    if (opens || closes || (in_conflict_ && is_marker(line, '='))) return "a marker of a conflict";
    bool is_code = kind_ == edit::CodeOrProse::code;
    // A fence around a whole code file is its first or last line that is not blank.
    auto is_blank = [](std::string_view other) { return trim(other).empty(); };
    auto here = lines_.begin() + static_cast<ptrdiff_t>(index);
    bool at_an_end = std::all_of(lines_.begin(), here, is_blank) || std::all_of(here + 1, lines_.end(), is_blank);
    if (is_code && is_fence(line) && at_an_end) return "the fence of a code block";
    // "..." alone may be text, and a document may show code with such comments.
    bool is_gap = index < gaps_.size() && gaps_[index] &&
        (is_code ? trim(line).find_first_not_of('.') != line.npos : trim(line).starts_with("<!--"));
    if (is_gap && is_added_(index + 1)) return "a line that stands for code that was left out";
    return {};
  }

  edit::CodeOrProse kind_;
  std::vector<std::string_view> lines_;
  std::vector<bool> gaps_;
  const std::function<bool(uint64_t)>& is_added_;
  std::vector<Leftover> found_;
  bool in_conflict_ = false, in_example_ = false;
};

}  // namespace

std::vector<Leftover> find_leftovers(
    std::string_view path, std::string_view text, const std::function<bool(uint64_t line)>& is_added) {
  return LeftoverSearch(path, text, is_added).run();
}

// "@@ -3,2 +4,0 @@ words", "@@ -3 +4 @@"
AddedLines::AddedLines(std::string_view diff) {
  while (!diff.empty()) {
    std::string_view line = take_line(diff);
    size_t plus = line.starts_with("@@ -") ? line.find(" +") : line.npos;
    if (plus == line.npos) continue;
    std::string_view numbers = line.substr(plus + 2, line.find(' ', plus + 2) - plus - 2);
    size_t comma = std::min(numbers.find(','), numbers.size());
    auto first = parse_number(numbers.substr(0, comma));
    auto count = comma == numbers.size() ? std::optional<uint64_t>(1) : parse_number(numbers.substr(comma + 1));
    if (first && count) ranges_.push_back({*first, *count});
  }
}

bool AddedLines::holds(uint64_t line) const {
  return std::ranges::any_of(
      ranges_, [&](const Range& range) { return line >= range.first && line - range.first < range.count; });
}

}  // namespace aptix::ops
