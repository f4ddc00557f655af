// A record and its hash on a line after it: "...\nsha256 <64 hex>\n". One whose hash does not fit was never finished.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::disk {

inline constexpr std::string_view kSealMark = "\nsha256 ";

std::string sealed(std::string text);

// The record alone; nothing where the hash is missing or does not fit.
std::optional<std::string_view> unsealed(std::string_view text);

}  // namespace aptix::disk
