#include "context/tree/selection.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

bool any_matches(const std::vector<Glob>& globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(), [&](const Glob& glob) { return glob.matches(path); });
}

// Without empty and "." components; "" is the root.
Result<std::string> plain_glob(std::string_view typed) {
  std::string plain;
  bool absolute = typed.starts_with('/');
  for (std::string_view component : split(typed, '/')) {
    if (component == ".." || absolute)
      return fail(make_error(Code::path_outside_root, excerpt_in_quotes(typed) + " is, or may be, outside the root",
          "write globs from the root on, or give another root with '--root'")
                      .at(typed));
    if (component.empty() || component == ".") continue;
    if (!plain.empty()) plain += '/';
    plain += component;
  }
  // A glob that contains '/' matches paths from the root on.
  if (plain.find('/') == std::string::npos && typed.starts_with("./") && !plain.empty()) plain.insert(0, "/");
  return plain;
}

}  // namespace

std::string literal_glob(std::string_view path) {
  std::string glob;
  for (char c : path) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) glob += '\\';
    glob += c;
  }
  return glob;
}

Result<Selection> Selection::parse(const std::vector<std::string>& globs) {
  Selection selection;
  for (const std::string& typed : globs) {
    bool removes = typed.starts_with('!');
    std::string_view text = std::string_view(typed).substr(removes ? 1 : 0);
    if (text.empty()) TRY(Glob::parse(text));
    TRY_ASSIGN(plain, plain_glob(text));
    TRY_ASSIGN(glob, Glob::parse(plain.empty() ? "**" : plain));
    (removes ? selection.removed_ : selection.wanted_).push_back(std::move(glob));
  }
  return selection;
}

Selection::Below Selection::folder(std::string_view path, Below above) const {
  if (!above.taken) above.taken = any_matches(wanted_, path);
  if (!above.removed) above.removed = any_matches(removed_, path);
  return above;
}

bool Selection::takes(std::string_view path, Below above) const {
  above = folder(path, above);
  return above.taken && !above.removed;
}

}  // namespace aptix::context
