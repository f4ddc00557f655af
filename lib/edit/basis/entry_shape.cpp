#include "edit/basis/entry_shape.h"

namespace aptix::edit {
namespace {

template <class Kind>
const Kind* first_edit(const FileEdit& entry) {
  return entry.edits.empty() ? nullptr : std::get_if<Kind>(&entry.edits.front().what);
}

}  // namespace

bool is_made_from_nothing(const FileEdit& entry) {
  return first_edit<TextBlock>(entry) != nullptr || first_edit<diff::Hunk>(entry) != nullptr;
}

bool adds_lines_alone(const FileEdit& entry) {
  const diff::Hunk* hunk = entry.edits.size() == 1 ? first_edit<diff::Hunk>(entry) : nullptr;
  return hunk != nullptr && hunk->old_count() == 0 && (!hunk->has_numbers || hunk->old_start == 0);
}

bool may_fill_empty_file(const FileEdit& entry) {
  const TextBlock* block = first_edit<TextBlock>(entry);
  return entry.fills_empty || (block != nullptr && block->form == TextBlock::Form::search_replace);
}

bool is_moved(const FileEdit& entry) { return entry.from && *entry.from != entry.path; }

}  // namespace aptix::edit
