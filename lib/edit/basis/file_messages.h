// What the resolver has to say of a file as a whole: that it is missing or there already, a link, read-only, no text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

Diagnostic missing_to_change(const FileEdit& entry);
Diagnostic missing_to_delete(const RelPath& path);
Diagnostic missing_to_move(const RelPath& from, const RelPath& path, Operation operation);
Diagnostic changed_and_moved(const FileEdit& entry);
Diagnostic made_twice(const RelPath& path);
Diagnostic two_of_one_name(const RelPath& path);
Diagnostic exists_already(const FileEdit& entry);
Diagnostic unchanged_already(const RelPath& path);
Diagnostic edits_take_back(const RelPath& path);
Diagnostic text_is_left(const RelPath& path);
Diagnostic hard_link(const RelPath& path, uint64_t links);
Diagnostic new_owner(const RelPath& path);
Diagnostic not_a_regular_file(const RelPath& path);
Diagnostic link_in_the_way(const RelPath& path);
Diagnostic link_leads_out(const RelPath& path, std::string_view target);
// `by`: the part of the target that is another link, or nothing that may be named.
Diagnostic link_leads_on(const RelPath& path, std::string_view target, std::string_view by);
Diagnostic other_kind(const RelPath& path, FileKind stated, FileKind found);

Diagnostic mark_stays(const RelPath& path);
// Of a line of the result, and its number.
Diagnostic replaced_bytes(const RelPath& path, uint64_t line, std::string_view text);
Diagnostic not_utf8(const RelPath& path, uint64_t line, std::string_view text);
Diagnostic read_only(const RelPath& path);
Diagnostic one_mark_taken(const RelPath& path);

// path_special: what line changes are not for, text of 16 bits a character, binary content, as git tells it, and text
// whose lines end in CR alone: whoever counts those would find another place. Nothing of any other.
Diagnostic utf16_file(const RelPath& path);  // that an edit of another kind is for
std::optional<Diagnostic> refuse_no_text(const RelPath& path, std::string_view text);

}  // namespace aptix::edit
