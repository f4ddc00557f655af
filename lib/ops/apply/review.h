// The seam to somebody who chooses among the edits of a plan, before anything is written: file by file, and edit by
// edit.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/rel_path.h"
#include "model/report.h"

namespace aptix::ops {

// What is asked: a file with those that belong to it (the source of a rename), one edit, or an edit that
// does not fit any more without those that were left out.
struct Question {
  enum class About : uint8_t { file, edit, misfit };
  About about = About::file;
  std::string path = {};              // the file, or the first of those that belong together
  size_t number = 0, count = 0;       // the second of five files, or of five edits of the file
  std::string diff = {};              // what the answer `take` would change; "" for a misfit
  std::vector<Diagnostic> said = {};  // warnings about it, or why it does not fit
  bool can_split = false, can_edit = false;
};

enum class Choice : uint8_t {
  take,
  skip,       // leave it out
  split,      // file: ask about each of its edits
  edit,       // change the new content by hand; then it is asked about again
  take_rest,  // this and what follows: files, or edits of the file
  skip_rest,
  again,  // misfit: ask about the file from the start
  quit,   // write nothing at all
};

class Reviewer {
 public:
  virtual ~Reviewer() = default;
  // Only what the question allows: `split` and `edit` where they can be, `skip`, `again` and `quit` for a misfit.
  // Fails with interrupted, io_error: nothing is written then.
  virtual Result<Choice> choose(const Question& question) = 0;
  // The number of one of these blocks, which exclude each other; nothing: none of them. Fails as choose() does.
  virtual Result<std::optional<uint64_t>> pick(std::span<const BlockReport> blocks) = 0;
  // The content as a person wants it; nothing when they made none, and were told why. Fails as choose() does.
  virtual Result<std::optional<std::string>> rewrite(const RelPath& path, std::string_view content) = 0;
  // Why a content that was made by hand cannot be taken.
  virtual void tell(const std::vector<Diagnostic>& said) = 0;
};

}  // namespace aptix::ops
