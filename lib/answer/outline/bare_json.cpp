#include "answer/outline/bodies.h"

#include <algorithm>

#include "answer/tree/kind.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// Is the text between `before` and `after` in a code span of the line?
bool is_in_code_span(std::string_view before, std::string_view after) {
  return std::count(before.begin(), before.end(), '`') % 2 != 0 && after.find('`') != std::string_view::npos;
}

// Does the object follow a colon ("Here it is: {...}"), or is it all of a list item? REQUIRES: the object ends on the
// line.
bool is_announced(const Line& line, size_t at, size_t size, ListItems items) {
  if (!is_blank(line.text.substr(std::min(at + size, line.text.size())))) return false;
  std::string_view prose = trim(line.text.substr(0, at));
  prose = prose.substr(0, prose.find_last_not_of("*_") + 1);  // emphasis
  return prose.ends_with(':') || items.enter(line.text).at == at;
}

class JsonFinder {
 public:
  JsonFinder(std::string_view text, bool (*has_edit)(std::string_view json)) : text_(text), has_edit_(has_edit) {
    size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    first_byte_ = after_space(text, start);
  }

  JsonInProse at(const Line& line, const ListItems& items) {
    size_t start = line.start + indent_of(line.text).bytes;
    JsonInProse found;
    switch (start < text_.size() ? text_[start] : '\n') {
      case '{': return object_at(line, start);
      case '[': found = list_at(start); break;
      case '"': found = string_at(line, start); break;
      default: break;
    }
    bool cut_list = line.next == text_.size() && line.text.ends_with(": [");
    if (found.end == found.begin && cut_list) return to_end(line.start + line.text.size() - 1);
    return found.end == found.begin ? after_words(line, items) : found;
  }

 private:
  JsonInProse to_end(size_t begin) const { return {.begin = begin, .end = text_.size()}; }

  // A list of calls, or of objects that look like ours: what is inside is not a document of its own.
  JsonInProse list_at(size_t bracket) {
    if (bracket < lists_seen_to_) return {};
    size_t first = text_.find_first_not_of(" \t\r\n", bracket + 1);
    if (first == std::string_view::npos) return to_end(bracket);
    if (text_[first] != '{' && !is_list_of_strings(bracket)) return {};
    JsonShape shape = json_shape(text_.substr(bracket));
    bool complete = shape.state == JsonState::complete;
    size_t mention = next_key_mention(text_.substr(0, bracket + kNearStart), bracket).at;
    bool ours = shape.kind != JsonKind::none || mention != std::string_view::npos;
    if (!ours && !(complete ? holds_edit(bracket, shape.end) : may_be_cut(bracket))) return {};
    lists_seen_to_ = complete ? bracket + shape.end : text_.size();
    return {.begin = bracket, .end = lists_seen_to_};
  }

  // A list of strings of JSON, on one line.
  bool is_list_of_strings(size_t bracket) const {
    std::string_view list = trim(line_from(text_, bracket).text);
    return list.starts_with("[\"{") && list.ends_with("}\"]") && json_shape(list).kind != JsonKind::none;
  }

  JsonInProse object_at(const Line& line, size_t brace) {
    if (brace < objects_seen_to_) return {};
    JsonShape shape = json_shape(text_.substr(brace));
    objects_seen_to_ = std::max(brace + shape.end, line.next);
    bool complete = shape.state == JsonState::complete;
    bool ours = shape.kind != JsonKind::none;
    if (!ours && complete) ours = brace == first_byte_ || holds_edit(brace, shape.end);
    else if (!ours) ours = is_faulty_and_ours(shape.state == JsonState::broken, brace);
    if (!ours) return {};
    return {.begin = brace, .end = complete ? end_of_object(brace + shape.end) : text_.size(), .begins_line = true};
  }

  // A document that is a string of JSON, on a line of its own.
  JsonInProse string_at(const Line& line, size_t quote) {
    std::string_view text = trim(line.text);
    if (!text.starts_with("\"{") || !text.ends_with("}\"")) return {};
    if (json_shape(text).kind == JsonKind::none && !holds_edit(quote, text.size())) return {};
    return {.begin = quote, .end = line.next, .begins_line = true};
  }

  // An object that begins after words ("Here it is: {"), found so that nothing inside of it is taken for a document. If
  // it ends on that line and is not announced, it is an error: both to apply it and to skip it could be wrong.
  JsonInProse after_words(const Line& line, const ListItems& items) {
    std::string_view start = line.text.substr(indent_of(line.text).bytes);
    size_t at = line.text.find('{');
    if (at == std::string_view::npos || line.start + at < after_words_seen_to_) return {};
    if (!is_blank(line.text.substr(at + 1)) && trim(line.text.substr(at + 1))[0] != '"') return {};
    size_t brace = line.start + at;
    JsonShape shape = json_shape(text_.substr(brace));
    after_words_seen_to_ = std::max(brace + shape.end, line.next);
    bool complete = shape.state == JsonState::complete;
    bool cut = shape.state == JsonState::cut && may_be_cut(brace);
    if (shape.kind == JsonKind::none && !cut) return {};
    // The rest of it, inside the fence, is no document.
    if (looks_like_fence(start))
      return {.begin = brace,
          .end = brace,
          .fault = make_error(
              Code::json_syntax, "a document begins on the line of its fence", "begin it on the line below the fence")};
    bool one_line = complete && brace + shape.end < line.next;
    size_t end = std::min(at + shape.end, line.text.size());
    if (is_in_code_span(line.text.substr(0, at), line.text.substr(end))) return {};
    if (one_line && !is_announced(line, at, shape.end, items))
      return {.begin = brace,
          .end = brace,
          .fault = make_error(Code::block_passed_over,
              "there is a document in the middle of a sentence: it is not clear whether it is meant",
              "put it in a code block of its own; where it is only mentioned, in backticks")};
    return {.begin = brace, .end = complete ? end_of_object(brace + shape.end) : text_.size()};
  }

  // Includes the rest of its line, and a surplus bracket below it: the reader refuses those.
  size_t end_of_object(size_t end) const {
    Line rest = line_from(text_, end);
    if (!is_blank(rest.text)) end = rest.next;
    size_t next = text_.find_first_not_of(" \t\r\n", end);
    bool bracket = next != std::string_view::npos && (text_[next] == '}' || text_[next] == ']');
    return bracket ? line_from(text_, next).next : end;
  }

  // Has JSON that is not ours an edit inside? False if it is inside of JSON that was searched already.
  bool holds_edit(size_t start, size_t size) {
    if (start < looked_through_to_) return false;
    looked_through_to_ = start + size;
    return has_edit_(text_.substr(start, size));
  }

  bool is_faulty_and_ours(bool broken, size_t brace) {
    if (!mention_ || *mention_ < brace) mention_ = next_key_mention(text_, brace).at;
    if (*mention_ - brace < kNearStart) return true;
    // None of our keys follows, but the JSON may be cut off before one.
    return (!broken || brace == first_byte_) && may_be_cut(brace);
  }

  // Not if a fence follows: it shows that the answer went on.
  bool may_be_cut(size_t start) {
    auto last = [&](std::string_view fence) { return text_.rfind(fence) + 1; };  // 0: none
    if (!last_fence_) last_fence_ = std::max(last("\n```"), last("\n~~~"));
    return *last_fence_ <= start;
  }

  std::string_view text_;
  bool (*has_edit_)(std::string_view json);
  size_t first_byte_;                   // of the text, after white space
  size_t objects_seen_to_ = 0;          // objects that begin before here have been looked at
  size_t after_words_seen_to_ = 0;      // the same for objects after words
  size_t lists_seen_to_ = 0;            // the same for lists
  size_t looked_through_to_ = 0;        // JSON before here was searched for an edit inside
  std::optional<size_t> last_fence_{};  // after its line feed; 0: there is none
  std::optional<size_t> mention_;       // where the next of our keys occurs, from the last search on
};

}  // namespace

FindJson json_in_prose(std::string_view text, bool (*has_edit)(std::string_view json)) {
  return [finder = JsonFinder(text, has_edit)](
             const Line& line, const ListItems& items) mutable { return finder.at(line, items); };
}

}  // namespace aptix::answer
