// Two drafts of one change in an answer: the second one was made for the file as it was before the first. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "diff/compute/lines.h"
#include "diff/lines/hunk.h"

namespace aptix::edit {

class Drafts {
 public:
  // `original`: the text before the answer changed it; empty: it did not. Both outlive this.
  Drafts(std::string_view original, std::string_view text) : original_(original), text_(text) {}

  // The first line of the original text (from 1) that the hunk takes away, where it stood, and that was taken away
  // already; nothing when it is no second draft.
  std::optional<uint64_t> redone(const diff::Hunk& hunk);

 private:
  bool changed() const {
    bool is_itself = original_.data() == text_.data() && original_.size() == text_.size();
    return !original_.empty() && !is_itself && original_ != text_;
  }

  std::string_view original_, text_;
  std::optional<std::vector<diff::LineEdit>> edits_;  // between the two
};

}  // namespace aptix::edit
