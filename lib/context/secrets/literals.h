// Many literals looked for at once, whatever the case of their letters. Pure, linear.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace aptix::context::secrets {

class Literals {
 public:
  // REQUIRES: at least three bytes each.
  explicit Literals(std::span<const std::string_view> words);

  struct Word {
    uint32_t hash = 0;    // of its first three bytes
    uint32_t number = 0;  // among those that were given
  };
  struct Hit {
    size_t at = std::string_view::npos;
    std::span<const Word> words{};  // those that may stand there, the longest first
  };
  // The first place at or after `from` where one may stand, with a byte after its third; at npos none does.
  Hit find(std::string_view text, size_t from) const;

 private:
  std::vector<Word> words_{};        // by hash
  std::array<bool, 4096> begins_{};  // those hashes
};

}  // namespace aptix::context::secrets
