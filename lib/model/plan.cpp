// The words for operations in reports.
#include "model/plan.h"

#include <utility>

#include "base/assert.h"

namespace aptix {

std::string_view name(Operation operation) {
  switch (operation) {
    case Operation::create: return "create";
    case Operation::write: return "replace";
    case Operation::remove: return "delete";
    case Operation::modify: return "patch";
    case Operation::rename: return "rename";
    case Operation::copy: return "copy";
  }
  throw Bug("no such operation");
}

bool is_whole(const Edit& edit) {
  return std::holds_alternative<Whole>(edit.what) || std::holds_alternative<Binary>(edit.what);
}

std::string_view whole_content(const Edit& edit) {
  if (const auto* whole = std::get_if<Whole>(&edit.what)) return whole->content;
  if (const auto* binary = std::get_if<Binary>(&edit.what)) return binary->content;
  return {};
}

const Whole* whole_of(const FileEdit& entry) {
  return entry.edits.empty() ? nullptr : std::get_if<Whole>(&entry.edits.front().what);
}

Whole* whole_of(FileEdit& entry) { return const_cast<Whole*>(whole_of(std::as_const(entry))); }

std::string_view name(FileSource source) { return kSourceNames[static_cast<size_t>(source)]; }

}  // namespace aptix
