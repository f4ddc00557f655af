// Blocks without a name, by the files that they may be for: the halves of a pair, and parts of the file that was named
// last. Changes the plan; reads files, and writes none.
#pragma once

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "ops/apply/read_answer.h"

namespace aptix::ops {

// A block whose text the file has once, and the one after it that is like it, are a pair: the second takes the place of
// the first. The file is the one that a half names or that was named last, else the only one of the answer that has it.
// One that is nothing but things of its file is a part of it. What is neither stays left, and what is for a file that
// '--only' leaves out. Each is a warning, and so is what stays left in the language of a file that the plan changes;
// two that may take the place of the same are an error. Uses up ReadAnswer::shown: a second call adds nothing.
Diagnostics adopt_loose_blocks(const Input& chain, ReadAnswer& answer, Reader& reader, const ApplyRequest& request);

}  // namespace aptix::ops
