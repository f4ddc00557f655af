// The text of a tag may hold any other: a field ends at its closing tag only where the next field begins, or its
// parent ends, after it.
#include "format/calls/element.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/calls/tag.h"
#include "format/forms/forms.h"
#include "format/json/vocabulary.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostFields = 1000;
constexpr size_t kNearClosing = 16384;  // to look for the end of what may only be mentioned

bool is_field_tag(const Tag& tag) {
  const Word* word = word_of(tag.name);
  return word != nullptr && word->meaning != Meaning::none && word->meaning != Meaning::tool;
}

bool is_group_tag(const Tag& tag) { return tag.name == "edit" || tag.name == "edits" || tag.name == "change"; }

// Without the line end after its opening tag, and the indentation of a closing tag that stands on its own line.
std::string_view without_tag_lines(std::string_view text) {
  if (text.starts_with("\r\n")) text.remove_prefix(2);
  else if (text.starts_with('\n')) text.remove_prefix(1);
  size_t last = text.find_last_not_of(" \t");
  if (last != std::string_view::npos && text[last] == '\n') text = text.substr(0, last + 1);
  return text;
}

std::string_view without_last_feed(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::optional<std::string_view> inside_cdata(std::string_view text) {
  constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
  std::string_view inside = trim(text);
  if (!inside.starts_with(kBegin) || !inside.ends_with(kEnd)) return std::nullopt;
  return inside.substr(kBegin.size(), inside.size() - kBegin.size() - kEnd.size());
}

// What a fence around all of it holds.
std::optional<Block> inside_fence(std::string_view text) {
  std::string_view whole = trim(text);
  Line first = line_from(whole, 0);
  std::optional<Fence> fence = opening_fence(first.text);
  size_t last = whole.rfind('\n');
  if (!fence || last == std::string_view::npos || last + 1 < first.next) return std::nullopt;
  std::optional<Fence> end = opening_fence(whole.substr(last + 1));
  if (!end || !end->info.empty() || end->mark != fence->mark || end->length < fence->length) return std::nullopt;
  Block block;
  block.form = Block::Form::fenced;
  block.info = fence->info;
  block.body = whole.substr(first.next, last + 1 - first.next);
  return block;
}

// The content of a file as it stands between tags; nothing where it is an edit of another form.
std::optional<std::string> file_content(std::string_view text, std::string_view path) {
  std::string_view body = text;
  if (std::optional<std::string_view> data = inside_cdata(text)) body = *data;
  Block block;
  block.form = Block::Form::fenced;
  block.body = body;
  if (std::optional<Block> fenced = inside_fence(body)) block = std::move(*fenced);
  constexpr std::string_view kOfEdits[] = {".diff", ".patch", ".md", ".json", ".txt"};
  if (!ends_with_one_of(kOfEdits, path) && (detect_search_replace(block) || detect_v4a(block) || detect_diff(block)))
    return std::nullopt;
  std::string content(without_tag_lines(block.body));
  if (!content.empty() && !content.ends_with('\n')) content += '\n';
  return content;
}

class ElementReader {
 public:
  ElementReader(std::string_view text, size_t start) : text_(text), start_(start) {}

  std::optional<Element> read() {
    std::optional<Tag> tag = tag_at(text_, start_);
    if (!tag) return std::nullopt;
    found_.call.start = start_;
    found_.call.own_tags = true;
    if (begins_row(*tag)) return read_row();
    bool holder = holds_file(*tag);
    if (!holder) found_.call.name = tag->name;
    known_ = holder || changes_files(act_of_tool(tag->name)) || is_name_of_writer(tag->name);
    take_attributes(*tag, found_.call);
    if (tag->empty) return named() ? done(tag->end) : std::nullopt;
    if (!known_) text_ = text_.substr(0, tag->end + kNearClosing);
    size_t child = after_space(text_, tag->end);
    std::optional<Tag> first = tag_at(text_, child);
    if (first && begins_fields(*tag, *first))
      return read_fields(found_.call, child, tag->name) ? done(end_) : std::nullopt;
    return named() ? read_content(*tag) : std::nullopt;
  }

 private:
  std::optional<Element> done(size_t end) {
    if (found_.cut && !known_) return std::nullopt;
    found_.end = found_.cut ? text_.size() : end;
    return std::move(found_);
  }

  bool named() const { return !path_.empty(); }

  // <file>a.c</file>, and after it <original>: the fields of a call in no tag of its own.
  bool begins_row(const Tag& tag) const {
    constexpr size_t kLongestPath = 2048;
    if (tag.empty || !tag.attributes.empty() || !is_path_key(tag.name)) return false;
    size_t close = text_.substr(0, tag.end + kLongestPath).find('<', tag.end);
    if (close == std::string_view::npos || !closes(text_, close, tag.name)) return false;
    std::optional<Tag> next = tag_at(text_, after_space(text_, after_closing(close, tag.name)));
    return next && meaning_of(next->name) == Meaning::old_text &&
        is_path_text(trim(text_.substr(tag.end, close - tag.end)));
  }

  // Old and new texts by turns, up to what is neither.
  std::optional<Element> read_row() {
    known_ = found_.call.lines = true;
    Meaning last = Meaning::none;
    for (size_t at = start_; !found_.cut; at = after_space(text_, end_)) {
      std::optional<Tag> tag = tag_at(text_, at);
      Meaning meaning = tag && !tag->empty ? meaning_of(tag->name) : Meaning::none;
      bool follows = last == Meaning::none ? meaning == Meaning::path
          : last == Meaning::old_text      ? meaning == Meaning::new_text
                                           : meaning == Meaning::old_text;
      if (!follows && last == Meaning::new_text) return done(end_);
      if (!follows && at < text_.size()) return std::nullopt;
      size_t close = follows ? end_in_row(*tag) : std::string_view::npos;
      if (close == std::string_view::npos) break;
      end_ = after_closing(close, tag->name);
      add_field(found_.call, tag->name, text_.substr(tag->end, close - tag->end));
      last = meaning;
    }
    found_.cut = true;
    return done(text_.size());
  }

  // The closing tag at the end of a line, or before the next field. None where a second one follows before another
  // text begins: which of them ends it is not clear.
  size_t end_in_row(const Tag& tag) const {
    std::string closing = "</" + std::string(tag.name) + ">";
    size_t close = text_.find(closing, tag.end);
    auto ends = [&](size_t at) {
      std::optional<Tag> next = tag_at(text_, after_space(text_, at));
      return is_blank(line_from(text_, at).text) || (next && is_field_tag(*next));
    };
    while (close != std::string_view::npos && !ends(close + closing.size())) close = text_.find(closing, close + 1);
    if (close == std::string_view::npos) return close;
    size_t again = text_.find(closing, close + 1);
    return again == std::string_view::npos || text_.find("<" + std::string(tag.name), close) < again
        ? close
        : std::string_view::npos;
  }

  // Is `first`, right below the tag, a field of a call, or does it hold some?
  bool begins_fields(const Tag& tag, const Tag& first) const {
    if (is_group_tag(first) && named()) return true;
    bool runs = first.name == "command" && meaning_of(tag.name) == Meaning::none;
    return first.name != tag.name && is_field_tag(first) && (known_ || named() || runs);
  }

  static bool is_told(Meaning meaning) {
    return meaning != Meaning::tool && meaning != Meaning::for_people && meaning != Meaning::none;
  }

  void take_attributes(const Tag& tag, MarkupCall& call) {
    constexpr std::string_view kTitles[] = {"name", "title", "identifier"};
    std::string_view title;
    bool holder = holds_file(tag), changes = changes_files(act_of_tool(tag.name));
    for (auto& [key, value] : attributes_of(tag.attributes)) {
      Meaning meaning = meaning_of(key);
      bool moved = changes && (meaning == Meaning::from_path || meaning == Meaning::to_path);
      bool path = (is_path_key(key) || moved) && is_path_text(value);
      if (holder && is_one_of(kTitles, key) && is_path_text(value)) title = value;
      if (path && path_.empty()) path_ = value;
      if (path || (is_told(meaning) && !is_path_key(key))) call.arguments.emplace_back(key, value);
    }
    if (!path_.empty() || title.empty()) return;
    path_ = title;
    call.arguments.emplace_back("path", title);
  }

  // Up to the closing tag of the parent. False when something else than fields stands there.
  bool read_fields(MarkupCall& call, size_t at, std::string_view parent) {
    for (unsigned field = 0; field < kMostFields; ++field) {
      at = after_space(text_, at);
      if (closes(text_, at, parent)) {
        end_ = after_closing(at, parent);
        return true;
      }
      if (at == text_.size()) return found_.cut = true;
      std::optional<Tag> tag = tag_at(text_, at);
      if (!tag || tag->empty) return false;
      if (is_group_tag(*tag)) {
        size_t inside = after_space(text_, tag->end);
        MarkupCall& edit = tag->name == "edits" ? call : call.edits.emplace_back();
        if (!read_fields(edit, inside, tag->name)) return false;
        at = end_;
      } else if (!read_field(call, *tag, parent, at)) {
        return false;
      }
      if (found_.cut) return true;
    }
    return false;
  }

  bool read_field(MarkupCall& call, const Tag& tag, std::string_view parent, size_t& at) {
    if (word_of(tag.name) == nullptr && !named() && call.arguments.empty()) return false;
    constexpr size_t kLongestPath = 2048;
    std::string_view near = is_path_key(tag.name) ? text_.substr(0, tag.end + kLongestPath) : text_;
    size_t close = end_of_field(near, tag, parent);
    if (close == std::string_view::npos) return found_.cut = near.size() == text_.size();
    std::string_view raw = text_.substr(tag.end, close - tag.end);
    at = after_closing(close, tag.name);
    bool around_edit = meaning_of(tag.name) == Meaning::diff && tag_at(trim(raw), 0);
    return !around_edit && add_field(call, tag.name, raw);
  }

  static bool is_of_pair(Meaning meaning) { return meaning == Meaning::old_text || meaning == Meaning::new_text; }

  // False where the content of a file is an edit.
  bool add_field(MarkupCall& call, std::string_view name, std::string_view raw) {
    Meaning meaning = meaning_of(name);
    bool old_or_new = is_of_pair(meaning);
    if (old_or_new && call.edits.empty() && says(call, meaning)) move_pair(call);
    MarkupCall& target = old_or_new && !call.edits.empty() ? edit_for(call, meaning) : call;
    std::string value(value_of(raw, meaning));
    bool source = meaning == Meaning::from_path && path_.empty() && is_path_text(value);  // of a document
    if ((source || is_path_key(name)) && path_.empty()) path_ = trim(raw);
    if (meaning == Meaning::content || meaning == Meaning::plain_content) {
      std::optional<std::string> content = file_content(raw, path_);
      if (!content) return false;
      value = std::move(*content);
    }
    target.arguments.emplace_back(source ? std::string_view("path") : name, std::move(value));
    return true;
  }

  static bool says(const MarkupCall& call, Meaning meaning) {
    return std::any_of(call.arguments.begin(), call.arguments.end(),
        [&](const auto& argument) { return meaning_of(argument.first) == meaning; });
  }

  // The edit that lacks such a text.
  static MarkupCall& edit_for(MarkupCall& call, Meaning meaning) {
    return says(call.edits.back(), meaning) ? call.edits.emplace_back() : call.edits.back();
  }

  // The first old and new text become an edit of the list, as those after them.
  static void move_pair(MarkupCall& call) {
    MarkupCall first;
    auto is_pair = [](const auto& argument) { return is_of_pair(meaning_of(argument.first)); };
    for (auto& argument : call.arguments)
      if (is_pair(argument)) first.arguments.push_back(argument);
    std::erase_if(call.arguments, is_pair);
    call.edits.insert(call.edits.begin(), std::move(first));
  }

  static std::string_view value_of(std::string_view raw, Meaning meaning) {
    bool own_lines = raw.starts_with('\n') || raw.starts_with("\r\n");
    if (std::optional<std::string_view> data = inside_cdata(raw)) raw = *data;
    if (!is_text_meaning(meaning) || meaning == Meaning::cell) return trim(raw);
    raw = without_tag_lines(raw);
    return own_lines && meaning != Meaning::diff ? without_last_feed(raw) : raw;
  }

  size_t end_of_field(std::string_view text, const Tag& tag, std::string_view parent) const {
    for (size_t at = text.find("</", tag.end); at != std::string_view::npos; at = text.find("</", at + 1)) {
      if (!closes(text_, at, tag.name)) continue;
      size_t next = after_space(text_, after_closing(at, tag.name));
      std::optional<Tag> field = tag_at(text_, next);
      if (next == text_.size() || closes(text_, next, parent) ||
          (field && (is_field_tag(*field) || is_group_tag(*field))))
        return at;
    }
    return std::string_view::npos;
  }

  // A file ends at the first closing tag with nothing after it on its line; another one before the next file makes
  // that doubtful, and it is taken as cut.
  std::optional<Element> read_content(const Tag& tag) {
    bool own_line = is_blank(line_from(text_, tag.end).text);
    std::string_view text = own_line ? text_ : text_.substr(0, tag.end + kNearClosing);
    std::string closing = "</" + std::string(tag.name) + ">";
    size_t close = text.find(closing, tag.end);
    while (close != std::string_view::npos && !is_blank(line_from(text, close + closing.size()).text))
      close = text.find(closing, close + 1);
    if (close == std::string_view::npos) {
      std::string_view first = line_from(text_, after_space(text_, tag.end)).text;
      if (!own_line || opening_fence(first)) return std::nullopt;  // that may be an edit, or say itself that it is cut
      found_.cut = true;
      return done(text_.size());
    }
    size_t again = text_.find(closing, close + 1);
    size_t opens = text_.find("<" + std::string(tag.name), close);
    found_.cut = again != std::string_view::npos && opens > again;
    bool ended_before = text_.substr(tag.end, close - tag.end).find(closing + "<") != std::string_view::npos;
    found_.cut = found_.cut || ended_before;
    std::optional<std::string> content = file_content(text_.substr(tag.end, close - tag.end), path_);
    if (!content) return std::nullopt;
    found_.call.arguments.emplace_back("content", std::move(*content));
    return done(close + closing.size());
  }

  std::string_view text_;
  size_t start_;
  size_t end_ = 0;      // after the closing tag that was read last
  bool known_ = false;  // by its name: it may be cut, and is looked through to its end
  std::string_view path_;
  Element found_;
};

}  // namespace

std::optional<Element> element_at(std::string_view text, size_t start) { return ElementReader(text, start).read(); }

}  // namespace aptix::format
