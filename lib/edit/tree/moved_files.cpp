#include "edit/tree/moved_files.h"

#include <fmt/format.h>

#include "base/text/text.h"

#include "edit/basis/file_messages.h"
#include "edit/basis/messages.h"

namespace aptix::edit {
namespace {

using Turn = FileState::Turn;

bool is_rename(const FileEdit& entry) { return entry.operation == Operation::rename; }

tl::unexpected<Error> missing(const FileEdit& entry) {
  return fail(make_error(Code::file_missing,
      fmt::format("cannot {} {} to {}: there is no such file", name(entry.operation), in_quotes(*entry.from),
          in_quotes(entry.path)),
      "check the path that it comes from"));
}

}  // namespace

MovedFiles::MovedFiles(std::span<const FileEdit> entries) {
  for (const FileEdit& entry : entries)
    if (entry.contract == Contract::unique && is_rename(entry)) ++leaving_[{unit_of(entry), entry.from->str()}];
}

bool MovedFiles::leaves(const FileEdit& entry) const {
  auto found = leaving_.find({unit_of(entry), entry.path.str()});
  return found != leaving_.end() && found->second != 0;
}

Status MovedFiles::check(const FileEdit& entry, const FileState& state) {
  if (state.displaced) return fail(two_of_one_name(entry.path));
  return {};
}

Result<Former> MovedFiles::start(const FileEdit& entry, const FileState& source, const FileState& target) const {
  if (entry.order == Order::as_before) return start_in_diff(entry, source, target);
  if (target.displaced || (source.displaced && !is_rename(entry)))
    return fail(two_of_one_name(target.displaced ? entry.path : *entry.from));
  if (!source.displaced && !source.now.exists) return missing(entry);
  if (target.now.exists && !leaves(entry)) return fail(exists_already(entry));
  return source.displaced ? *source.displaced : Former{source.now, source.from};
}

Result<Former> MovedFiles::start_in_diff(
    const FileEdit& entry, const FileState& source, const FileState& target) const {
  bool rename = is_rename(entry);
  if (rename && source.turn == Turn::changed)
    return fail(make_error(Code::diff_syntax,
        fmt::format("one diff changes {} and renames it to {}, each from the file as it was", in_quotes(*entry.from),
            in_quotes(entry.path)),
        "put the hunks below the header that renames the file"));
  bool gone = source.turn == Turn::left || source.turn == Turn::exchanged;
  if ((rename && gone) || !source.at_unit_start.content.exists) return missing(entry);
  if (target.now.exists && target.turn == Turn::changed)
    return fail(
        make_error(Code::diff_syntax, fmt::format("one diff makes {} twice, of two files", in_quotes(entry.path)),
            "give each path one header in a diff"));
  bool taken = target.turn == Turn::replaced || target.turn == Turn::exchanged;
  if (taken || (target.now.exists && !leaves(entry))) return fail(exists_already(entry));
  return source.at_unit_start;
}

void MovedFiles::take_away(const FileEdit& entry, FileState& source) {
  if (entry.contract == Contract::unique) --leaving_[{unit_of(entry), entry.from->str()}];
  bool another_came = entry.order == Order::as_before ? source.turn == Turn::replaced : source.displaced != nullptr;
  source.turn = another_came ? Turn::exchanged : Turn::left;
  source.displaced.reset();
  if (another_came) return;
  source.now.clear();
  source.from.reset();
}

void MovedFiles::make(const FileEdit& entry, FileState& source, FileState& target, const Former& start, Content next) {
  if (is_rename(entry)) take_away(entry, source);
  if (target.now.exists && entry.order != Order::as_before)
    target.displaced = std::make_unique<Former>(std::move(target.now), std::move(target.from));
  target.turn = target.now.exists || target.turn == Turn::no ? Turn::replaced : Turn::exchanged;
  target.now = std::move(next);
  target.from = start.from ? start.from : source.path;
}

}  // namespace aptix::edit
