#include "edit/fit/steps.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/thing_names.h"

namespace aptix::edit {
namespace {

std::string joined_lines(const Scan& scan) {
  std::string text;
  for (const ScannedLine& line : scan.lines) {
    text += line.text;
    text += '\n';
  }
  return text;
}

bool has_words(const ScannedLine& line) { return has_word(line.text); }

class WholeTest {
 public:
  explicit WholeTest(const Part& part) : part_(part) {}

  std::optional<uint64_t> gone() {
    if (!may_show(part_.old.lines.begin(), part_.old.lines.end())) return std::nullopt;
    if (!may_show(part_.old.lines.rbegin(), part_.old.lines.rend()) && !same_last_thing()) return std::nullopt;
    edits_ = diff::diff_lines(joined_lines(part_.old), joined_lines(part_.block));
    return shows_first() && shows_last() ? std::optional(diff::counts_of(edits_).removed) : std::nullopt;
  }

 private:
  // Has the block a line like the first one with words? Most parts have none, and need no diff with the whole file.
  template <class Line>
  bool may_show(Line line, Line end) const {
    line = std::find_if(line, end, has_words);
    if (line == end) return true;
    return std::any_of(part_.block.lines.begin(), part_.block.lines.end(),
        [&](const ScannedLine& shown) { return begin_alike(*line, shown); });
  }

  // The edit that takes an old line away; null: the line stays.
  const diff::LineEdit* edit_of(uint64_t line) const {
    auto edit = std::find_if(edits_.begin(), edits_.end(),
        [line](const diff::LineEdit& one) { return one.old_start <= line && line < one.old_start + one.old_count; });
    return edit == edits_.end() ? nullptr : &*edit;
  }

  bool shows_first() const {
    const auto& old = part_.old.lines;
    auto first = std::find_if(old.begin(), old.end(), has_words);
    if (first == old.end()) return true;
    const diff::LineEdit* edit = edit_of(static_cast<uint64_t>(first - old.begin()));
    if (edit == nullptr) return true;
    const auto& lines = part_.block.lines;
    uint64_t end = std::min<uint64_t>(edit->new_start + edit->new_count, lines.size());
    for (uint64_t line = edit->new_start; line < end; ++line)
      if (has_words(lines[line]))
        return (takes_its_place(*edit) || lines[line].text.starts_with(first->text)) && alike(*first, lines[line]);
    return false;
  }

  // No more lines with words go than come.
  bool takes_its_place(const diff::LineEdit& edit) const {
    auto count = [](const Scan& scan, uint64_t from, uint64_t lines) {
      auto first = scan.lines.begin() + static_cast<ptrdiff_t>(from);
      return std::count_if(first, first + static_cast<ptrdiff_t>(lines), has_words);
    };
    return count(part_.old, edit.old_start, edit.old_count) <= count(part_.block, edit.new_start, edit.new_count);
  }

  bool shows_last() const {
    const auto& old = part_.old.lines;
    auto last = std::find_if(old.rbegin(), old.rend(), has_words);
    if (last == old.rend()) return true;
    const diff::LineEdit* edit = edit_of(static_cast<uint64_t>(old.rend() - last) - 1);
    if (edit == nullptr) return shows_signs_after(*last);
    const auto& lines = part_.block.lines;
    uint64_t end = std::min<uint64_t>(edit->new_start + edit->new_count, lines.size());
    for (uint64_t line = end; line > edit->new_start; --line)
      if (has_words(lines[line - 1]))
        return takes_its_place(*edit) ? alike(*last, lines[line - 1]) || same_last_thing()
                                      : closes_things() && same_last_thing();
    return false;
  }

  // A last line of signs that are no brackets, which would tell of themselves, is shown, too: "?>".
  bool shows_signs_after(const ScannedLine& last) const {
    auto is_there = [](const ScannedLine& line) { return !line.is_blank(); };
    auto end = std::find_if(part_.old.lines.rbegin(), part_.old.lines.rend(), is_there);
    auto shown = std::find_if(part_.block.lines.rbegin(), part_.block.lines.rend(), is_there);
    bool brackets = trim(end->text).find_first_not_of(")]};,") == std::string_view::npos;
    return &*end == &last || brackets || trim(shown->text) == trim(end->text);
  }

  // By indentation, a text that is cut off may look whole.
  bool closes_things() const { return part_.kind.layout != Layout::indentation; }

  static bool begin_alike(const ScannedLine& a, const ScannedLine& b) {
    return a.indent == b.indent && first_token(a.text) == first_token(b.text);
  }

  // Lines of one kind; but not where each is of another thing of the file.
  bool alike(const ScannedLine& old, const ScannedLine& shown) const {
    if (!begin_alike(old, shown)) return false;
    const Thing* theirs = outermost_at(part_.old_things(), static_cast<uint32_t>(&old - part_.old.lines.data()));
    const Thing* ours = outermost_at(part_.block_things, static_cast<uint32_t>(&shown - part_.block.lines.data()));
    if (theirs == nullptr || ours == nullptr || part_.is_new(*ours)) return true;
    return part_.known(*ours) == theirs;
  }

  // The one with a body that the line is in.
  static const Thing* outermost_at(const Things& things, uint32_t line) {
    for (const Thing& thing : things.all)
      if (thing.has_body() && thing.doc <= line && line <= thing.last) return &thing;
    return nullptr;
  }

  // Is the last thing at the outermost level the same?
  bool same_last_thing() const {
    auto last_of = [](const Scan& scan, const Things& things) -> const Thing* {
      for (size_t i = things.all.size(); i-- > 0;)
        if (things.all[i].has_body() && scan.lines[things.all[i].head].indent == 0) return &things.all[i];
      return nullptr;
    };
    const Thing* shown = last_of(part_.block, part_.block_things);
    const Thing* old = last_of(part_.old, part_.old_things());
    return shown != nullptr && old != nullptr && part_.known(*shown) == old;
  }

  const Part& part_;
  std::vector<diff::LineEdit> edits_;
};

}  // namespace

std::optional<uint64_t> gone_from_whole(const Part& part) { return WholeTest(part).gone(); }

}  // namespace aptix::edit
