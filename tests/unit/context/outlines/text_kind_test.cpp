// What a binary is, by its first bytes.
#include "context/outlines/text_kind.h"

#include <doctest/doctest.h>

namespace aptix::context {

TEST_CASE("a binary is told by what it begins with, or by what stands at a fixed place") {
  CHECK(describe_binary("\x89PNG\r\n") == "PNG image, 6 bytes");
  CHECK(describe_binary(std::string("RIFF\0\0\0\0WEBP", 12)) == "WebP image, 12 bytes");
  CHECK(describe_binary(std::string("RIFF\0\0\0\0WAVE", 12)) == "RIFF media, 12 bytes");
  CHECK(describe_binary(std::string(257, 'x') + "ustar") == "tar archive, 262 bytes");
  CHECK(describe_binary(std::string("\0x", 2)) == "binary file, 2 bytes");
  CHECK(describe_binary("") == "binary file, 0 bytes");
}

}  // namespace aptix::context
