#include "edit/hunk/blob_proof.h"

#include <algorithm>

#include "base/hash/sha256.h"
#include "edit/replace/line_ends.h"

namespace aptix::edit {
namespace {

bool is_zeros(std::string_view name) { return name.find_first_not_of('0') == std::string_view::npos; }

bool has_carriage_return(const std::vector<std::string_view>& pieces) {
  return std::any_of(
      pieces.begin(), pieces.end(), [](std::string_view piece) { return piece.find('\r') != std::string_view::npos; });
}

bool has_tabs(const Content& content) {
  return std::any_of(content.pieces.begin(), content.pieces.end(),
      [](std::string_view piece) { return piece.find('\t') != std::string_view::npos; });
}

}  // namespace

bool BlobProof::is_named(std::string_view name, const std::vector<std::string_view>& pieces, Form form) {
  if (form == Form::as_is) return git_blob_name(pieces).starts_with(name);
  std::string text;  // a piece may end between CR and LF
  for (std::string_view piece : pieces) text += piece;
  return git_blob_name({folded(text)}).starts_with(name);
}

std::optional<BlobProof> BlobProof::from(const BlobNames& blobs, const Content& before) {
  if (!before.exists) return is_zeros(blobs.before) ? std::optional(BlobProof(blobs, Form::as_is)) : std::nullopt;
  if (is_named(blobs.before, before.pieces, Form::as_is)) return BlobProof(blobs, Form::as_is);
  bool converted = has_carriage_return(before.pieces) && is_named(blobs.before, before.pieces, Form::with_lf);
  return converted ? std::optional(BlobProof(blobs, Form::with_lf)) : std::nullopt;
}

std::optional<BlobProof> BlobProof::from(const BlobNames& blobs, std::string_view before) {
  Content content;
  content.exists = true;
  content.set({before});
  return from(blobs, content);
}

bool BlobProof::holds(const Content& after) const {
  return after.exists ? holds(after.pieces) : is_zeros(blobs_.after);
}
bool BlobProof::holds(const std::vector<std::string_view>& after) const { return is_named(blobs_.after, after, form_); }

StatedNumbers stated_numbers(const FileEdit& entry, const Content& before) {
  auto has_no_context = [](const Edit& edit) {
    const auto* hunk = std::get_if<diff::Hunk>(&edit.what);
    return hunk != nullptr && !has_context(*hunk);
  };
  if (entry.order != Order::as_before) return StatedNumbers::hold;
  bool asks = entry.proof.blobs && before.size != 0 && entry.operation != Operation::remove &&
      std::any_of(entry.edits.begin(), entry.edits.end(), has_no_context);
  if (!asks) return StatedNumbers::open;
  if (BlobProof::from(*entry.proof.blobs, before)) return StatedNumbers::hold;
  BlobNames back{entry.proof.blobs->after, entry.proof.blobs->before};
  return BlobProof::from(back, before) ? StatedNumbers::of_result : StatedNumbers::open;
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
