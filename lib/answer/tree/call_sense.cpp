// Decides whether an object is a call by combining what each of its members means.

#include "answer/name/file_words.h"
#include "answer/tree/vocabulary.h"
#include "base/json/record.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

using json::Type;
using json::Value;

constexpr uint32_t bit(Meaning meaning) { return 1u << static_cast<unsigned>(meaning); }

bool is_text(const Value& value) { return value.type() == Type::string; }
bool is_nested(const Value& value) { return value.type() == Type::object || value.type() == Type::array; }
bool has_lines(const Value& value) { return is_text(value) && value.text().find('\n') != std::string_view::npos; }

bool is_removal(Act act) { return act == Act::remove || act == Act::move || act == Act::copy; }

// The path in a value; also in "file:///src/a.c", and the first of a list.
std::string_view path_of(const Value& value) {
  constexpr std::string_view kScheme = "file://";
  if (value.type() == Type::array && value.size() != 0) return path_of(*value.begin());
  if (std::optional<Value> uri = value.find("uri")) return path_of(*uri);
  std::string_view path = is_text(value) ? trim(value.text()) : std::string_view();
  if (path.starts_with(kScheme)) path.remove_prefix(kScheme.size());
  return is_path_text(path) ? path : std::string_view();
}

std::string_view likely_file(const Value& value) {
  std::string_view path = is_text(value) ? path_of(value) : std::string_view();
  return is_likely_file(path, Written::bare) ? path : std::string_view();
}

bool is_list_of(Type type, const Value& value) {
  return value.type() == Type::array && value.size() != 0 && (*value.begin()).type() == type;
}

// Does the value, or a word in a list of words, contain a patch?
bool holds_patch(const Value& value) {
  if (is_text(value)) return !begins_json(value.text()) && value.text().find(kPatchSign) != std::string_view::npos;
  for (Value word : value)
    if (value.type() == Type::array && is_text(word) && holds_patch(word)) return true;
  return false;
}

// The command; or the last word of ["bash", "-lc", "rm a.c"].
std::string_view command_in(const Value& value) {
  std::string_view last = value.text();
  for (Value word : value)
    if (value.type() == Type::array && is_text(word)) last = word.text();
  return last;
}

bool wraps(const Word& word, std::string_view key, const Value& value) {
  if (value.type() == Type::object) return word.is(kWrapsCall) || is_edit_tool(key);
  if (!word.is(kWrapsCall)) return false;
  if (is_text(value)) return word.meaning != Meaning::plain_content && begins_json(value.text());
  if (value.type() != Type::array || value.size() == 0) return false;
  const Value first = *value.begin();
  return is_nested(first) || (is_text(first) && first.text().starts_with('{'));
}

// The members of one object, combined.
class Members {
 public:
  explicit Members(const Value& object) : batch_(is_batch_entry(object)), own_tool_(tool_of(object)) {
    for (auto member = object.begin(); member != object.end(); ++member)
      if ((*member).type() != Type::null) take(member.member().key, *member);
  }

  CallSense with(std::string_view tool) const {
    CallSense said;
    said.tool = is_removal(act_of_tool(own_tool_)) ? own_tool_ : tool;
    said.command = command_;
    said.old_text = strong(Meaning::old_text);
    said.file_map = files_;
    said.path = !path_.empty() ? path_ : !to_.empty() ? to_ : mapped_;
    if (act_of_tool(tool.empty() ? own_tool_ : tool) == Act::look) return said;
    said.sense = is_edit(tool) ? Sense::edit : is_files() ? Sense::files : Sense::none;
    if (said.sense == Sense::none && is_unread(tool, said.path)) said.sense = Sense::unread;
    return said;
  }

  bool has_pair() const { return has(Meaning::old_text) && has(Meaning::new_text); }
  bool writes() const { return text_ || has(Meaning::new_text); }

 private:
  bool strong(Meaning meaning) const { return (strong_ & bit(meaning)) != 0; }
  bool has(Meaning meaning) const { return ((strong_ | weak_) & bit(meaning)) != 0; }

  void take(std::string_view key, const Value& value) {
    removes_ = removes_ || (value.type() == Type::boolean && value.boolean() && act_of_command(key) == Act::remove);
    const Word& word = word_of(key);
    bool diff =
        word.meaning == Meaning::diff && is_text(value) && value.text().find(kDiffSign) != std::string_view::npos;
    patch_ = patch_ || diff || (word.is(kMayBePatch) && holds_patch(value));
    if (wraps(word, key, value)) return;
    if (!word.is_known()) return take_other(key, value);
    switch (word.meaning) {
      case Meaning::command: return take_command(word, value);
      case Meaning::edits: return take_edits(value);
      case Meaning::tool:
      case Meaning::overwrite:
      case Meaning::for_people: return;
      case Meaning::none:
        if (word.is(kMayBePatch) && !word.is(kWrapsCall)) command_ = command_in(value);
        return;
      default: return take_word(word, value);
    }
  }

  void take_word(const Word& word, const Value& value) {
    bool whole = word.meaning == Meaning::path || word.meaning == Meaning::from_path ||
        word.meaning == Meaning::to_path || word.meaning == Meaning::plain_content || word.meaning == Meaning::excerpt;
    bool text = is_text_meaning(word.meaning);
    text_ =
        text_ || (text && (has_lines(value) || is_list_of(Type::string, value) || (!word.is(kWeak) && is_text(value))));
    if (word.meaning == Meaning::path && path_.empty()) path_ = path_of(value);
    if (word.meaning == Meaning::to_path) to_ = likely_file(value);
    if (word.meaning == Meaning::from_path) from_ = !likely_file(value).empty();
    bool given = whole || word.is(kWeak) ? is_text(value) : !is_nested(value);
    bool known = text || whole || word.meaning == Meaning::insert_line;
    alien_ = alien_ || !given || !known || (word.meaning == Meaning::path && path_of(value).empty());
    more_ = more_ || (known && word.meaning != Meaning::path && word.meaning != Meaning::old_text);
    if (given) (word.is(kWeak) ? weak_ : strong_) |= bit(word.meaning);
  }

  // Other JSON has a "type", too: only few of its words make it a call.
  void take_command(const Word& word, const Value& value) {
    std::string_view text = is_text(value) ? value.text() : std::string_view();
    Act act = act_of_command(text);
    if (!word.is(kWeak)) command_ = command_in(value);
    if (!word.is(kWeak) && !text.empty()) (changes_files(act) ? changes_ : looks_) = true;
    changes_ = changes_ || (word.is(kWeak) && act == Act::remove && text != "remove");
    removes_ = removes_ || (word.is(kWrapsCall) && act == Act::remove);
    orders_ = orders_ || (word.is(kWrapsCall) && is_name_of_writer(text));
  }

  void take_edits(const Value& value) {
    json::ReadResult inner;
    if (is_text(value)) inner = json::read(value.text());
    const Value list = inner.document ? inner.document->root() : value;
    for (Value one : list) {
      if (list.type() != Type::array || one.type() != Type::object) continue;
      Members edit(one);
      text_ = true;
      if (edit.with({}).sense >= Sense::files) edits_ = true;
      else if (edit.has_pair()) weak_ |= bit(Meaning::old_text) | bit(Meaning::new_text);
    }
  }

  // A key that is no word of calls: {"write_file": {...}}, {"a.c": "..."}, and what no known tool has.
  void take_other(std::string_view key, const Value& value) {
    alien_ = true;
    bool uri = key == "uri" || key == "textDocument";
    if (uri && path_.empty()) path_ = path_of(value);
    removes_ = removes_ || (key == "op" && act_of_command(value.text()) == Act::remove);
    if (std::string_view file = likely_file(value); other_.empty()) other_ = file;
    constexpr std::string_view kTexts[] = {"body", "source", "data", "value"};
    bool lines = ascii_lower(key).ends_with("lines");  // "newLines": a list of lines
    body_ = body_ || lines || is_one_of(kTexts, key);
    text_ = text_ || has_lines(value) || ((lines || key == "body") && is_list_of(Type::string, value));
    more_ = more_ || (is_text(value) ? !value.text().empty() : value.size() != 0);
    if (act_of_command(key) == Act::remove && is_list_of(Type::string, value)) {
      mapped_ = path_of(value);
      removes_ = true;
    }
    if (!is_path_text(key)) return;
    if (is_text(value) && value.text().ends_with('\n')) files_ = true;
    const Value first = is_list_of(Type::object, value) ? *value.begin() : value;
    bool holds = has_lines(value) || (first.type() == Type::object && Members(first).writes());
    if (!holds || !is_likely_file(key, Written::bare)) return;
    mapped_ = key;
    text_ = true;
  }

  // A call that lacks an argument counts, too: it must not be skipped.
  bool is_edit(std::string_view tool) const {
    Act act = act_of_tool(tool.empty() ? own_tool_ : tool);
    bool path = has(Meaning::path), moves = strong(Meaning::from_path) || strong(Meaning::to_path);
    bool old_text = strong(Meaning::old_text), new_text = strong(Meaning::new_text);
    if (patch_ || batch_ || edits_ || (old_text && new_text)) return true;
    if ((old_text || new_text) && (path || changes_)) return true;
    if (has_pair() && (path || is_edit_tool(tool))) return true;
    constexpr uint32_t kOfTools = bit(Meaning::content) | bit(Meaning::excerpt) | bit(Meaning::insert_line) |
        bit(Meaning::diff) | bit(Meaning::cell);
    if (path && (strong_ & kOfTools) != 0) return true;
    if (changes_ && (path || moves)) return true;
    if (is_removal(act) && (path || moves || !tool.empty())) return true;
    bool content = has(Meaning::plain_content) || has(Meaning::excerpt);
    if (path && content && (act == Act::create || act == Act::write)) return true;
    return path && !looks_ && is_edit_tool(tool);
  }

  bool is_files() const {
    return files_ || (has(Meaning::path) && strong(Meaning::plain_content) && !alien_ && own_tool_.empty() && !looks_);
  }

  // Does it name a file and write? It has a text, or a tool that does not only look has any arguments.
  bool is_unread(std::string_view tool, std::string_view& path) const {
    bool named = !tool.empty() && (is_name_of_writer(tool) || !is_name_of_looker(tool));
    bool text = text_ || has_pair();
    if (path.empty() && named && text) path = other_;
    if (path.empty()) return named && text && command_.empty();
    if (text || removes_ || (from_ && !to_.empty())) return true;
    bool ordered = orders_ && (body_ || has(Meaning::plain_content) || has(Meaning::new_text));
    ordered = ordered || (named && (more_ || is_name_of_writer(tool)));
    return ordered && is_likely_file(path, Written::bare);
  }

  uint32_t strong_ = 0, weak_ = 0;  // meanings of members whose value has the right type
  bool alien_ = false;              // a member that a plain list of files would not have
  bool more_ = false;               // a member that may say what happens to the file
  bool text_ = false;               // a text that is written
  bool body_ = false;               // a member that may be one
  bool patch_ = false, edits_ = false;
  bool batch_;
  bool files_ = false;                     // {"a.c": "..."}
  bool changes_ = false, looks_ = false;   // by its command
  bool removes_ = false, orders_ = false;  // "delete": true, "action": "update"
  bool from_ = false;
  std::string_view own_tool_, path_, to_, command_;
  std::string_view mapped_;  // a path that is the key of a text
  std::string_view other_;   // a path under an unknown key
};

struct Walk {
  Reach reach;
  const SeeInside& see;

  // `outer`: offset of the string of JSON around the value.
  bool in(const Value& value, std::string_view tool, unsigned depth, std::optional<size_t> outer) const {
    constexpr unsigned kDeepest = 12;  // nested objects, lists and strings
    if (depth > kDeepest) return false;
    size_t offset = outer.value_or(value.offset());
    if (is_text(value)) {
      if (!begins_json(value.text())) return see(value, tool, offset);
      json::ReadResult inner = json::read(value.text());
      return inner.document && in(inner.document->root(), tool, depth + 1, offset);
    }
    if (value.type() == Type::object && see(value, tool, offset)) return true;
    for (Value element : value)
      if (value.type() == Type::array && in(element, tool, depth + 1, outer)) return true;
    if (value.type() != Type::object) return false;
    std::string_view own = tool_of(value);
    for (auto member = value.begin(); member != value.end(); ++member) {
      std::string_view key = member.member().key;
      const Word& word = word_of(key);
      bool is_wrapping = wraps(word, key, *member);
      bool looked_at = is_wrapping || reach == Reach::strings || (reach == Reach::anywhere && !is_text(*member));
      std::string_view name = !is_wrapping ? std::string_view() : !word.is(kWrapsCall) ? key : own.empty() ? tool : own;
      if (looked_at && in(*member, name, depth + 1, outer)) return true;
    }
    return false;
  }
};

}  // namespace

bool begins_json(std::string_view text) {
  text = trim(text);
  return text.starts_with('{') || text.starts_with('[');
}

bool is_batch_entry(const Value& object) {
  return json::member(object, "docPath", Type::string) &&
      (json::member(object, "changes", Type::array) || json::member(object, "originalSha256", Type::string));
}

bool wraps_call(std::string_view key, const Value& value) { return wraps(word_of(key), key, value); }

CallSense sense_of(const Value& object, std::string_view tool) { return Members(object).with(tool); }

std::string_view tool_of(const Value& object) {
  for (auto member = object.begin(); member != object.end(); ++member)
    if (is_text(*member) && meaning_of(member.member().key) == Meaning::tool) return (*member).text();
  return {};
}

bool look_inside(const Value& value, Reach reach, const SeeInside& see, std::string_view tool) {
  return Walk{reach, see}.in(value, tool, 0, std::nullopt);
}

std::optional<FoundCall> first_call(
    const Value& value, Reach reach, bool (*is_wanted)(const CallSense& call), std::string_view tool) {
  std::optional<FoundCall> found;
  auto see = [&](const Value& object, std::string_view called, size_t offset) {
    if (object.type() != Type::object) return false;
    CallSense said = sense_of(object, called);
    if (is_wanted(said))
      found = {said.sense, std::string(said.tool), std::string(said.path), std::string(said.command), offset};
    return found.has_value();
  };
  look_inside(value, reach, see, tool);
  return found;
}

}  // namespace aptix::answer
