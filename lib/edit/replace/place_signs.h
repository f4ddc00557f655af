// What the text around a place says against replacing it. Pure.
#pragma once

#include "edit/replace/spliced_text.h"
#include "model/plan.h"

namespace aptix::edit {

struct PlaceSigns {
  bool cut = false;            // the place cuts the indentation (cut_indentation.h)
  bool may_cut = false;        // or it may
  bool cuts_word = false;      // it begins or ends within a word
  bool stands_in_own = false;  // it stands in its own replacement (added_lines.h)
};

// Of the place from `start` to `end`.
PlaceSigns signs_of_place(const SplicedText& text, Position start, Position end, const FindReplace& edit);

}  // namespace aptix::edit
