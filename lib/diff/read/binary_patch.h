// The pieces of a "GIT binary patch": base 85, deflated data, deltas. Pure. Sizes are bounded by what
// the patch states and by a limit, before anything is allocated for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::diff {

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
