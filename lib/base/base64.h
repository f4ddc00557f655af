// Base64 (RFC 4648 §4), with padding.
#pragma once

#include <string>
#include <string_view>

namespace aptix {

std::string base64(std::string_view bytes);

}  // namespace aptix
