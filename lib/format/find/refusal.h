// The sentences with which a model declines (APTIX_FILE_SPEC §2.4, §3.2, §6). Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace aptix::format {

// Where a refusal begins in the first `line` bytes of `text`; the sentence may go on after them.
std::optional<size_t> find_refusal(std::string_view text, size_t line);

}  // namespace aptix::format
