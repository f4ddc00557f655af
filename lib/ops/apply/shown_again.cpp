#include "ops/apply/shown_again.h"

#include <algorithm>
#include <string_view>

#include "format/find/related_blocks.h"
#include "format/format.h"

namespace aptix::ops {

bool is_shown_again(const Plan& plan, std::span<const Block> blocks, const FileEdit& entry) {
  const Block& shown = blocks[entry.block];
  if (shown.format == nullptr || !shown.format->is_whole) return false;
  return std::any_of(plan.files.begin(), plan.files.end(), [&](const FileEdit& other) {
    const Block& edit = blocks[other.block];
    bool same_file =
        edit.format != shown.format && (other.path == entry.path || other.path.str().ends_with("/" + entry.path.str()));
    std::string_view text = shown.body;
    text.remove_prefix(std::min(text.size(), shown.naming.name_line + shown.naming.name_line_size));
    return same_file && format::repeats_lines(text, edit.body);
  });
}

void mark_recaps(Plan& plan, std::span<const Block> blocks) {
  std::vector<FileEdit>& files = plan.files;
  auto form_of = [&](const FileEdit& entry) { return blocks[entry.block].format; };
  for (size_t i = files.size(); i-- > 0;) {
    Whole* whole = files[i].edits.empty() ? nullptr : std::get_if<Whole>(&files[i].edits.front().what);
    bool shown = whole != nullptr && (whole->told == Whole::Told::shown || whole->told == Whole::Told::complete);
    auto changes = [&](const FileEdit& other) {
      bool edits = other.operation == Operation::modify || other.operation == Operation::create;
      return edits && other.path == files[i].path && form_of(other) != form_of(files[i]) &&
          (other.edits.empty() || !is_whole(other.edits.front()));
    };
    auto last = std::find_if(files.rbegin(), files.rend(), changes);
    if (!shown || last == files.rend()) continue;
    whole->told = Whole::Told::recap;
    auto entry = files.begin() + static_cast<std::ptrdiff_t>(i);
    if (last.base() > entry) std::rotate(entry, entry + 1, last.base());
  }
}

}  // namespace aptix::ops
