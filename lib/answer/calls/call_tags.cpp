// The text of a field may contain any tag. So it ends only at a closing tag after which the next field begins or its
// parent ends.
#include "answer/calls/calls.h"

#include "answer/basis/line.h"
#include "answer/basis/markdown.h"
#include "base/json/json_writer.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kLongestTagPath = 2048;

bool is_field_tag(const Tag& tag) {
  Meaning meaning = meaning_of(tag.name);
  return meaning != Meaning::none && meaning != Meaning::tool;
}

bool is_group_tag(const Tag& tag) { return tag.name == "edit" || tag.name == "edits" || tag.name == "change"; }

bool is_pair(Meaning meaning) { return meaning == Meaning::old_text || meaning == Meaning::new_text; }

bool says(const MarkupCall& call, Meaning meaning) {
  return std::ranges::any_of(
      call.arguments, [&](const auto& argument) { return meaning_of(argument.first) == meaning; });
}

// The edit of the list that has no such text yet. The old and new text so far become the first one of the list if
// another follows.
MarkupCall& edit_for(MarkupCall& call, Meaning meaning) {
  if (call.edits.empty() && !says(call, meaning)) return call;
  if (call.edits.empty()) {
    MarkupCall first;
    auto of_pair = [](const auto& argument) { return is_pair(meaning_of(argument.first)); };
    std::ranges::copy_if(call.arguments, std::back_inserter(first.arguments), of_pair);
    std::erase_if(call.arguments, of_pair);
    call.edits.push_back(std::move(first));
  }
  return says(call.edits.back(), meaning) ? call.edits.emplace_back() : call.edits.back();
}

// One call.
class CallTagReader {
 public:
  CallTagReader(std::string_view text, size_t start) : text_(text), start_(start) { call_.start = start; }

  // False if no call begins there, or if it was only mentioned.
  bool read() {
    std::optional<Tag> tag = tag_at(text_, start_);
    if (!tag) return false;
    if (read_keyed(*tag)) return true;
    if (names_tool(*tag)) {
      call_.name = tag->called;
      known_ = true;
      if (!read_fields(call_, tag->end, tag->name)) cut_ = true;
      return true;
    }
    call_.own_tags = true;
    return begins_row(*tag) ? read_row() : read_own(*tag) && (!cut_ || known_);
  }

  MarkupCall take() { return std::move(call_); }
  size_t end() const { return end_; }
  bool cut() const { return cut_; }

 private:
  bool named() const { return !path_.empty(); }

  // <invoke name="Edit">, <function=edit>; <tool> only if a parameter follows, as other text has it, too.
  bool names_tool(const Tag& tag) {
    constexpr std::string_view kCalls[] = {"invoke", "function", "tool"};
    constexpr std::string_view kParameters[] = {"parameter", "param", "argument", "arg"};
    if (tag.called.empty() || !is_one_of(kCalls, tag.word)) return false;
    std::optional<Tag> first = tag_at(text_, after_space(text_, tag.end));
    bool parameter = first && is_one_of(kParameters, first->word) && !first->called.empty();
    parameter_ = parameter ? first->word : "parameter";
    return parameter || tag.word != "tool";
  }

  bool is_field(const Tag& tag) const {
    return parameter_.empty() ? is_field_tag(tag) || is_group_tag(tag) : tag.word == parameter_ && !tag.called.empty();
  }

  // <tool_call>write_file, then <arg_key>path</arg_key> and <arg_value>a.c</arg_value> for each argument
  bool read_keyed(const Tag& tag) {
    constexpr std::string_view kKey = "arg_key", kValue = "arg_value";
    size_t at = std::min(text_.find('<', tag.end), text_.size());
    std::optional<Tag> key = tag.word == "tool_call" ? tag_at(text_, at) : std::nullopt;
    if (!key || key->name != kKey) return false;
    call_.name = trim(text_.substr(tag.end, at - tag.end));
    while (key && key->name == kKey) {
      size_t key_end = text_.find("</arg_key>", key->end);
      size_t next = key_end == text_.npos ? text_.size() : after_space(text_, after_closing(key_end, kKey));
      std::optional<Tag> value = tag_at(text_, next);
      size_t value_end = value && value->name == kValue ? text_.find("</arg_value>", value->end) : text_.npos;
      if (value_end == text_.npos) break;
      std::string_view name = text_.substr(key->end, key_end - key->end);
      call_.arguments.emplace_back(name, std::string(text_.substr(value->end, value_end - value->end)));
      at = after_space(text_, after_closing(value_end, kValue));
      key = tag_at(text_, at);
    }
    cut_ = !closes(text_, at, tag.name);  // or a value contains such a tag
    end_ = after_closing(at, tag.name);
    return true;
  }

  bool read_own(const Tag& tag) {
    bool holder = holds_file(tag);
    if (!holder) call_.name = tag.name;
    known_ = holder || changes_files(act_of_tool(tag.name)) || is_name_of_writer(tag.name);
    take_attributes(tag);
    end_ = tag.end;
    if (tag.empty) return named();
    if (!known_) text_ = text_.substr(0, tag.end + kNearClosing);
    size_t child = after_space(text_, tag.end);
    std::optional<Tag> first = tag_at(text_, child);
    // Is it a field of a call, or does it contain some?
    bool runs = first && first->name == "command" && meaning_of(tag.name) == Meaning::none;
    bool field = first && first->name != tag.name && is_field_tag(*first) && (known_ || named() || runs);
    if (field || (first && is_group_tag(*first) && named())) return read_fields(call_, child, tag.name);
    return named() && read_content(tag);
  }

  // <file>a.c</file> before <original>: the fields of a call without a tag around them.
  bool begins_row(const Tag& tag) const {
    if (tag.empty || !tag.attributes.empty() || !word_of(tag.name).is_path()) return false;
    size_t close = text_.substr(0, tag.end + kLongestTagPath).find('<', tag.end);
    if (close == std::string_view::npos || !closes(text_, close, tag.name)) return false;
    std::optional<Tag> next = tag_at(text_, after_space(text_, after_closing(close, tag.name)));
    return next && meaning_of(next->name) == Meaning::old_text &&
        is_path_text(trim(text_.substr(tag.end, close - tag.end)));
  }

  // Alternately old and new texts, up to something else.
  bool read_row() {
    known_ = call_.lines = true;
    Meaning last = Meaning::none;
    for (size_t at = start_;; at = after_space(text_, end_)) {
      std::optional<Tag> tag = tag_at(text_, at);
      Meaning meaning = tag && !tag->empty ? meaning_of(tag->name) : Meaning::none;
      bool follows = last == Meaning::none ? meaning == Meaning::path
          : last == Meaning::old_text      ? meaning == Meaning::new_text
                                           : meaning == Meaning::old_text;
      if (!follows && last == Meaning::new_text) return true;
      if (!follows && at < text_.size()) return false;
      if (!follows) return cut_ = true;
      // A field ends at a closing tag at the end of a line, or before the next field. If a second one follows before
      // another text begins, it is unclear which of them ends it.
      size_t close = closing_of(text_, *tag, [&](size_t after) {
        std::optional<Tag> next = tag_at(text_, after_space(text_, after));
        return is_blank(line_from(text_, after).text) || (next && is_field_tag(*next));
      });
      if (close == std::string_view::npos || is_doubtful(*tag, close)) return cut_ = true;
      end_ = after_closing(close, tag->name);
      add_field(call_, tag->name, text_.substr(tag->end, close - tag->end));
      last = meaning;
    }
  }

  // The first closing tag for which `ends` is true; it is passed the offset after the tag.
  template <class Ends>
  static size_t closing_of(std::string_view text, const Tag& tag, Ends ends) {
    std::string closing = "</" + std::string(tag.name) + ">";
    size_t close = text.find(closing, tag.end);
    while (close != std::string_view::npos && !ends(close + closing.size())) close = text.find(closing, close + 1);
    return close;
  }

  // Does another closing tag follow before the next opening one?
  bool is_doubtful(const Tag& tag, size_t close) const {
    size_t again = text_.find("</" + std::string(tag.name) + ">", close + 1);
    return again != std::string_view::npos && text_.find("<" + std::string(tag.name), close) > again;
  }

  void take_attributes(const Tag& tag) {
    constexpr std::string_view kTitles[] = {"name", "title", "identifier"};
    std::string_view title;
    bool holder = holds_file(tag), changes = changes_files(act_of_tool(tag.name));
    for (auto& [key, value] : attributes_of(tag.attributes)) {
      Meaning meaning = meaning_of(key);
      bool moved = changes && (meaning == Meaning::from_path || meaning == Meaning::to_path);
      bool path = (word_of(key).is_path() || moved) && is_path_text(value);
      bool told = meaning != Meaning::tool && meaning != Meaning::for_people && meaning != Meaning::none;
      if (holder && is_one_of(kTitles, key) && is_path_text(value)) title = value;
      if (path && path_.empty()) path_ = value;
      if (path || (told && !word_of(key).is_path())) call_.arguments.emplace_back(key, value);
    }
    if (!path_.empty() || title.empty()) return;
    path_ = title;
    call_.arguments.emplace_back("path", title);
  }

  // Reads up to the closing tag of the parent. False if something else than fields is found.
  bool read_fields(MarkupCall& call, size_t at, std::string_view parent) {
    constexpr unsigned kMostFields = 1000;
    for (unsigned field = 0; field < kMostFields; ++field) {
      at = after_space(text_, at);
      if (closes(text_, at, parent)) {
        end_ = after_closing(at, parent);
        return true;
      }
      if (at == text_.size()) return cut_ = true;
      std::optional<Tag> tag = tag_at(text_, at);
      bool own = parameter_.empty();
      if (!tag || tag->empty || (!own && !is_field(*tag))) return false;
      if (own && is_group_tag(*tag)) {
        MarkupCall& edit = tag->name == "edits" ? call : call.edits.emplace_back();
        if (!read_fields(edit, after_space(text_, tag->end), tag->name)) return false;
        at = end_;
      } else if (!read_field(call, *tag, parent, at)) {
        return false;
      }
      if (cut_) return true;
    }
    return false;
  }

  bool read_field(MarkupCall& call, const Tag& tag, std::string_view parent, size_t& at) {
    bool own = parameter_.empty();
    if (own && !word_of(tag.name).is_known() && !named() && call.arguments.empty()) return false;
    std::string_view near = own && word_of(tag.name).is_path() ? text_.substr(0, tag.end + kLongestTagPath) : text_;
    size_t close = closing_of(near, tag, [&](size_t next) {
      next = after_space(text_, next);
      std::optional<Tag> field = tag_at(text_, next);
      return (own && next == text_.size()) || closes(text_, next, parent) || (field && is_field(*field));
    });
    if (close == std::string_view::npos) return cut_ = near.size() == text_.size();
    std::string_view raw = text_.substr(tag.end, close - tag.end);
    at = after_closing(close, tag.name);
    if (!own) {
      if (tag.attributes.empty()) raw = without_feeds(raw);
      call.arguments.emplace_back(tag.called, raw);
      return true;
    }
    bool around_edit = meaning_of(tag.name) == Meaning::diff && tag_at(trim(raw), 0);
    return !around_edit && add_field(call, tag.name, raw);
  }

  // False if the content of a file is an edit.
  bool add_field(MarkupCall& call, std::string_view name, std::string_view raw) {
    Meaning meaning = meaning_of(name);
    MarkupCall& target = is_pair(meaning) ? edit_for(call, meaning) : call;
    std::string value(value_in_tags(raw, meaning));
    bool source = meaning == Meaning::from_path && path_.empty() && is_path_text(value);  // of a document
    if ((source || word_of(name).is_path()) && path_.empty()) path_ = trim(raw);
    if (meaning == Meaning::content || meaning == Meaning::plain_content) {
      std::optional<std::string> content = file_content(raw, path_);
      if (!content) return false;
      value = std::move(*content);
    }
    target.arguments.emplace_back(source ? std::string_view("path") : name, std::move(value));
    return true;
  }

  // A file ends at the first closing tag with nothing after it on its line. If another one follows before the next
  // file, the end is unclear and the call counts as cut off.
  bool read_content(const Tag& tag) {
    bool own_line = is_blank(line_from(text_, tag.end).text);
    std::string_view text = own_line ? text_ : text_.substr(0, tag.end + kNearClosing);
    size_t close = closing_of(text, tag, [&](size_t at) { return is_blank(line_from(text, at).text); });
    if (close == std::string_view::npos) {
      std::string_view first = line_from(text_, after_space(text_, tag.end)).text;
      if (!own_line || opening_fence(first)) return false;  // that may be an edit, or say itself that it is cut off
      return cut_ = true;
    }
    std::string ended_before = "</" + std::string(tag.name) + "><";
    std::string_view raw = text_.substr(tag.end, close - tag.end);
    cut_ = is_doubtful(tag, close) || raw.find(ended_before) != std::string_view::npos;
    std::optional<std::string> content = file_content(raw, path_);
    if (!content) return false;
    call_.arguments.emplace_back("content", std::move(*content));
    end_ = after_closing(close, tag.name);
    return true;
  }

  std::string_view text_;
  size_t start_;
  size_t end_ = 0;      // after the closing tag that was read last
  bool known_ = false;  // the name of the tag is known: it may be cut off, and is searched to its end
  bool cut_ = false;
  std::string_view parameter_;  // the word of the tags around arguments; "": each has a tag of its own name
  std::string_view path_;
  MarkupCall call_;
};

void write_arguments(json::Writer& writer, const MarkupCall& call) {
  for (const auto& [name, value] : call.arguments) writer.field(name, value);
  if (!call.edits.empty())
    writer.objects("edits", call.edits, [&](const MarkupCall& edit) { write_arguments(writer, edit); });
}

}  // namespace

std::string as_json(const MarkupCall& call) {
  json::Writer writer;
  writer.begin_object();
  if (!call.name.empty()) writer.field("name", call.name);
  writer.key("input").begin_object();
  write_arguments(writer, call);
  writer.end_object().end_object();
  return writer.take();
}

std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start) {
  MarkupCalls found;
  size_t at = after_space(text, start);
  std::optional<Tag> list = tag_at(text, at);
  if (list && (list->word != "function_calls" || list->empty)) list.reset();
  if (list) at = after_space(text, list->end);
  while (at < text.size()) {
    if (list && closes(text, at, list->name) && !found.calls.empty()) {
      found.end = after_closing(at, list->name);
      return found;
    }
    CallTagReader reader(text, at);
    if (!reader.read()) break;
    found.cut = reader.cut();
    found.calls.push_back(reader.take());
    found.end = found.cut ? text.size() : reader.end();
    if (found.cut || !list) return found;
    at = after_space(text, found.end);
  }
  bool at_end = list && (at == text.size() || is_cut_tag(text.substr(at)));
  if (found.calls.empty() && !at_end) return std::nullopt;
  found.cut = true;
  found.end = text.size();
  return found;
}

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

}  // namespace aptix::answer
