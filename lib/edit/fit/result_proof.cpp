#include "edit/fit/result_proof.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/fit/balance.h"
#include "edit/fit/bare_comments.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

class FileProof {
 public:
  FileProof(const OldFile& file, const OldFile& result, const Heads& heads, std::string_view path)
      : file_(file),
        result_(result),
        heads_(heads),
        path_(path) {}

  std::optional<Misfit> run() {
    for (auto check : {&FileProof::balance, &FileProof::comments, &FileProof::open_bodies, &FileProof::twice})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  std::optional<Misfit> balance() {
    std::optional<Unbalanced> found = unbalanced(&file_.scanned, result_.scanned, path_);
    if (!found) return std::nullopt;
    return Misfit{.why = Misfit::Why::unbalanced,
        .what = fmt::format("in line {} of the result, {}", found->line, found->what),
        .ask = "show the part with the lines that close it"};
  }

  std::optional<Misfit> comments() {
    std::optional<BareComment> found = bare_comment(file_.scanned, result_.scanned, GoneLines::all);
    if (!found) return std::nullopt;
    return Misfit{.why = Misfit::Why::placeholder,
        .what = fmt::format(
            "{} lines would be removed for the comment '{}'", found->lines, excerpt_for_display(found->text, 60)),
        .ask = "write out what that line stands for"};
  }

  static size_t empty_bodies(const Scan& scan) {
    size_t count = 0;
    const ScannedLine* head = nullptr;
    for (const ScannedLine& line : scan.lines) {
      if (line.code.empty() || line.in_string) continue;
      count += head != nullptr && line.indent <= head->indent ? 1 : 0;
      head = line.code.ends_with(':') && line.depth_after == 0 ? &line : nullptr;
    }
    return count + (head != nullptr ? 1 : 0);
  }

  // By indentation: a head with nothing in it, more often than before.
  std::optional<Misfit> open_bodies() {
    if (file_.kind.layout != Layout::indentation || !file_.kind.names) return std::nullopt;
    if (empty_bodies(result_.scanned) <= empty_bodies(file_.scanned)) return std::nullopt;
    return Misfit{
        .why = Misfit::Why::unbalanced, .what = "a body is missing in the result", .ask = "ask for the whole of it"};
  }

  // How often the heads that the parts have are in each thing of a text; "": in none.
  using Counts = std::map<std::pair<std::string_view, std::string_view>, size_t>;
  Counts counts_in(const Things& things) const {
    Counts counts;
    std::vector<const Thing*> around;
    for (const Thing& thing : things.all) {
      while (!around.empty() && around.back()->last < thing.head) around.pop_back();
      std::string_view in = around.empty() ? std::string_view() : around.back()->head_text;
      bool counted = heads_.contains(thing.head_text) && (thing.has_body() || !thing.name().empty());
      if (counted) ++counts[{in, thing.head_text}];
      if (thing.has_body()) around.push_back(&thing);
    }
    return counts;
  }

  // Has the result no more lines like that head than the parts have? That is found without a look at its things.
  bool is_in_parts_alone(const Heads::value_type& head) const {
    return lines_like(result_.text, head.first, head.second + 1) <= head.second;
  }

  // A thing that a part has comes twice: it was somewhere else.
  std::optional<Misfit> twice() {
    if (std::all_of(heads_.begin(), heads_.end(), [this](const auto& head) { return is_in_parts_alone(head); }))
      return std::nullopt;
    Counts once = counts_in(file_.things()), now = counts_in(result_.things());
    for (const auto& [place, has] : now) {
      auto before = once.find(place);
      size_t had = before == once.end() ? 0 : before->second;
      if (has <= std::max(had, heads_.find(place.second)->second)) continue;
      Misfit misfit{.why = Misfit::Why::ambiguous,
          .what = fmt::format("'{}' would be in the file twice", excerpt_for_display(place.second, 60)),
          .ask = "show the place that it leaves, too"};
      if (had != 0) misfit.old_lines.push_back(file_.things().with_head(place.second).front()->head + 1);
      return misfit;
    }
    return std::nullopt;
  }

  const OldFile& file_;
  const OldFile& result_;
  const Heads& heads_;
  std::string_view path_;
};

}  // namespace

std::optional<Misfit> disproof_of_result(
    const OldFile& file, const OldFile& result, const Heads& heads, std::string_view path) {
  return FileProof(file, result, heads, path).run();
}

}  // namespace aptix::edit
