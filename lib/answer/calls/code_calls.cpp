#include "answer/calls/code_calls.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "answer/tree/vocabulary.h"
#include "base/text/bytes.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostCodeCalls = 100;
constexpr unsigned kMostNestedCalls = 4;

struct Argument {
  std::string_view key;  // "" of one by its place
  std::string value;
  bool quoted = false;
};

class CodeReader {
 public:
  CodeReader(std::string_view text, Placed placed) : text_(text), placed_(placed) {}

  std::vector<MarkupCall> run() {
    std::vector<MarkupCall> calls;
    for (skip_space(); at_ < text_.size(); skip_space()) {
      std::optional<MarkupCall> call = calls.size() < kMostCodeCalls ? read_call(0) : std::nullopt;
      if (!call) return {};
      calls.push_back(std::move(*call));
      if (next_is(';')) ++at_;
    }
    return calls;
  }

 private:
  void skip_space() { at_ = after_space(text_, at_); }
  bool next_is(char byte) const { return at_ < text_.size() && text_[at_] == byte; }

  // "edit_file" of "tools.edit_file"; "" where no name stands.
  std::string_view read_name() {
    if (at_ == text_.size() || is_digit(text_[at_])) return {};
    size_t begin = at_;
    for (; at_ < text_.size() && (is_word(text_[at_]) || (next_is('.') && at_ != begin)); ++at_)
      if (text_[at_] == '.') begin = at_ + 1;
    return text_.substr(begin, at_ - begin);
  }

  std::optional<MarkupCall> read_call(unsigned depth) {
    MarkupCall call;
    call.start = at_;
    call.name = read_name();
    if (call.name.empty() || !next_is('(') || depth == kMostNestedCalls) return std::nullopt;
    size_t inside = ++at_;
    if (skip_space(); std::optional<MarkupCall> passed = read_call(depth + 1)) {
      skip_space();
      if (next_is(')')) return ++at_, passed;
    }
    at_ = inside;
    std::vector<Argument> arguments;
    for (skip_space(); !next_is(')'); skip_space()) {
      std::optional<Argument> argument = read_argument();
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
      if (skip_space(); next_is(',')) ++at_;
      else if (!next_is(')')) return std::nullopt;
    }
    ++at_;
    add_arguments(call, arguments);
    return call;
  }

  std::optional<Argument> read_argument() {
    Argument argument;
    size_t begin = at_;
    std::string_view key = read_name();
    skip_space();
    bool equals = next_is('=') && !text_.substr(at_).starts_with("==");
    if (!key.empty() && (equals || next_is(':'))) argument.key = key, ++at_, skip_space();
    else at_ = begin;
    begin = at_;
    while (at_ < text_.size() && !next_is(',') && !next_is(')')) {
      if (std::optional<std::string_view> string = read_string()) {
        argument.value += *string;
        argument.quoted = true;
      } else if (size_t other = at_; argument.quoted || !skip_other() || at_ == other) {
        return std::nullopt;  // "a" + b, or a string that does not end
      }
      skip_space();
    }
    if (at_ == text_.size() || at_ == begin) return std::nullopt;
    if (!argument.quoted) argument.value = text_.substr(begin, at_ - begin);
    return argument;
  }

  // "x", 'x', `x`, r"x", """x""": what is between the quotes. Nothing where none stands, or it does not end.
  std::optional<std::string_view> read_string() {
    constexpr std::string_view kPrefixes = "rRbBuUfF";
    size_t open = std::min(text_.find_first_not_of(kPrefixes, at_), text_.size());
    if (open == text_.size() || open - at_ > 2 || std::string_view("\"'`").find(text_[open]) == text_.npos)
      return std::nullopt;
    std::string_view quote = text_.substr(open, 1);
    if (std::string three(3, text_[open]); text_.substr(open).starts_with(three)) quote = text_.substr(open, 3);
    size_t begin = open + quote.size();
    for (size_t end = begin; end < text_.size(); ++end) {
      if (text_[end] == '\\') ++end;
      else if (text_.substr(end).starts_with(quote)) {
        at_ = end + quote.size();
        return text_.substr(begin, end - begin);
      }
    }
    return std::nullopt;
  }

  // A number, a word, what stands in brackets.
  bool skip_other() {
    size_t open = 0;
    for (; at_ < text_.size(); ++at_) {
      if (std::string_view("\"'`").find(text_[at_]) != text_.npos) {
        if (open == 0) return true;
        if (!read_string()) return false;
        --at_;
      } else if (std::string_view("([{").find(text_[at_]) != text_.npos) {
        ++open;
      } else if (open == 0 && (next_is(',') || next_is(')'))) {
        return true;
      } else if (std::string_view(")]}").find(text_[at_]) != text_.npos && open-- == 0) {
        return false;
      }
    }
    return false;
  }

  void add_arguments(MarkupCall& call, std::vector<Argument>& arguments) const {
    auto by_place = [](const Argument& argument) { return argument.key.empty(); };
    auto count = std::count_if(arguments.begin(), arguments.end(), by_place);
    bool file_first = placed_ == Placed::named && count > 1 && by_place(arguments.front()) &&
        arguments.front().quoted && is_path_text(arguments.front().value) &&
        is_likely_file(arguments.front().value, Written::bare) && is_name_of_writer(call.name);
    constexpr std::string_view kWrites[] = {"path", "content"};
    constexpr std::string_view kReplaces[] = {"path", "old_text", "new_text"};
    std::span<const std::string_view> keys = kReplaces;
    if (count == 2) keys = kWrites;
    for (size_t place = 0; Argument & argument : arguments) {
      if (by_place(argument)) argument.key = file_first && place < keys.size() ? keys[place++] : std::string_view();
      if (argument.quoted && !argument.key.empty())
        call.arguments.emplace_back(argument.key, std::move(argument.value));
    }
  }

  std::string_view text_;
  Placed placed_;
  size_t at_ = 0;
};

}  // namespace

std::vector<MarkupCall> calls_in_code(std::string_view text, Placed placed) { return CodeReader(text, placed).run(); }

}  // namespace aptix::answer
