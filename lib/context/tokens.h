// How many tokens a text costs a model: an estimate, the same for every model. Pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix::context {

// Bytes / 3.5, rounded up.
constexpr uint64_t estimated_tokens(uint64_t bytes) { return bytes / 7 * 2 + (bytes % 7 * 2 + 6) / 7; }

// Of a text as a model gets it: U+FFFD, three bytes, in the place of each byte that is not UTF-8.
uint64_t shown_size(std::string_view text);

// The most bytes that cost no more than `tokens`.
constexpr uint64_t bytes_for(uint64_t tokens) { return tokens > UINT64_MAX / 4 ? UINT64_MAX : tokens * 7 / 2; }

}  // namespace aptix::context
