// simdjson proves that a text is JSON and unescapes its strings; the positions are those of the structural characters
// that it found on the way. What it lets pass (a key twice) is looked for here. The one file that includes simdjson.
#include "base/json/json_valid.h"

#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/populate.h"

namespace aptix::json {
namespace {

constexpr size_t kLargestForSimdjson = size_t{1} << 31;  // so that a place in its strings fits in 32 bits
constexpr size_t kFewKeys = 8;                           // of which each is compared with each

using SimdParser = std::unique_ptr<simdjson::internal::dom_parser_implementation>;

// simdjson reads up to 64 bytes past the end, whatever they hold. In the same page they can be read.
bool is_padded(std::string_view text) {
  static const size_t page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  size_t end = reinterpret_cast<uintptr_t>(text.data() + text.size()) % page;
  return end != 0 && end + simdjson::SIMDJSON_PADDING <= page;
}

// A code point of a surrogate pair in UTF-8, which unescaping may leave behind of half a pair.
bool holds_surrogate(std::string_view text) {
  for (size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1))
    if (at + 1 < text.size() && static_cast<uint8_t>(text[at + 1]) >= 0xA0) return true;
  return false;
}

bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

bool all_differ(std::vector<std::string_view>& keys) {
  if (keys.size() > kFewKeys) {
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
  }
  for (size_t i = 1; i < keys.size(); ++i)
    if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
        keys.begin() + static_cast<std::ptrdiff_t>(i))
      return false;
  return true;
}

}  // namespace

// Puts what simdjson found into the table of values, in the order of the text.
class ValidReader {
 public:
  ValidReader(std::string_view text, const ReadOptions& options, Document& document)
      : text_(text),
        options_(options),
        document_(document) {}

  bool read() {
    std::string_view part = text_.substr(options_.from);
    if (part.empty() || part.size() >= kLargestForSimdjson || text_.size() >= UINT32_MAX) return false;
    if (part.starts_with("\xEF\xBB\xBF") || !parse(part)) return false;
    document_.source_ = text_;
    document_.stored_ = reinterpret_cast<const char*>(parsed_.string_buf.get());
    document_.nodes_.reserve(std::min<size_t>(parser_->n_structural_indexes, options_.max_values));
    for (uint32_t i = 0; i < parser_->n_structural_indexes; ++i)
      if (!take(i)) return false;
    document_.strings_ = std::shared_ptr<const uint8_t[]>(std::move(parsed_.string_buf));
    return stack_.empty() && !document_.nodes_.empty();
  }

 private:
  struct Frame {
    uint32_t node;
    uint32_t count = 0;  // keys, or elements
    bool object = false;
  };

  bool parse(std::string_view part) {
    const auto& simd = simdjson::get_active_implementation();
    if (simd->create_dom_parser_implementation(part.size(), options_.max_depth + 2, parser_) != simdjson::SUCCESS ||
        parsed_.allocate(part.size()) != simdjson::SUCCESS)
      return false;
    std::unique_ptr<uint8_t[]> copy;
    const auto* bytes = reinterpret_cast<const uint8_t*>(part.data());
    if (!is_padded(part)) {
      copy.reset(new uint8_t[part.size() + simdjson::SIMDJSON_PADDING]);
      std::memcpy(copy.get(), bytes, part.size());
      std::memset(copy.get() + part.size(), 0, simdjson::SIMDJSON_PADDING);
      bytes = copy.get();
    }
    if (parser_->stage1(bytes, part.size(), simdjson::stage1_mode::regular) != simdjson::SUCCESS) return false;
    // What is not structure is mostly strings.
    size_t structure = part.size() / 8 + 8 * size_t{parser_->n_structural_indexes};
    if (structure < part.size()) populate(parsed_.string_buf.get(), part.size() - structure);
    return parser_->stage2(parsed_) == simdjson::SUCCESS;
  }

  // What stands at the structural character with this number.
  bool take(uint32_t number) {
    size_t at = options_.from + parser_->structural_indexes[number];
    switch (text_[at]) {
      case ':': return true;
      case ',': key_is_next_ = stack_.back().object; return true;
      case '{': return open(at, Type::object);
      case '[': return open(at, Type::array);
      case '}':
      case ']': return close(at + 1);
      default: return add_scalar(at, end_behind(number));
    }
  }

  // Only white space stands between a scalar and the structural character after it.
  size_t end_behind(uint32_t number) const {
    bool last = number + 1 == parser_->n_structural_indexes;
    size_t end = last ? text_.size() : options_.from + parser_->structural_indexes[number + 1];
    while (is_white(text_[end - 1])) --end;
    return end;
  }

  bool add(size_t begin, size_t end, Type type) {
    if (document_.nodes_.size() >= options_.max_values) return false;
    if (!stack_.empty() && (!stack_.back().object || key_is_next_)) ++stack_.back().count;
    key_is_next_ = false;
    document_.nodes_.push_back(
        {static_cast<uint32_t>(begin), static_cast<uint32_t>(end), static_cast<uint32_t>(type), 0, 0});
    return true;
  }

  bool open(size_t at, Type type) {
    auto node = static_cast<uint32_t>(document_.nodes_.size());
    if (stack_.size() >= options_.max_depth || !add(at, at, type)) return false;
    stack_.push_back({.node = node, .object = type == Type::object});
    key_is_next_ = type == Type::object;
    return true;
  }

  bool close(size_t end) {
    Frame frame = stack_.back();
    stack_.pop_back();
    key_is_next_ = false;
    Document::Node& node = document_.nodes_[frame.node];
    node.end = static_cast<uint32_t>(end);
    node.first = static_cast<uint32_t>(document_.nodes_.size());
    node.second = frame.count;
    return !frame.object || frame.count < 2 || keys_differ(frame.node);
  }

  bool keys_differ(uint32_t object) {
    keys_.clear();
    for (uint32_t key = object + 1; key < document_.nodes_.size(); key = document_.next_of(key + 1))
      keys_.push_back(document_.text_of(document_.nodes_[key]));
    return all_differ(keys_);
  }

  bool add_scalar(size_t begin, size_t end) {
    switch (text_[begin]) {
      case '"': return add_string(begin, end);
      case 't':
      case 'f': return add(begin, end, Type::boolean);
      case 'n': return add(begin, end, Type::null);
      default: return add(begin, end, Type::number);
    }
  }

  // simdjson has the strings one after the other: four bytes of length, the text, a zero byte.
  bool add_string(size_t begin, size_t end) {
    if (!add(begin, end, Type::string)) return false;
    uint32_t size = 0;
    std::memcpy(&size, document_.stored_ + at_string_, sizeof size);
    size_t start = at_string_ + sizeof size;
    at_string_ = start + size + 1;
    size_t quoted = end - begin - 2;
    if (size == quoted) return true;  // no escape: each is longer than what it stands for
    if (size > quoted || holds_surrogate({document_.stored_ + start, size})) return false;
    Document::Node& node = document_.nodes_.back();
    node.type = Document::kEscaped;
    node.first = static_cast<uint32_t>(start);
    node.second = size;
    return true;
  }

  std::string_view text_;
  const ReadOptions& options_;
  Document& document_;
  SimdParser parser_;
  simdjson::dom::document parsed_;
  std::vector<Frame> stack_;
  bool key_is_next_ = false;
  size_t at_string_ = 0;  // in the strings of simdjson
  std::vector<std::string_view> keys_;
};

bool read_valid(std::string_view text, const ReadOptions& options, Document& document) {
  return ValidReader(text, options, document).read();
}

}  // namespace aptix::json
