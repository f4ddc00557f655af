#include "diff/read/git_binary.h"

#include <zlib.h>
#include <array>
#include <charconv>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "diff/lines/cursor.h"

namespace aptix::diff {
namespace {

constexpr size_t kBytesInLine = 52;
constexpr size_t kLettersInAlphabet = 26;

using State = BinaryReading::State;

struct Half {
  bool is_delta = false;
  std::string data;
};

struct SizeOfHalf {
  bool is_delta;
  size_t bytes;
};

std::optional<SizeOfHalf> read_size(std::string_view line) {
  bool is_delta = line.starts_with("delta ");
  if (!is_delta && !line.starts_with("literal ")) return {};
  std::string_view digits = line.substr(line.find(' ') + 1);
  SizeOfHalf size{is_delta, 0};
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size.bytes);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return size;
}

// Data that ends with the text is whole if it has the stated size.
State read_half(Cursor& at, uint64_t most, Half& half) {
  std::optional<SizeOfHalf> size = read_size(at.line().text);
  if (!size) return State::damaged;
  if (most != 0 && size->bytes > most) return State::too_large;
  std::string deflated;
  for (at.advance(); !at.at_end() && !at.line().text.empty(); at.advance()) {
    std::optional<std::string> decoded = decode_binary_line(at.line().text);
    if (!decoded) return at.next().at_end() ? State::cut : State::damaged;
    deflated += *decoded;
  }
  std::optional<std::string> data = inflate(deflated, size->bytes);
  if (!data) return at.at_end() ? State::cut : State::damaged;
  half = {size->is_delta, std::move(*data)};
  if (!at.at_end()) at.advance();
  return State::whole;
}

bool begins_half(const Cursor& at) { return !at.at_end() && read_size(at.line().text).has_value(); }

// Computes the side that is given as a delta of the other one.
State join(Half forward, std::optional<Half> reverse, uint64_t most, BinaryReading& out) {
  bool base_is_known = reverse && !(forward.is_delta && reverse->is_delta);
  if (forward.is_delta && !base_is_known) return State::needs_base;
  if (reverse && !base_is_known) return State::needs_base;
  std::optional<std::string> after =
      forward.is_delta ? apply_delta(reverse->data, forward.data, most) : std::move(forward.data);
  if (!after) return State::damaged;
  out.after = std::move(*after);
  if (!reverse) return State::whole;
  out.before = reverse->is_delta ? apply_delta(out.after, reverse->data, most) : std::move(reverse->data);
  return out.before ? State::whole : State::damaged;
}

constexpr std::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
static_assert(kDigits.size() == 85);

constexpr std::array<int8_t, 256> digit_values() {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (size_t i = 0; i < kDigits.size(); ++i) values[static_cast<unsigned char>(kDigits[i])] = static_cast<int8_t>(i);
  return values;
}
constexpr std::array<int8_t, 256> kValues = digit_values();

// A number in groups of seven bits, lowest first.
std::optional<uint64_t> take_size(std::string_view& delta) {
  uint64_t size = 0;
  for (unsigned shift = 0; shift < 63 && !delta.empty(); shift += 7) {
    auto byte = static_cast<unsigned char>(delta.front());
    delta.remove_prefix(1);
    size |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return size;
  }
  return std::nullopt;
}

// A number of which only the bytes in `mask` are given, lowest first.
std::optional<uint64_t> take_bytes(std::string_view& delta, unsigned mask, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) {
    if ((mask & (1u << i)) == 0) continue;
    if (delta.empty()) return std::nullopt;
    value |= static_cast<uint64_t>(static_cast<unsigned char>(delta.front())) << (8 * i);
    delta.remove_prefix(1);
  }
  return value;
}

// What the next command of a delta adds: a part of the base, or bytes that follow.
std::optional<std::string_view> take_piece(std::string_view base, std::string_view& delta) {
  auto command = static_cast<unsigned char>(delta.front());
  delta.remove_prefix(1);
  if ((command & 0x80) == 0) {
    if (command == 0 || command > delta.size()) return std::nullopt;
    std::string_view piece = delta.substr(0, command);
    delta.remove_prefix(command);
    return piece;
  }
  std::optional<uint64_t> offset = take_bytes(delta, command, 4);
  std::optional<uint64_t> count = take_bytes(delta, command >> 4, 3);
  if (!offset || !count) return std::nullopt;
  if (*count == 0) count = 0x10000;
  if (*offset > base.size() || *count > base.size() - *offset) return std::nullopt;
  return base.substr(*offset, *count);
}

}  // namespace

std::optional<std::string> decode_binary_line(std::string_view line) {
  if (line.size() < 6 || (line.size() - 1) % 5 != 0) return {};
  size_t most = (line.size() - 1) / 5 * 4;
  char letter = line.front();
  size_t bytes = 0;
  if (is_capital_letter(letter)) bytes = static_cast<size_t>(letter - 'A' + 1);
  if (is_small_letter(letter)) bytes = static_cast<size_t>(letter - 'a' + 1) + kLettersInAlphabet;
  if (bytes == 0 || bytes > most || bytes + 4 <= most) return {};
  return decode_base85(line.substr(1), bytes);
}

std::string print_binary_half(std::string_view method, std::string_view data) {
  std::string text = std::string(method) + " " + std::to_string(data.size()) + "\n";
  std::string packed = deflate(data);
  for (size_t at = 0; at < packed.size(); at += kBytesInLine) {
    std::string_view line = std::string_view(packed).substr(at, kBytesInLine);
    bool capital = line.size() <= kLettersInAlphabet;
    text += static_cast<char>(capital ? 'A' + line.size() - 1 : 'a' + line.size() - kLettersInAlphabet - 1);
    text += encode_base85(line) + "\n";
  }
  return text + "\n";
}

std::string print_binary(std::string_view before, std::string_view after) {
  return std::string(kBinaryHeader) + "\n" + print_binary_half("literal", after) + print_binary_half("literal", before);
}

BinaryReading read_binary(std::string_view text, uint64_t most) {
  BinaryReading out;
  Cursor at(text);
  if (at.at_end() || at.line().text != kBinaryHeader) return out;
  at.advance();
  if (at.at_end()) {
    out.state = State::cut;
    return out;
  }
  Half forward;
  out.state = read_half(at, most, forward);
  if (out.state != State::whole) return out;
  std::optional<Half> reverse;
  if (begins_half(at)) out.state = read_half(at, most, reverse.emplace());
  if (out.state == State::whole) out.state = join(std::move(forward), std::move(reverse), most, out);
  return out;
}

std::optional<std::string> decode_base85(std::string_view digits, size_t size) {
  if (digits.size() != (size + 3) / 4 * 5) return std::nullopt;
  std::string bytes;
  bytes.reserve(size + 3);
  for (size_t at = 0; at < digits.size(); at += 5) {
    uint64_t value = 0;
    for (size_t i = 0; i < 5; ++i) {
      int digit = kValues[static_cast<unsigned char>(digits[at + i])];
      if (digit < 0) return std::nullopt;
      value = value * 85 + static_cast<uint64_t>(digit);
    }
    if (value > UINT32_MAX) return std::nullopt;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  }
  bytes.resize(size);
  return bytes;
}

std::string encode_base85(std::string_view bytes) {
  std::string digits;
  for (size_t at = 0; at < bytes.size(); at += 4) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i)
      value = value << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    std::array<char, 5> group{};
    for (size_t i = 5; i-- > 0; value /= 85) group[i] = kDigits[value % 85];
    digits.append(group.data(), group.size());
  }
  return digits;
}

std::optional<std::string> inflate(std::string_view deflated, size_t size) {
  // zlib makes at most 1032 bytes of one: a size beyond that is a lie, not worth the memory.
  if (size / 1032 > deflated.size()) return std::nullopt;
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  std::string bytes(size + 1, '\0');  // one more shows that there is more
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
  stream.avail_in = static_cast<uInt>(deflated.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  int status = ::inflate(&stream, Z_FINISH);
  size_t got = stream.total_out;
  ::inflateEnd(&stream);
  if (status != Z_STREAM_END || got != size) return std::nullopt;
  bytes.resize(size);
  return bytes;
}

std::string deflate(std::string_view bytes) {
  uLongf size = ::compressBound(static_cast<uLong>(bytes.size()));
  std::string deflated(size, '\0');
  int status = ::compress2(reinterpret_cast<Bytef*>(deflated.data()), &size,
      reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  ASSERT(status == Z_OK);
  deflated.resize(size);
  return deflated;
}

std::optional<std::string> apply_delta(std::string_view base, std::string_view delta, uint64_t limit) {
  std::optional<uint64_t> base_size = take_size(delta);
  std::optional<uint64_t> size = take_size(delta);
  if (!base_size || !size || *base_size != base.size() || (limit != 0 && *size > limit)) return std::nullopt;
  std::string result;
  while (!delta.empty()) {
    std::optional<std::string_view> piece = take_piece(base, delta);
    if (!piece || piece->size() > *size - result.size()) return std::nullopt;
    result += *piece;
  }
  if (result.size() != *size) return std::nullopt;
  return result;
}

}  // namespace aptix::diff
