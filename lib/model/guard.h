// Guard: what stands between a run and the files of the workspace. The readers ask it before they open a file, and
// publish() before anything is written.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix {

class Guard {
 public:
  virtual ~Guard() = default;
  // Why a file may not be read; nothing: it may. Paths are from the workspace on.
  virtual std::optional<Error> refuses_reading(std::string_view path) const = 0;
  // What there is to say about a write: an error keeps it from being made.
  virtual Diagnostics judge_write(std::string_view path) const = 0;
  // The same about a new file whose content comes from `path`, which stays as it is.
  virtual Diagnostics judge_copy(std::string_view path) const = 0;
  // Whether the warnings of judge_write() and of what is written are errors.
  virtual bool is_strict() const = 0;
};

// The same where there may be no guard.
inline std::optional<Error> reading_refused(const Guard* guard, std::string_view path) {
  return guard != nullptr ? guard->refuses_reading(path) : std::nullopt;
}

}  // namespace aptix
