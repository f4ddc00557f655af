#include "ops/publish/page.h"

#include <fmt/format.h>

#include "base/text/text.h"

namespace aptix::ops {
namespace {

bool is_target(const PageRequest& request, const std::string& root, const RelPath& path, const FileImage& image) {
  bool same_file = image.exists && request.inode != 0 && image.identity.inode == request.inode &&
      image.identity.device == request.device;
  return same_file || request.target == (root == "/" ? "" : root) + "/" + path.str();
}

}  // namespace

std::vector<Diagnostic> overwritten_by_page(
    const PageRequest& request, const std::string& root, const ChangeSet& changes) {
  std::vector<Diagnostic> errors;
  for (const FileChange& change : changes.changes)
    if (is_target(request, root, change.path, change.before))
      errors.push_back(make_error(Code::usage,
          fmt::format(
              "the page would overwrite '{}', which the change is about", escape_for_display(change.path.str())),
          "give '--html' another FILE")
                           .at(change.path.str()));
  return errors;
}

std::string change_page(const PageRequest& request, const ChangeSet& changes, const ShownChange& shown) {
  render::HtmlOptions options{.title = "Pending change", .facts = request.facts, .remarks = shown.remarks.errors};
  options.remarks.insert(options.remarks.end(), shown.remarks.warnings.begin(), shown.remarks.warnings.end());
  options.rest_hint = "'--dry-run --diff' prints all of it.";
  if (shown.transaction != 0) {
    options.title = fmt::format("Transaction {}", shown.transaction);
    options.rest_hint = fmt::format("'aptix show --diff {}' prints all of it.", shown.transaction);
  } else if (!shown.is_preview) {
    options.title = "Nothing to change";
  }
  return render::html_page(changes, options);
}

}  // namespace aptix::ops
