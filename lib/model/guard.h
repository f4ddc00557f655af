// Guard: the policy between a run and the files of the workspace. Readers ask it before they open a file, publish()
// before anything is written.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix {

class Guard {
 public:
  virtual ~Guard() = default;
  // Why a file may not be read; nothing if it may. Paths are relative to the workspace.
  virtual std::optional<Error> refuses_reading(std::string_view path) const = 0;
  // The diagnostics about a write; an error prevents it.
  virtual Diagnostics judge_write(std::string_view path) const = 0;
  // The same for a new file that is copied from `path`.
  virtual Diagnostics judge_copy(std::string_view path) const = 0;
  // Are the warnings of judge_write(), and those about what is written, errors?
  virtual bool is_strict() const = 0;
};

// The same if there may be no guard.
inline std::optional<Error> reading_refused(const Guard* guard, std::string_view path) {
  return guard != nullptr ? guard->refuses_reading(path) : std::nullopt;
}

}  // namespace aptix
