// A "GIT binary patch" in text: both contents of a file, each as data or as a delta to the other. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::diff {

inline constexpr std::string_view kBinaryHeader = "GIT binary patch";

// One line of base 85 without its line feed: a letter for the length, then the digits. Nothing when malformed.
std::optional<std::string> decode_binary_line(std::string_view line);

// "literal" or "delta", the size, the lines, and the empty line that ends them.
std::string print_binary_half(std::string_view method, std::string_view data);

// The section that makes `after` of `before` and the reverse, with its header.
std::string print_binary(std::string_view before, std::string_view after);

struct BinaryReading {
  enum class State : uint8_t {
    whole,
    cut,         // the text ends inside
    damaged,     // a line, the data or a delta is not as it must be
    needs_base,  // both are deltas, or there is a delta and no reverse: only the file itself could tell
    too_large,
  };
  State state = State::damaged;
  std::optional<std::string> before = {};  // nothing: no reverse is given
  std::string after = {};
};

// The section that `text` begins with. Contents of more than `most` bytes are not unpacked (0: no limit).
BinaryReading read_binary(std::string_view text, uint64_t most);

}  // namespace aptix::diff
