// A "GIT binary patch" in text: both contents of a file, each as data or as a delta to the other. Pure.
#pragma once

#include <cstddef>
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

// The pieces of it: base 85, deflated data, deltas. Sizes are bounded by what the patch states and by a limit, before
// anything is allocated for them.

// `size` bytes of base 85 (RFC 1924's digits, five for each four bytes). Nothing when malformed.
std::optional<std::string> decode_base85(std::string_view digits, size_t size);
std::string encode_base85(std::string_view bytes);

// Exactly `size` bytes from a zlib stream. Nothing when it is damaged, or of another size.
std::optional<std::string> inflate(std::string_view deflated, size_t size);
std::string deflate(std::string_view bytes);

// What a delta of git's pack format makes of `base`. Nothing when it is damaged or made for another
// base, or when the result is larger than `limit` (0: none).
std::optional<std::string> apply_delta(std::string_view base, std::string_view delta, uint64_t limit);

}  // namespace aptix::diff
