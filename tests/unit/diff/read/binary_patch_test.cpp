#include "diff/read/git_binary.h"

#include <doctest/doctest.h>

namespace aptix::diff {

TEST_CASE("base 85 comes back as it was, whatever its length") {
  for (size_t size = 1; size <= 60; ++size) {
    std::string bytes;
    for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 37 + size);
    CHECK(decode_base85(encode_base85(bytes), size) == bytes);
  }
}

TEST_CASE("base 85 that is malformed is refused") {
  CHECK_FALSE(decode_base85("0000", 4));
  CHECK_FALSE(decode_base85("00\"00", 4));
  CHECK_FALSE(decode_base85("~~~~~", 4));  // more than 32 bits
  CHECK_FALSE(decode_base85("00000", 8));
}

TEST_CASE("deflated data must have exactly the size that is stated") {
  std::string bytes(5000, 'x');
  std::string packed = deflate(bytes);
  CHECK(inflate(packed, bytes.size()) == bytes);
  CHECK_FALSE(inflate(packed, bytes.size() - 1));
  CHECK_FALSE(inflate(packed, bytes.size() + 1));
  CHECK_FALSE(inflate(packed.substr(0, packed.size() - 3), bytes.size()));
  CHECK_FALSE(inflate(packed, SIZE_MAX));
  CHECK(inflate(deflate(""), 0) == "");
}

TEST_CASE("a delta copies from its base and inserts") {
  // base 6, result 8: copy 3 from 1, insert "XY", copy 3 from 3
  std::string delta{'\x06', '\x08', '\x91', '\x01', '\x03', '\x02', 'X', 'Y', '\x91', '\x03', '\x03'};
  CHECK(apply_delta("abcdef", delta, 0) == "bcdXYdef");
  CHECK_FALSE(apply_delta("abcde", delta, 0));   // another base
  CHECK_FALSE(apply_delta("abcdef", delta, 7));  // beyond the limit
  CHECK_FALSE(apply_delta("abcdef", delta.substr(0, 8), 0));
}

TEST_CASE("a delta cannot read beyond its base or write beyond its size") {
  CHECK_FALSE(apply_delta("abc", std::string{'\x03', '\x03', '\x91', '\x01', '\x03'}, 0));
  CHECK_FALSE(apply_delta("abc", std::string{'\x03', '\x01', '\x91', '\x00', '\x03'}, 0));
  CHECK_FALSE(apply_delta("abc", std::string{'\x03', '\x01', '\x05', 'x'}, 0));
  CHECK_FALSE(apply_delta("abc", std::string("\x03\x01\x00", 3), 0));
  CHECK_FALSE(apply_delta("abc", std::string(40, '\xff'), 0));
}

}  // namespace aptix::diff
