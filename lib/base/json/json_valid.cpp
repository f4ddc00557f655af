// simdjson proves that the text is UTF-8, that every string ends and that none holds a control character, and finds
// where strings, numbers, words and brackets begin. The grammar, which is little after that, and what simdjson lets
// pass (a key twice) are looked at here. The one file that includes simdjson.
#include "base/json/json_valid.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/given_text.h"
#include "base/json/json_plain.h"
#include "base/json/json_string.h"
#include "base/text/bytes.h"

namespace aptix::json {
namespace {

constexpr size_t kFewKeys = 8;  // of which each is compared with each
// Few documents have more: more room is made when it is needed, and a text that only looks like one takes none.
constexpr size_t kMostReserved = size_t{1} << 22;
constexpr size_t kGivenBackAtOnce = 1 << 20;

using SimdParser = std::unique_ptr<simdjson::internal::dom_parser_implementation>;

const char* after_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

// After the number that begins there; null where none does.
const char* after_number(const char* at, const char* end) {
  at += *at == '-' ? 1 : 0;
  const char* whole = after_digits(at, end);
  if (whole == at || (*at == '0' && whole != at + 1)) return nullptr;
  at = whole;
  if (at != end && *at == '.') {
    const char* point = at + 1;
    at = after_digits(point, end);
    if (at == point) return nullptr;
  }
  if (at == end || (*at != 'e' && *at != 'E')) return at;
  const char* power = at + 1;
  if (power != end && (*power == '+' || *power == '-')) ++power;
  at = after_digits(power, end);
  return at == power ? nullptr : at;
}

bool all_differ(std::span<std::string_view> keys) {
  if (keys.size() > kFewKeys) {
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
  }
  for (size_t i = 1; i < keys.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (keys[i] == keys[j]) return false;
  return true;
}

}  // namespace

// Walks over the places that simdjson found. The tokens of the document take the place of those that were passed.
class ValidReader {
 public:
  ValidReader(std::string_view text, const ReadOptions& options, Document& document)
      : text_(text),
        options_(options),
        document_(document) {}

  bool read() {
    if (text_.size() >= UINT32_MAX || !find_places(text_.substr(options_.from))) return false;
    if (options_.given != nullptr) move_tokens();
    document_.details_.reserve(std::min<size_t>(count_ / 2 + 1, kMostReserved));  // each has at least two places
    while (at_ < count_)
      if (!take()) return false;
    if (next_ != Next::nothing) return false;
    document_.source_ = moved_ ? std::string_view(store_.bytes.get(), store_.used) : text_;
    document_.places_ = places_.get();
    document_.tokens_ = moved_ ? moved_.get() : places_.get();
    document_.token_owner_ = std::make_shared<Places>(std::move(places_), std::move(moved_));
    document_.strings_ = std::shared_ptr<const char[]>(std::move(store_.bytes));
    return true;
  }

 private:
  enum class Next : uint8_t { value, element_or_end, key, key_or_end, separator, nothing };

  using Places = std::pair<std::unique_ptr<const uint32_t[]>, std::unique_ptr<const uint32_t[]>>;

  struct Frame {
    Node start;
    size_t keys;  // those of the objects around it
    bool object;
  };

  bool find_places(std::string_view part) {
    const auto& simd = simdjson::get_active_implementation();
    SimdParser parser;
    if (simd->create_dom_parser_implementation(part.size(), 1, parser) != simdjson::SUCCESS) return false;
    const auto* bytes = reinterpret_cast<const uint8_t*>(part.data());
    if (parser->stage1(bytes, part.size(), simdjson::stage1_mode::regular) != simdjson::SUCCESS) return false;
    places_ = std::move(parser->structural_indexes);
    count_ = parser->n_structural_indexes;
    return true;
  }

  size_t place() const { return options_.from + places_[at_]; }
  // Before it, nothing but white space stands after a string, a number or a word.
  const char* next_place() const {
    return at_ + 1 < count_ ? text_.data() + options_.from + places_[at_ + 1] : text_.data() + text_.size();
  }

  // What stands at the next place.
  bool take() {
    char c = text_[place()];
    switch (next_) {
      case Next::element_or_end: return c == ']' ? close() : take_value(c);
      case Next::value: return take_value(c);
      case Next::key_or_end: return c == '}' ? close() : take_key(c);
      case Next::key: return take_key(c);
      case Next::separator:
        if (c != ',') return c == (stack_.back().object ? '}' : ']') && close();
        next_ = stack_.back().object ? Next::key : Next::value;
        ++at_;
        return true;
      case Next::nothing: break;
    }
    return false;
  }

  bool take_value(char c) {
    if (!stack_.empty() && !stack_.back().object) ++document_.details_[stack_.back().start.detail].second;
    if (Document::opens(c)) return open(c == '{');
    next_ = stack_.empty() ? Next::nothing : Next::separator;
    return c == '"' ? take_string().data() != nullptr : take_word(c);
  }

  bool take_key(char c) {
    ++document_.details_[stack_.back().start.detail].second;
    std::string_view key = c == '"' ? take_string() : std::string_view();
    if (key.data() == nullptr || at_ == count_ || text_[place()] != ':') return false;
    ++at_;
    keys_.emplace_back(key.data(), key.size());
    next_ = Next::value;
    return true;
  }

  Node next_node() const { return {size_, static_cast<uint32_t>(document_.details_.size())}; }

  // What takes at least as much of the text moves into the store, from the first byte to the one after the last.
  void move_tokens() {
    moved_ = std::make_unique_for_overwrite<uint32_t[]>(count_);
    store_.bytes = std::make_unique_for_overwrite<char[]>(text_.size() - options_.from);
  }

  void give_back() {
    size_t size = place() - given_back_;
    if (size < kGivenBackAtOnce) return;
    options_.given->give_back(text_.substr(given_back_, size));
    given_back_ += size;
  }

  // Of `size` bytes: all of a text that is to be a value, or the first, which says what it is.
  bool add_token(size_t size) {
    if (size_ >= options_.max_values) return false;
    if (moved_) {
      moved_[size_] = static_cast<uint32_t>(store_.used);
      std::string_view token = text_.substr(place(), size);
      std::memcpy(store_.bytes.get() + store_.used, token.data(), token.size());
      store_.used += token.size();
    }
    places_[size_++] = static_cast<uint32_t>(place());
    ++at_;
    return true;
  }

  bool open(bool object) {
    Node start = next_node();
    if (stack_.size() >= options_.max_depth || !add_token(1)) return false;
    document_.details_.emplace_back().token = start.token;
    stack_.push_back({start, keys_.size(), object});
    next_ = object ? Next::key_or_end : Next::element_or_end;
    return true;
  }

  bool close() {
    Frame frame = stack_.back();
    stack_.pop_back();
    Document::Detail& detail = document_.details_[frame.start.detail];
    detail.end = static_cast<uint32_t>(place()) + 1;
    detail.first = size_;
    detail.next = next_node().detail;
    if (moved_) give_back();
    next_ = stack_.empty() ? Next::nothing : Next::separator;
    ++at_;
    bool differ = all_differ(std::span(keys_).subspan(frame.keys));
    keys_.resize(frame.keys);
    return differ;
  }

  bool take_word(char c) {
    const char* start = text_.data() + place();
    const char* end = next_place();
    std::string_view word = c == 't' ? "true" : c == 'f' ? "false" : c == 'n' ? "null" : "";
    bool is_there = std::string_view(start, static_cast<size_t>(end - start)).starts_with(word);
    const char* after = word.empty() ? after_number(start, end) : is_there ? start + word.size() : nullptr;
    // With what stands after it, where it ends.
    return after != nullptr && (after == end || is_white(*after)) && add_token(static_cast<size_t>(after - start) + 1);
  }

  // Its text; null where it is not right. Most have no escape.
  std::string_view take_string() {
    size_t start = place();
    const char* begin = text_.data() + start + 1;
    const char* end = text_.data() + text_.size();
    size_t body = body_run(begin, end);
    bool is_all = begin + body < next_place() && begin[body] == '"';
    if (is_all) {
      const char* kept = moved_ ? store_.bytes.get() + store_.used + 1 : begin;
      return add_token(body + 2) ? std::string_view(kept, body) : std::string_view();
    }
    size_t stored_from = store_.used;
    ScannedString string = scan_string(text_, start, store_, Proven::sound);
    // A text that somebody is changing may end elsewhere than it did.
    bool ends = string.end == ScannedString::End::closed && text_.data() + string.offset <= next_place();
    if (!ends || string.lone_surrogates.count != 0 || !add_token(1)) return {};
    document_.stored_ = store_.bytes.get();
    document_.details_.push_back({.token = size_ - 1,
        .end = static_cast<uint32_t>(string.offset),
        .first = static_cast<uint32_t>(stored_from),
        .second = static_cast<uint32_t>(string.stored),
        .next = next_node().detail + 1});
    return {document_.stored_ + stored_from, string.stored};
  }

  std::string_view text_;
  const ReadOptions& options_;
  Document& document_;
  std::unique_ptr<uint32_t[]> places_;  // that simdjson found; the first `size_` are tokens
  std::unique_ptr<uint32_t[]> moved_;   // where these stand in the store; null: they stay in the text
  size_t given_back_ = options_.from;   // up to here
  uint32_t count_ = 0, at_ = 0, size_ = 0;
  Next next_ = Next::value;
  std::vector<Frame> stack_;
  Store store_;
  std::vector<std::string_view> keys_;  // of the objects that are open
};

bool read_valid(std::string_view text, const ReadOptions& options, Document& document) {
  return ValidReader(text, options, document).read();
}

}  // namespace aptix::json
