// The messages of the resolver, in one place, and their places in the input.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

// A message about a part of an edit in a JSON document; `part` is a pointer from the edit on, such as "/newLines/3".
inline Diagnostic about_part(Diagnostic what, std::string part) {
  what.where.pointer = std::move(part);
  return what;
}

// Collects errors and warnings. Only the first ones get their place, which costs a walk over the input.
class Speaker {
 public:
  Speaker(const Input& input, const Limits& limits, Diagnostics& out)
      : input_(input),
        most_(limits.messages),
        out_(out) {}

  // Both return what was added, for EditOutcome::why.
  const Diagnostic& error(Diagnostic what, const RelPath& path, const Origin& origin);
  const Diagnostic& warning(Diagnostic what, const RelPath& path, const Origin& origin);
  const Diagnostics& said() const { return out_; }

 private:
  const Diagnostic& say(std::vector<Diagnostic>& to, Diagnostic what, const RelPath& path, const Origin& origin);

  const Input& input_;
  uint64_t most_;
  Diagnostics& out_;
};

// `origin`: of an object in a JSON document; `part`: a JSON pointer from that object on, such as "/newLines/3". If the
// input has no such part, the place of the object; if the object is in a string, that of the string.
aptix::Place place_of_part(const Input& input, const Origin& origin, std::string_view part);

// Files.
Diagnostic missing_to_change(const FileEdit& entry);
Diagnostic missing_to_delete(const RelPath& path);
Diagnostic exists_already(const FileEdit& entry);
Diagnostic hard_link(const RelPath& path, uint64_t links);
Diagnostic new_owner(const RelPath& path);
Diagnostic link_in_the_way(const RelPath& path);
Diagnostic other_kind(const RelPath& path, FileKind stated, FileKind found);

// For what occurs in several places: `what` begins the message, "the text to find occurs". The caller adds a hint.
Diagnostic several_places(
    Code code, std::string_view what, const RelPath& path, std::span<const uint64_t> lines, uint64_t count);
// An edit that matches by a rule below exact; `differs` says what differs.
Diagnostic fits_but_for(const RelPath& path, uint64_t line, Rule rule, std::string_view differs);

// Line changes. `shown`: what reading the file by the name that the entry has for it shows.
Diagnostic other_content(const FileEdit& entry, const Sha256& expected, const Sha256& found, ShownCopy shown);
// How to get the text that changes can be made for.
std::string reading_again(const FileEdit& entry, ShownCopy shown);

// How a command names the file: by its docPath if the document has one, since that is the same in every folder.
std::string operand(const FileEdit& entry);

// "line 3", "lines 3, 7 and more"
std::string list_of_lines(std::span<const uint64_t> lines, uint64_t count);

// Any edit. `text` names what was written: "replacement", "content", "hunk".
Diagnostic placeholder_in(std::string_view text, uint64_t line, std::string_view placeholder);

}  // namespace aptix::edit
