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
Diagnostic two_of_one_name(const RelPath& path);
Diagnostic exists_already(const FileEdit& entry);
Diagnostic hard_link(const RelPath& path, uint64_t links);
Diagnostic new_owner(const RelPath& path);
Diagnostic link_in_the_way(const RelPath& path);
Diagnostic other_kind(const RelPath& path, FileKind stated, FileKind found);

Diagnostic mark_stays(const RelPath& path);

std::optional<Diagnostic> refuse_no_text(const RelPath& path, std::string_view text);

}  // namespace aptix::edit
