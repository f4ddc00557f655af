#include "diff/read/git_binary.h"

#include <charconv>

#include "diff/lines/cursor.h"
#include "diff/read/binary_patch.h"

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

// Fills the side that is a delta of the other one.
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

}  // namespace

std::optional<std::string> decode_binary_line(std::string_view line) {
  if (line.size() < 6 || (line.size() - 1) % 5 != 0) return {};
  size_t most = (line.size() - 1) / 5 * 4;
  char letter = line.front();
  size_t bytes = 0;
  if (letter >= 'A' && letter <= 'Z') bytes = static_cast<size_t>(letter - 'A' + 1);
  if (letter >= 'a' && letter <= 'z') bytes = static_cast<size_t>(letter - 'a' + 1) + kLettersInAlphabet;
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

}  // namespace aptix::diff
