// One function for each message; what a reader can do now stands in its hint.
#include "edit/basis/file_messages.h"

#include <fmt/format.h>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "edit/basis/messages.h"

namespace aptix::edit {
namespace {

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::regular: return "regular file";
    case FileKind::executable: return "executable file";
    case FileKind::symlink: return "symbolic link";
    case FileKind::other: return "special file";
  }
  return "";
}

bool is_of_diff(const FileEdit& entry) {
  return !entry.edits.empty() && std::holds_alternative<diff::Hunk>(entry.edits.front().what);
}

}  // namespace

Diagnostic missing_to_change(const FileEdit& entry) {
  std::string_view way_to_create = entry.contract == Contract::literal
      ? ", or give the whole content with operation \"create\""
      : is_of_diff(entry) ? "; a new file has '--- /dev/null' and added lines alone"
                          : "";
  return make_error(Code::file_missing, fmt::format("cannot change {}: there is no such file", in_quotes(entry.path)),
      fmt::format("check the path{}", way_to_create));
}

Diagnostic missing_to_delete(const RelPath& path) {
  return make_error(Code::file_missing, fmt::format("cannot delete {}: there is no such file", in_quotes(path)),
      "check the path, or leave the deletion out");
}

Diagnostic two_of_one_name(const RelPath& path) {
  return make_error(Code::block_syntax,
      fmt::format(
          "{} is to be moved away, and another file was moved onto it: it is not clear which of the two is meant",
          in_quotes(path)),
      "move it away first, or put the edit into the entry that moves it");
}

Diagnostic exists_already(const FileEdit& entry) {
  if (entry.operation != Operation::create)
    return make_error(Code::file_exists,
        fmt::format("cannot {} to {}: the file exists", name(entry.operation), in_quotes(entry.path)),
        "delete the file first, or take another name");
  return make_error(Code::file_exists,
      fmt::format("cannot create {}: the file exists with other content", in_quotes(entry.path)),
      entry.contract == Contract::literal ? "use operation \"replace\" to overwrite it"
                                          : "change the file as it is, with the lines that go and those that come");
}

Diagnostic hard_link(const RelPath& path, uint64_t links) {
  return make_error(Code::hard_link_broken,
      fmt::format("{} has {} more {} that will keep the old content", in_quotes(path), links - 1,
          links == 2 ? "name" : "names"),
      "change the other names, too, or make the file a link to one of them");
}

Diagnostic new_owner(const RelPath& path) {
  return make_error(Code::owner_changed,
      fmt::format("{} belongs to another user or group, and belongs to you after the change", in_quotes(path)),
      "run this as its owner to keep that");
}

Diagnostic link_in_the_way(const RelPath& path) {
  return make_error(Code::path_symlink,
      fmt::format("{} is a symbolic link that an earlier edit makes", in_quotes(path)),
      "name the file that the link points to");
}

Diagnostic other_kind(const RelPath& path, FileKind stated, FileKind found) {
  return make_error(Code::mode_mismatch,
      fmt::format("{} is a {}, not a {}", in_quotes(path), name_of(found), name_of(stated)),
      "make the diff again from the file as it is");
}

Diagnostic mark_stays(const RelPath& path) {
  return make_error(Code::field_value,
      fmt::format("the new line 1 is without the byte-order mark of {}, which stays", in_quotes(path)),
      "remove it with the whole content of the file, or with a unified diff");
}

std::optional<Diagnostic> refuse_no_text(const RelPath& path, std::string_view text) {
  if (is_utf16(text))
    return make_error(Code::path_special,
        fmt::format("{} is text of 16 bits a character, which has no lines of bytes", in_quotes(path)),
        "line changes are for text in UTF-8; give the whole file");
  if (is_binary(text))
    return make_error(Code::path_special, fmt::format("{} is not text: it has NUL bytes", in_quotes(path)),
        "line changes are for text; replace the file as a whole");
  if (text.find('\n') != std::string_view::npos || text.find('\r') == std::string_view::npos) return std::nullopt;
  return make_error(Code::path_special,
      fmt::format("the lines of {} end in CR alone, which is not a line end here", in_quotes(path)),
      "line changes count lines that end in LF; give the whole file");
}

}  // namespace aptix::edit
