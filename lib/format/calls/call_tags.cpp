// The text of an argument may hold any tag: it ends at a closing tag only where the next argument begins, or the call
// ends, after it.
#include "format/calls/call_tags.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "format/calls/element.h"
#include "format/calls/tag.h"

namespace aptix::format {
namespace {

bool is_tag_name_byte(char c) { return is_word(c) || c == '-' || c == '.'; }

// "<", a prefix such as "x:" or none, and `word`: the offset after it. Nothing when something else stands there.
std::optional<size_t> open_tag(std::string_view text, size_t at, std::string_view word) {
  if (!text.substr(at).starts_with('<')) return std::nullopt;
  size_t name = at + 1;
  size_t end = name;
  while (end < text.size() && is_tag_name_byte(text[end])) ++end;
  if (end != name && end < text.size() && text[end] == ':') name = end + 1;
  if (!text.substr(name).starts_with(word)) return std::nullopt;
  return name + word.size();
}

// The '>' of a tag, npos when it is not one: there may be a "</" at every second byte, and no '>' at all.
size_t end_of_tag(std::string_view text, size_t at) {
  constexpr size_t kLongestTag = 256;
  return text.substr(0, at + kLongestTag).find('>', at);
}

// "</word>", with a prefix or none.
std::optional<size_t> close_tag(std::string_view text, size_t at, std::string_view word) {
  if (!text.substr(at).starts_with("</")) return std::nullopt;
  size_t end = end_of_tag(text, at);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = text.substr(at + 2, end - at - 2);
  bool prefixed = name.ends_with(word) && name.size() > word.size() && name[name.size() - word.size() - 1] == ':';
  return name == word || prefixed ? std::optional(end + 1) : std::nullopt;
}

// `name="x">` or `=x>`: the name and the offset after the tag.
struct Named {
  std::string_view name;
  size_t end = 0;
};

std::optional<Named> name_in_tag(std::string_view text, size_t at) {
  size_t close = end_of_tag(text, at);
  if (close == std::string_view::npos) return std::nullopt;
  std::string_view inside = text.substr(at, close - at);
  if (inside.find('\n') != std::string_view::npos) return std::nullopt;
  inside = trim(inside);
  if (inside.starts_with('=')) inside.remove_prefix(1);
  else if (inside.starts_with("name=\"") && inside.ends_with('"') && inside.size() > 6)
    inside = inside.substr(6, inside.size() - 7);
  else return std::nullopt;
  if (inside.empty() || !std::all_of(inside.begin(), inside.end(), is_tag_name_byte)) return std::nullopt;
  return Named{inside, close + 1};
}

constexpr std::string_view kParameters[] = {"parameter", "param", "argument", "arg"};

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  std::optional<MarkupCalls> read(size_t start) {
    start = after_space(text_, start);
    std::optional<size_t> list = open_tag(text_, start, "function_calls>");
    size_t at = list ? after_space(text_, *list) : start;
    while (std::optional<size_t> end = read_call(at)) {
      at = *end;
      if (found_.cut || !list) return done(at);
      at = after_space(text_, at);
      if (std::optional<size_t> closed = close_tag(text_, at, "function_calls")) return done(*closed);
    }
    bool at_end = list && (at == text_.size() || is_cut_tag(text_.substr(at)));
    if (found_.calls.empty() && !at_end) return std::nullopt;
    found_.cut = true;
    return done(text_.size());
  }

 private:
  MarkupCalls done(size_t end) {
    found_.end = found_.cut ? text_.size() : end;
    return std::move(found_);
  }

  // After the call; nothing when none begins there.
  std::optional<size_t> read_call(size_t start) {
    for (std::string_view call : {"invoke", "function", "tool"}) {
      std::optional<size_t> open = open_tag(text_, start, call);
      std::optional<Named> named = open ? name_in_tag(text_, *open) : std::nullopt;
      if (!named) continue;
      parameter_ = parameter_at(after_space(text_, named->end));
      if (parameter_.empty() && call == "tool") continue;  // of another page
      if (parameter_.empty()) parameter_ = kParameters[0];
      MarkupCall& made = found_.calls.emplace_back();
      made.name = named->name;
      made.start = start;
      return read_arguments(made, named->end, call);
    }
    if (std::optional<size_t> end = read_keyed_call(start)) return end;
    std::optional<Element> element = element_at(text_, start);
    if (!element) return std::nullopt;
    found_.cut = element->cut;
    found_.calls.push_back(std::move(element->call));
    return element->end;
  }

  // <tool_call>write_file, and for each argument <arg_key>path</arg_key> and <arg_value>a.c</arg_value>
  std::optional<size_t> read_keyed_call(size_t start) {
    std::optional<size_t> open = open_tag(text_, start, "tool_call>");
    if (!open) return std::nullopt;
    size_t at = std::min(text_.find('<', *open), text_.size());
    std::string_view name = trim(text_.substr(*open, at - *open));
    if (name.empty() || !std::all_of(name.begin(), name.end(), is_tag_name_byte)) return std::nullopt;
    if (!open_tag(text_, at, "arg_key>")) return std::nullopt;
    MarkupCall& made = found_.calls.emplace_back();
    made.name = name;
    made.start = start;
    while (std::optional<size_t> key = open_tag(text_, at, "arg_key>")) {
      size_t key_end = text_.find("</arg_key>", *key);
      std::optional<size_t> value = open_tag(text_, after_space(text_, after(key_end, "</arg_key>")), "arg_value>");
      size_t value_end = value ? text_.find("</arg_value>", *value) : std::string_view::npos;
      if (value_end == std::string_view::npos) break;
      made.arguments.emplace_back(
          text_.substr(*key, key_end - *key), std::string(text_.substr(*value, value_end - *value)));
      at = after_space(text_, after(value_end, "</arg_value>"));
    }
    if (std::optional<size_t> end = close_tag(text_, at, "tool_call")) return end;
    found_.cut = true;  // or a value has such a tag in it
    return text_.size();
  }

  size_t after(size_t at, std::string_view tag) const { return std::min(at, text_.size() - tag.size()) + tag.size(); }

  // The word of the tag there that names an argument.
  std::string_view parameter_at(size_t at) const {
    for (std::string_view word : kParameters)
      if (std::optional<size_t> open = open_tag(text_, at, word); open && name_in_tag(text_, *open)) return word;
    return {};
  }

  size_t read_arguments(MarkupCall& made, size_t at, std::string_view call) {
    while (true) {
      at = after_space(text_, at);
      if (std::optional<size_t> end = close_tag(text_, at, call)) return *end;
      std::optional<size_t> open = open_tag(text_, at, parameter_);
      std::optional<Named> named = open ? name_in_tag(text_, *open) : std::nullopt;
      std::optional<size_t> close = named ? closing_tag(named->end, call) : std::nullopt;
      if (!close) {
        found_.cut = true;
        return text_.size();
      }
      std::string_view value = text_.substr(named->end, *close - named->end);
      if (text_[*open] == '=') value = without_own_lines(value);
      made.arguments.emplace_back(named->name, std::string(value));
      at = *close_tag(text_, *close, parameter_);
    }
  }

  std::optional<size_t> closing_tag(size_t from, std::string_view call) {
    for (size_t at = text_.find("</", from); at != std::string_view::npos; at = text_.find("</", at + 1)) {
      std::optional<size_t> end = close_tag(text_, at, parameter_);
      if (!end) continue;
      size_t next = after_space(text_, *end);
      if (open_tag(text_, next, parameter_) || close_tag(text_, next, call)) return at;
    }
    return std::nullopt;
  }

  // The tags of this form stand on lines of their own, whose ends do not belong to the text.
  static std::string_view without_own_lines(std::string_view value) {
    if (value.starts_with("\r\n")) value.remove_prefix(2);
    else if (value.starts_with('\n')) value.remove_prefix(1);
    if (value.ends_with('\n')) value.remove_suffix(1);
    if (value.ends_with('\r')) value.remove_suffix(1);
    return value;
  }

  std::string_view text_;
  std::string_view parameter_;  // the word of the tags around arguments
  MarkupCalls found_;
};

}  // namespace

std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start) { return MarkupReader(text).read(start); }

std::string_view inside_wrapper(std::string_view text) {
  std::optional<Tag> tag = tag_at(text, after_space(text));
  if (!tag || tag->empty) return text;
  std::string_view inside = text.substr(tag->end, text.find_last_not_of(" \t\r\n") + 1 - tag->end);
  std::string closing = "</" + std::string(tag->name) + ">";
  return inside.ends_with(closing) ? inside.substr(0, inside.size() - closing.size()) : text;
}

bool is_cut_tag(std::string_view text) {
  constexpr size_t kLongestTag = 256;
  return text.starts_with('<') && text.size() < kLongestTag && text.find_first_of(">\n") == std::string_view::npos;
}

}  // namespace aptix::format
