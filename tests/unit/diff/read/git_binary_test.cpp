#include "diff/read/git_binary.h"

#include <doctest/doctest.h>

namespace aptix::diff {

using State = BinaryReading::State;

TEST_CASE("both contents of a binary patch come back, however long they are") {
  for (size_t size : {0u, 1u, 26u, 27u, 52u, 53u, 5000u}) {
    std::string before, after;
    for (size_t i = 0; i < size; ++i) before += static_cast<char>(i * 37 + size), after += static_cast<char>(i * i + 1);
    BinaryReading reading = read_binary(print_binary(before, after), 0);
    CHECK(reading.state == State::whole);
    CHECK(reading.before == before);
    CHECK(reading.after == after);
  }
}

TEST_CASE("one side may be a delta of the other, not both") {
  std::string base = "0123456789", delta("\x0a\x05\x90\x05", 4);  // 10 bytes, 5 bytes: copy 5 from 0
  std::string header = std::string(kBinaryHeader) + "\n";
  BinaryReading forward =
      read_binary(header + print_binary_half("delta", delta) + print_binary_half("literal", base), 0);
  CHECK(forward.state == State::whole);
  CHECK(forward.after == "01234");
  CHECK(forward.before == base);
  CHECK(read_binary(header + print_binary_half("delta", delta) + print_binary_half("delta", delta), 0).state ==
      State::needs_base);
  CHECK(read_binary(header + print_binary_half("delta", delta), 0).state == State::needs_base);
}

TEST_CASE("a binary patch that ends anywhere is cut or lacks its reverse, and never whole") {
  std::string text = print_binary(std::string(200, 'b'), "other\0content");
  std::string whole = text.substr(0, text.size() - 1);  // the empty line at the end may be missing
  for (size_t size = 0; size + 1 < whole.size(); ++size) {
    BinaryReading reading = read_binary(text.substr(0, size), 0);
    bool with_both = reading.state == State::whole && reading.before;
    CHECK_FALSE(with_both);
  }
  CHECK(read_binary(whole, 0).before == std::string(200, 'b'));
}

TEST_CASE("damaged lines and contents beyond the limit are refused") {
  std::string text = print_binary("", std::string(100, 'x'));
  std::string damaged = text;
  damaged[text.find('\n', text.find("literal")) + 3] = '"';
  CHECK(read_binary(damaged, 0).state == State::damaged);
  CHECK(read_binary(text, 99).state == State::too_large);
  CHECK(read_binary("GIT binary patch\nliteral x\n", 0).state == State::damaged);
}

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
