#include "edit/hunk/blob_proof.h"

#include <algorithm>

#include "base/hash/sha256.h"
#include "base/text/trim.h"
#include "edit/replace/line_ends.h"

namespace aptix::edit {
namespace {

bool has_tabs(const Content& content) {
  return std::any_of(content.pieces.begin(), content.pieces.end(),
      [](std::string_view piece) { return piece.find('\t') != std::string_view::npos; });
}

}  // namespace

bool is_named(std::string_view name, const Content& content, BlobForm form) {
  if (!content.exists) return name.find_first_not_of('0') == std::string_view::npos;
  if (form == BlobForm::as_is) return git_blob_name(content.pieces).starts_with(name);
  return git_blob_name({folded(joined(content.pieces))}).starts_with(name);
}

std::optional<BlobForm> form_named(std::string_view name, const Content& content) {
  for (BlobForm form : {BlobForm::as_is, BlobForm::with_lf})
    if (is_named(name, content, form)) return form;
  return std::nullopt;
}

StatedNumbers stated_numbers(const FileEdit& entry, const Content& before) {
  auto has_no_context = [](const Edit& edit) {
    const auto* hunk = std::get_if<diff::Hunk>(&edit.what);
    return hunk != nullptr && !has_context(*hunk);
  };
  if (entry.order != Order::as_before) return StatedNumbers::hold;
  bool asks = entry.proof.blobs && before.size != 0 && entry.operation != Operation::remove &&
      std::any_of(entry.edits.begin(), entry.edits.end(), has_no_context);
  return asks && form_named(entry.proof.blobs->before, before) ? StatedNumbers::hold : StatedNumbers::open;
}

bool may_hide_tabs(const FileEdit& entry, const Content& before) {
  bool indents = false;
  for (const Edit& edit : entry.edits) {
    const auto* hunk = std::get_if<diff::Hunk>(&edit.what);
    if (hunk == nullptr) return false;
    for (const diff::HunkLine& line : hunk->lines) {
      if (line.text.find('\t') != std::string_view::npos) return false;
      indents = indents || (line.kind == LineKind::added && line.text.starts_with("  "));
    }
  }
  return indents && (!before.exists || has_tabs(before));
}

}  // namespace aptix::edit
