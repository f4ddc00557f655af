// Many words looked for at once, whatever the case of their letters. Pure, linear.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "context/secrets/filter.h"

namespace aptix::context::secrets {

class Needles {
 public:
  // REQUIRES: at least two bytes each; what the words view outlives this.
  explicit Needles(std::span<const std::string_view> words);

  struct Hit {
    size_t at = std::string_view::npos;
    size_t word = 0;  // its number
  };
  // The first at or after `from`, the longest where several begin at one place; `at` is npos when there is none.
  Hit find(std::string_view text, size_t from) const;

 private:
  WordFilter filter_;
  std::vector<std::string_view> words_;
  struct Begin {
    size_t pair, word;
  };
  std::vector<Begin> order_;  // by their first two bytes, then longest first
};

}  // namespace aptix::context::secrets
