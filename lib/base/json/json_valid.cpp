// simdjson's DOM checks the text and unescapes its strings. A walk over its values finds their places in the text, and
// the faults that simdjson accepts (duplicate keys). The only file that includes simdjson.
#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/json/json_reader.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kBytesPerValue = 8;  // few values have fewer; unused room is never touched
constexpr size_t kMostReserved = size_t{1} << 23;

bool all_differ(std::span<std::string_view> keys) {
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
}

// Does the text contain half of a surrogate pair, which simdjson accepts in an escape?
bool holds_surrogate(std::string_view text) {
  for (size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1))
    if (at + 1 < text.size() && static_cast<uint8_t>(text[at + 1]) >= 0xA0) return true;
  return false;
}

}  // namespace

// Walks over the values of the DOM and the text in parallel: between two values there are only white space, commas,
// colons and brackets.
class ValidReader {
 public:
  ValidReader(std::string_view text, const ReadOptions& options, Document& document)
      : text_(text),
        options_(options),
        document_(document) {}

  bool read() {
    std::string_view part = text_.substr(options_.from);
    if (part.empty() || text_.size() >= UINT32_MAX || part.starts_with(kByteOrderMark)) return false;
    auto parsed = std::make_shared<dom::document>();
    dom::element root;
    if (!parse(part, *parsed, root)) return false;
    at_ = options_.from;
    tokens_.reserve(std::min({part.size() / kBytesPerValue + 1, kMostReserved, options_.max_values}));
    if (!take(root)) return false;
    while (!stack_.empty())
      if (!step()) return false;
    document_.source_ = text_;
    document_.strings_ = std::move(parsed);
    return true;
  }

 private:
  struct Frame {
    uint32_t start;  // its token
    size_t keys;     // number of keys in the objects around it
    bool object;
    dom::array::iterator element = {}, elements_end = {};
    dom::object::iterator member = {}, members_end = {};
  };

  bool parse(std::string_view part, dom::document& document, dom::element& root) const {
    dom::parser parser;
    if (parser.allocate(part.size(), options_.max_depth + 1) != simdjson::SUCCESS) return false;
    return parser.parse_into_document(document, part.data(), part.size()).get(root) == simdjson::SUCCESS;
  }

  // Reads the next value of the newest container, or its end.
  bool step() {
    Frame& frame = stack_.back();
    if (!frame.object) {
      if (!(frame.element != frame.elements_end)) return close();
      dom::element element = *frame.element;
      ++frame.element;
      ++tokens_[frame.start].size;
      return take(element);
    }
    if (!(frame.member != frame.members_end)) return close();
    std::string_view key = frame.member.key();
    dom::element element = frame.member.value();
    ++frame.member;
    ++tokens_[frame.start].size;
    keys_.push_back(key);
    return take_string(key) && take(element);
  }

  bool take(dom::element element) {
    switch (element.type()) {
      case dom::element_type::ARRAY: return open(false, element);
      case dom::element_type::OBJECT: return open(true, element);
      case dom::element_type::STRING: return take_string(element.get_string().value_unsafe());
      case dom::element_type::INT64:
      case dom::element_type::UINT64:
      case dom::element_type::DOUBLE:
      case dom::element_type::BOOL:
      case dom::element_type::NULL_VALUE: break;
    }
    if (!add_token()) return false;
    Document::Token& token = tokens_.back();
    while (at_ != text_.size() && !ends_word(text_[at_])) ++at_;
    token.end = static_cast<uint32_t>(at_);
    token.size = token.end - token.begin;
    return true;
  }

  static bool ends_word(char c) { return is_white(c) || c == ',' || c == ']' || c == '}'; }

  void pass_gap() {
    while (at_ != text_.size() && (is_white(text_[at_]) || text_[at_] == ',' || text_[at_] == ':')) ++at_;
  }

  // Leaves at_ at the first byte of the token.
  bool add_token() {
    if (tokens_.size() >= options_.max_values) return false;
    pass_gap();
    auto at = static_cast<uint32_t>(at_);
    auto next = static_cast<uint32_t>(tokens_.size() + 1);
    tokens_.push_back({.begin = at, .end = at, .next = next, .text = text_.data() + at});
    return true;
  }

  bool open(bool object, dom::element element) {
    Frame frame{.start = static_cast<uint32_t>(tokens_.size()), .keys = keys_.size(), .object = object};
    if (object) {
      dom::object members = element.get_object().value_unsafe();
      frame.member = members.begin();
      frame.members_end = members.end();
    } else {
      dom::array elements = element.get_array().value_unsafe();
      frame.element = elements.begin();
      frame.elements_end = elements.end();
    }
    if (stack_.size() >= options_.max_depth || !add_token()) return false;
    ++at_;
    tokens_.back().text = nullptr;
    stack_.push_back(frame);
    return true;
  }

  bool close() {
    Frame frame = stack_.back();
    stack_.pop_back();
    pass_gap();
    Document::Token& token = tokens_[frame.start];
    token.end = static_cast<uint32_t>(++at_);
    token.next = static_cast<uint32_t>(tokens_.size());
    bool differ = all_differ(std::span(keys_).subspan(frame.keys));
    keys_.resize(frame.keys);
    return differ;
  }

  // Reads a string; `unescaped`: its value in the DOM.
  bool take_string(std::string_view unescaped) {
    if (!add_token()) return false;
    size_t begin = ++at_;
    while (pass_body() != '"') at_ += 2;
    size_t size = at_++ - begin;
    bool escaped = size != unescaped.size();  // each escape is longer than its value
    Document::Token& token = tokens_.back();
    token.end = static_cast<uint32_t>(at_);
    token.text = escaped ? unescaped.data() : text_.data() + begin;
    token.size = static_cast<uint32_t>(unescaped.size());
    return !escaped || !holds_surrogate(unescaped);
  }

  // Moves to the quote that ends the string, or to a backslash.
  char pass_body() {
    while (text_[at_] != '"' && text_[at_] != '\\') ++at_;
    return text_[at_];
  }

  std::string_view text_;
  const ReadOptions& options_;
  Document& document_;
  size_t at_ = 0;
  std::vector<Document::Token>& tokens_ = document_.tokens_;
  std::vector<Frame> stack_;
  std::vector<std::string_view> keys_;  // of the open objects
};

bool read_valid(std::string_view text, const ReadOptions& options, Document& document) {
  return ValidReader(text, options, document).read();
}

}  // namespace aptix::json
