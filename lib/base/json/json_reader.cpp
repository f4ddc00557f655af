// The grammar of RFC 8259, with repairs.
#include "base/json/json_reader.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::json {
namespace {

constexpr size_t kLargest = UINT32_MAX;     // offsets have 32 bits
constexpr size_t kMostValues = UINT32_MAX;  // so have indices of values

constexpr std::string_view kNumberHint = "write numbers like 0, -12, 0.5 or 2e10";

}  // namespace

ReadResult read(std::string_view text, const ReadOptions& options) {
  Document document;
  if (options.prefix || options.partial || !read_valid(text, options, document)) return Reader(text, options).read();
  ReadResult result;
  result.end = document.root().end_offset();
  result.document = std::move(document);
  return result;
}

ReadResult scan(std::string_view text, const ReadOptions& options) { return Reader(text, options).read(); }

ReadResult Reader::read() {
  document_.source_ = text_;
  at_ = options_.from;
  options_.max_values = std::min(options_.max_values, kMostValues);
  bool whole = read_all();
  std::sort(
      result_.errors.begin(), result_.errors.end(), [](const Fault& a, const Fault& b) { return a.offset < b.offset; });
  if (!whole && options_.partial) close_at_fault();
  if (whole || (options_.partial && !tokens_.empty())) {
    document_.strings_ = std::shared_ptr<const char[]>(std::move(store_));
    result_.document = std::move(document_);
  }
  return std::move(result_);
}

bool Reader::read_all() {
  if (text_.size() > kLargest)
    return stop(Code::limit_exceeded, 0, "the JSON is larger than 4 GiB", "split the document");
  while (next_ != Next::done)
    if (!step()) return false;
  result_.end = at_;
  if (options_.prefix) return true;
  if (!pass_gap()) return false;
  return at_end() || unexpected("the end of the text");
}

bool Reader::step() {
  if (!pass_gap()) return false;
  if (at_end()) return cut_here();
  switch (next_) {
    case Next::value: return read_value();
    case Next::element_or_end: return here() == ']' ? close() : read_value();
    case Next::element: return here() == ']' ? close_after_comma() : read_value();
    case Next::key_or_end: return here() == '}' ? close() : read_key();
    case Next::key: return here() == '}' ? close_after_comma() : read_key();
    case Next::colon: return read_colon();
    case Next::separator: return read_separator();
    case Next::done: break;
  }
  throw Bug("the reader goes on after its end");
}

bool Reader::read_value() {
  switch (here()) {
    case '{': return open(Type::object);
    case '[': return open(Type::array);
    case '"': return add_token() && read_string() && value_done();
    case 't': return read_literal("true");
    case 'f': return read_literal("false");
    case 'n': return read_literal("null");
    default: break;
  }
  if (here() != '-' && !is_digit(here())) return unexpected("a value");
  if (!add_token()) return false;
  bool good = read_number();
  end_word();
  return good && value_done();
}

bool Reader::read_key() {
  if (here() != '"') return unexpected("a key in double quotes");
  Frame& frame = stack_.back();
  frame.key = static_cast<uint32_t>(tokens_.size());
  if (!add_token() || !read_string()) return false;
  ++frame.count;
  frame.inside = true;
  next_ = Next::colon;
  return true;
}

bool Reader::read_colon() {
  if (here() != ':') return unexpected("':'");
  ++at_;
  next_ = Next::value;
  return true;
}

bool Reader::read_separator() {
  if (here() == (in_object() ? '}' : ']')) return close();
  if (here() != ',') return unexpected(in_object() ? "',' or '}'" : "',' or ']'");
  comma_ = at_++;
  stack_.back().inside = false;
  next_ = in_object() ? Next::key : Next::element;
  return true;
}

bool Reader::open(Type type) {
  if (stack_.size() >= options_.max_depth) {
    std::string message = "the JSON is nested more than " + std::to_string(options_.max_depth) + " levels deep";
    return stop(Code::json_too_deep, at_, message, "nest less deeply");
  }
  if (!add_token()) return false;
  tokens_.back().text = nullptr;
  stack_.push_back({.start = static_cast<uint32_t>(tokens_.size() - 1), .object = type == Type::object});
  ++at_;
  next_ = type == Type::object ? Next::key_or_end : Next::element_or_end;
  return true;
}

bool Reader::close() {
  Frame frame = stack_.back();
  if (in_object()) find_duplicates(frame);
  stack_.pop_back();
  Document::Token& token = tokens_[frame.start];
  token.end = static_cast<uint32_t>(++at_);
  token.next = static_cast<uint32_t>(tokens_.size());
  token.size = frame.count;
  return value_done();
}

bool Reader::close_after_comma() {
  repaired(comma_, std::string("there is a comma before the closing '") + here() + "'", "leave the comma out");
  return close();
}

// Closes all open containers at the fault; drops a key without a value.
void Reader::close_at_fault() {
  result_.end = at_;
  if (!stack_.empty() && in_object()) {
    Frame& frame = stack_.back();
    if (frame.key > frame.start && tokens_.size() == frame.key + size_t{1}) {
      tokens_.pop_back();
      if (next_ == Next::colon || next_ == Next::value) --frame.count;
    }
  }
  while (!stack_.empty()) {
    Next before = next_;
    --at_;  // close() skips a bracket
    close();
    next_ = before;
  }
}

bool Reader::read_literal(std::string_view literal) {
  std::string_view rest = text_.substr(at_, literal.size());
  if (rest == literal) {
    if (!add_token()) return false;
    at_ += literal.size();
    end_word();
    return value_done();
  }
  bool is_cut = rest.size() < literal.size() && literal.starts_with(rest);
  return is_cut ? cut("a word") : unexpected("a value");
}

bool Reader::read_number() {
  if (here() == '-') ++at_;
  if (!at_end() && here() == '0') {
    ++at_;
    if (!at_end() && is_digit(here())) return unexpected("no digit after a leading 0", kNumberHint);
  } else if (!pass_digits()) {
    return false;
  }
  if (!at_end() && here() == '.') {
    ++at_;
    if (!pass_digits()) return false;
  }
  if (at_end() || (here() != 'e' && here() != 'E')) return true;
  ++at_;
  if (!at_end() && (here() == '+' || here() == '-')) ++at_;
  return pass_digits();
}

// One digit or more.
bool Reader::pass_digits() {
  if (at_end()) return cut("a number");
  if (!is_digit(here())) return unexpected("a digit", kNumberHint);
  while (!at_end() && is_digit(here())) ++at_;
  return true;
}

bool Reader::add_token() {
  if (tokens_.size() >= options_.max_values) {
    std::string message = "the JSON has more than " + std::to_string(options_.max_values) + " values";
    return stop(Code::limit_exceeded, at_, message, "split the document");
  }
  if (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (!frame.object) {
      ++frame.count;
      frame.inside = true;
    }
  }
  auto at = static_cast<uint32_t>(at_);
  tokens_.push_back(
      {.begin = at, .end = at, .next = static_cast<uint32_t>(tokens_.size() + 1), .text = text_.data() + at});
  return true;
}

// Ends the newest token here.
void Reader::end_word() {
  Document::Token& token = tokens_.back();
  token.end = static_cast<uint32_t>(at_);
  token.size = token.end - token.begin;
}

bool Reader::value_done() {
  next_ = stack_.empty() ? Next::done : Next::separator;
  return true;
}

bool Reader::pass_blanks_and_comments() {
  for (;;) {
    while (!at_end() && is_white(here())) ++at_;
    if (at_end() || here() != '/') return true;
    std::string_view ahead = text_.substr(at_, 2);
    bool comment = ahead == "//" || ahead == "/*" || ahead == "/";
    if (!comment || (ahead == "/" && at_ + 1 != text_.size())) return true;
    if (!pass_comment()) return false;
  }
}

bool Reader::pass_comment() {
  std::string_view ahead = text_.substr(at_, 2);
  if (ahead == "/") return cut("a comment");
  bool block = ahead == "/*";
  size_t end = block ? text_.find("*/", at_ + 2) : text_.find_first_of("\r\n", at_ + 2);
  if (std::optional<size_t> bad = find_invalid_utf8(text_.substr(at_, end - at_))) return bad_encoding(at_ + *bad);
  if (block && end == std::string_view::npos) return cut("a comment");
  repaired(at_, "there is a comment in the JSON", "leave the comment out");
  at_ = std::min(end, text_.size());
  if (block) at_ += 2;
  return true;
}

}  // namespace aptix::json
