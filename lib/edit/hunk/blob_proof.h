// What git's names of a file's contents, as they stand in the header of a diff, say about a result. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "edit/basis/hunk_shape.h"
#include "edit/tree/file_state.h"
#include "model/plan.h"

namespace aptix::edit {

// The (perhaps short) names of two contents, where the first is that of what there is: as it stands, or with LF for its
// CR LF, which is how git names it where it converts line ends. Content that does not exist has a name of zeros.
class BlobProof {
 public:
  // Nothing when `before` has another name. `blobs` outlives it.
  static std::optional<BlobProof> from(const BlobNames& blobs, const Content& before);
  static std::optional<BlobProof> from(const BlobNames& blobs, std::string_view before);

  // Has the result the second name?
  bool holds(const Content& after) const;
  bool holds(const std::vector<std::string_view>& after) const;

 private:
  enum class Form : uint8_t { as_is, with_lf };
  BlobProof(const BlobNames& blobs, Form form) : blobs_(blobs), form_(form) {}

  static bool is_named(std::string_view name, const std::vector<std::string_view>& pieces, Form form);

  const BlobNames& blobs_;
  Form form_;
};

// What the names say about the line numbers of an entry. They are asked where a hunk has no context: nothing else tells
// where lines go, or that lines have gone. The caller of a tool that takes a line number has to know it.
StatedNumbers stated_numbers(const FileEdit& entry, const Content& before);

// May the entry show the tabs of the file as spaces, without old lines that tell? `before` has tabs, or
// the file is new; the hunks have none, and add lines that begin with spaces.
bool may_hide_tabs(const FileEdit& entry, const Content& before);

}  // namespace aptix::edit
