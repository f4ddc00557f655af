#include "format/calls/unread_call.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "format/basis/line.h"
#include "format/calls/call_tags.h"
#include "format/calls/shell.h"
#include "format/json/vocabulary.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostCallWrapping = 8;
constexpr unsigned kMostUnreadValues = 100;  // one after another

using json::Type;
using json::Value;

bool is_text(const Value& value) { return value.type() == Type::string; }

// Of a shell, too.
bool is_command_word(const Word& word) {
  bool command = word.meaning == Meaning::command || word.meaning == Meaning::none;
  return command && word.is(kMayBePatch) && !word.is(kWrapsCall);
}

constexpr std::string_view kScheme = "file://";

std::string_view path_of(const Value& value) {
  if (value.type() == Type::array && value.size() != 0) return path_of(*value.begin());
  if (!is_text(value)) return {};
  std::string_view path = trim(value.text());
  if (path.starts_with(kScheme)) path.remove_prefix(kScheme.size());
  return is_path_text(path) ? path : std::string_view();
}

bool has_lines(const Value& value) { return is_text(value) && value.text().find('\n') != std::string_view::npos; }

// "new_body", "newImplementation", and what other JSON has as well.
bool may_name_text(std::string_view key) {
  constexpr std::string_view kMore[] = {"body", "source", "lines", "data", "value"};
  return is_one_of(kMore, key) || key.starts_with("new");
}

// A text under a key that other JSON has as well: it has lines, or is a list of them; or a list of edits.
bool may_be_written(std::string_view key, const Word* word, const Value& value) {
  if (word != nullptr && word->meaning == Meaning::edits)
    return value.type() == Type::array && value.size() != 0 && (*value.begin()).type() == Type::object;
  bool text = word != nullptr ? is_text_meaning(word->meaning) : may_name_text(key);
  if (value.type() == Type::array) return text && value.size() != 0 && is_text(*value.begin());
  return text && has_lines(value);
}

// "uri", and what else says it in an object of its own: "textDocument".
std::string_view path_by_uri(std::string_view key, const Value& value) {
  if (key == "uri") return path_of(value);
  if (key != "textDocument" || value.type() != Type::object) return {};
  std::optional<Value> uri = value.find("uri");
  return uri ? path_of(*uri) : std::string_view();
}

// A text that is written; or, each on one line, what goes and what comes.
bool holds_text(const Value& object) {
  if (object.type() != Type::object) return false;
  bool gone = false, comes = false;
  for (auto at = object.begin(); at != object.end(); ++at) {
    const Word* word = word_of(at.member().key);
    if (may_be_written(at.member().key, word, *at)) return true;
    if (word == nullptr) continue;
    gone = gone || word->meaning == Meaning::line || (word->meaning == Meaning::old_text && is_text(*at));
    comes = comes || (word->meaning == Meaning::new_text && is_text(*at));
    if ((is_text_word(*word) && is_text(*at)) || (gone && comes)) return true;
  }
  return false;
}

// {"src/a.c": "...", ...}, or with an object that holds the text.
std::string_view path_as_key(std::string_view key, const Value& value) {
  if (key.starts_with(kScheme)) key.remove_prefix(kScheme.size());
  if (word_of(key) != nullptr || !is_path_text(key) || !is_likely_file(key, Written::bare)) return {};
  bool list = value.type() == Type::array && value.size() != 0 && (*value.begin()).type() == Type::object;
  return has_lines(value) || holds_text(list ? *value.begin() : value) ? key : std::string_view();
}

bool is_order(std::string_view key) { return key == "op" || key == "operation" || key == "action"; }

bool says_to_remove(std::string_view key, const Value& value) {
  if (value.type() == Type::boolean) return value.boolean() && act_of_command(key) == Act::remove;
  return is_text(value) && is_order(key) && act_of_command(value.text()) == Act::remove;
}

// The words of one, or ["bash", "-lc", "rm a.c"].
std::string_view command_in(const Value& value) {
  if (is_text(value)) return value.text();
  std::string_view last;
  for (auto at = value.begin(); value.type() == Type::array && at != value.end(); ++at)
    if (is_text(*at)) last = (*at).text();
  return last;
}

// May an argument of that name say what becomes of the file? Not the path, nor what is looked for or for people.
bool may_say_change(std::string_view key, const Word* word) {
  constexpr std::string_view kLookedFor[] = {"pattern", "query", "question", "prompt", "glob", "include", "exclude",
      "url", "cwd", "format", "language", "timeout", "title", "label", "symbol", "kind"};
  if (word == nullptr) return !is_one_of(kLookedFor, key);
  return is_text_meaning(word->meaning) && word->meaning != Meaning::old_text;
}

bool may_change(std::string_view tool, std::string_view path) {
  return !tool.empty() && !is_name_of_looker(tool) && is_likely_file(path, Written::bare);
}

// What the members of one object say.
struct Members {
  std::string_view tool, path, command;
  std::string_view mapped;     // a path that is the key of a text
  std::string_view elsewhere;  // a path under a name that is not known
  bool lines = false;          // a text of several
  bool text = false, weak_old = false, weak_new = false, weak_text = false;
  bool orders = false;   // "action": "update"
  bool more = false;     // something that may say what becomes of the file
  bool removes = false;  // "delete": true, "op": "delete"
  bool from = false;     // the path of a file that is moved or copied
  std::string_view to;   // where it goes

  void take(std::string_view key, const Value& value) {
    const Word* word = word_of(key);
    removes = removes || says_to_remove(key, value);
    if (is_text(value)) take_text(key, value.text(), word);
    bool list = value.type() == Type::array && act_of_command(key) == Act::remove;
    if (list && mapped.empty()) mapped = path_of(value);
    if (mapped.empty()) mapped = path_as_key(key, value);
    if (path.empty()) path = path_by_uri(key, value);
    if (std::string_view file = path_of(value); elsewhere.empty() && may_say_change(key, word))
      elsewhere = is_likely_file(file, Written::bare) ? file : std::string_view();
    lines = lines || (word != nullptr && is_text_meaning(word->meaning) && has_lines(value));
    text = text || may_be_written(key, word, value);
    bool given = is_text(value) ? !value.text().empty() : value.size() != 0;
    more = more || (given && may_say_change(key, word));
    if (word != nullptr) take_word(*word, value);
  }

  void take_text(std::string_view key, std::string_view value, const Word* word) {
    orders = orders || (is_order(key) && is_name_of_writer(value));
    weak_text = weak_text || (word == nullptr && may_name_text(key));
  }

  void take_word(const Word& word, const Value& value) {
    if (is_path_word(word) && path.empty()) path = path_of(value);
    if (is_command_word(word)) command = command_in(value);
    if (!is_text(value)) return;
    bool file = is_path_text(value.text()) && is_likely_file(value.text(), Written::bare);
    if (file && word.meaning == Meaning::to_path) to = value.text();
    from = from || (file && word.meaning == Meaning::from_path);
    if (word.meaning == Meaning::tool) tool = value.text();
    text = text || is_text_word(word);
    weak_old = weak_old || word.meaning == Meaning::old_text;
    weak_new = weak_new || word.meaning == Meaning::new_text;
    weak_text = weak_text || (is_text_meaning(word.meaning) && word.meaning != Meaning::old_text);
  }

  bool has_pair() const { return weak_old && weak_new; }
  bool says_change() const { return removes || text || has_pair() || (orders && weak_text); }
};

// Whether an object is such a call, or its arguments.
std::optional<UnreadCall> as_call(const Value& object, const Members& members, std::string_view tool) {
  // An icon or a package may have a name of that kind.
  Act own = act_of_tool(members.tool);
  bool own_name = own == Act::remove || own == Act::move;
  bool writes = own_name || (is_name_of_writer(tool) && act_of_command(members.command) != Act::look);
  if (!members.path.empty() && (writes || members.says_change()))
    return UnreadCall{std::string(own_name ? members.tool : tool), std::string(members.path), object.offset()};
  if (members.more && may_change(tool, members.path))
    return UnreadCall{std::string(tool), std::string(members.path), object.offset()};
  if ((members.from || members.has_pair()) && !members.to.empty())
    return UnreadCall{std::string(tool), std::string(members.to), object.offset()};
  if (!members.mapped.empty()) return UnreadCall{std::string(tool), std::string(members.mapped), object.offset()};
  if (tool.empty()) return std::nullopt;
  std::string changed = changed_by_commands(members.command);
  if (changed.empty() && members.path.empty() && (members.text || members.has_pair())) changed = members.elsewhere;
  // Without the name of a file, as far as the texts or the tool say enough.
  bool writer = is_name_of_writer(tool) && !is_name_of_looker(tool) && members.command.empty();
  bool enough = members.path.empty() && (members.has_pair() || (writer && members.lines));
  if (changed.empty() && !enough) return std::nullopt;
  return UnreadCall{std::string(tool), std::move(changed), object.offset()};
}

std::optional<UnreadCall> find_call(const Value& value, std::string_view tool, unsigned depth);

std::optional<UnreadCall> find_in_string(const Value& value, std::string_view tool, unsigned depth) {
  std::string_view text = trim(value.text());
  if (!text.starts_with('{') && !text.starts_with('[')) return std::nullopt;
  json::ReadResult inner = json::read(text);
  std::optional<UnreadCall> found = inner.document ? find_call(inner.document->root(), tool, depth + 1) : std::nullopt;
  if (found) found->offset = value.offset();
  return found;
}

std::optional<UnreadCall> find_call(const Value& value, std::string_view tool, unsigned depth) {
  if (depth > kMostCallWrapping || (value.type() != Type::object && value.type() != Type::array)) return std::nullopt;
  bool object = value.type() == Type::object;
  Members members;
  for (auto at = value.begin(); object && at != value.end(); ++at) members.take(at.member().key, *at);
  if (object)
    if (std::optional<UnreadCall> call = as_call(value, members, tool)) return call;
  for (auto at = value.begin(); at != value.end(); ++at) {
    bool arguments = object && may_wrap_call(at.member().key);
    std::string_view name = !arguments ? std::string_view() : members.tool.empty() ? tool : members.tool;
    std::optional<UnreadCall> found =
        arguments && is_text(*at) ? find_in_string(*at, name, depth) : find_call(*at, object ? name : tool, depth + 1);
    if (found) return found;
  }
  return std::nullopt;
}

// Of JSON that cannot be read: its keys, in quotes of either kind, and the path.
std::optional<UnreadCall> find_in_broken(std::string_view text) {
  UnreadCall call;
  bool writes = false;
  for (size_t at = text.find_first_of("'\""); at < text.size();) {
    size_t end = text.find(text[at], at + 1);
    if (end == std::string_view::npos) break;
    std::string_view key = text.substr(at + 1, std::min<size_t>(end - at - 1, 32));
    size_t colon = text.find_first_not_of(" \t\r\n", end + 1);
    bool is_key = colon != std::string_view::npos && text[colon] == ':';
    const Word* word = is_key ? word_of(key) : nullptr;
    writes = writes || (word != nullptr && (is_text_word(*word) || same_letters(key, "operation")));
    at = text.find_first_of("'\"", end + 1);
    if (!is_key || !is_path_key(key) || at == std::string_view::npos || !call.path.empty()) continue;
    std::string_view value = text.substr(at + 1, text.find(text[at], at + 1) - at - 1);
    if (is_path_text(value)) call.path = value;
  }
  return writes && !call.path.empty() ? std::optional(std::move(call)) : std::nullopt;
}

}  // namespace

std::optional<UnreadCall> unread_call(const MarkupCall& call) {
  std::string text = as_json(call);
  json::ReadResult read = json::read(text);
  std::optional<UnreadCall> found = read.document ? unread_call(read.document->root()) : std::nullopt;
  if (found) found->offset = call.start;
  return found;
}

std::optional<UnreadCall> unread_call(const Value& value, std::string_view tool) { return find_call(value, tool, 0); }

bool holds_result(std::string_view json) {
  if (json.find_first_of("{[") != json.find_first_not_of(" \t\r\n")) return false;
  for (size_t at = json.find('"'), end = 0; at != std::string_view::npos; at = end) {
    end = json.find('"', at + 1);
    if (meaning_of(json.substr(at + 1, end - at - 1)) == Meaning::result) return true;
  }
  return false;
}

std::optional<UnreadCall> unread_call_in(std::string_view text) {
  if (std::optional<MarkupCalls> markup = markup_calls(text, 0))
    for (const MarkupCall& call : markup->calls)
      if (std::optional<UnreadCall> found = unread_call(call)) return found;
  size_t start = 0;
  for (unsigned value = 0; value < kMostUnreadValues; ++value) {
    start = text.find_first_not_of(" \t\r\n,", start);
    if (start == std::string_view::npos || std::string_view("{[").find(text[start]) == std::string_view::npos)
      return std::nullopt;
    json::ReadResult read = json::read(text.substr(start), {.prefix = true});
    std::optional<UnreadCall> found =
        read.document ? unread_call(read.document->root()) : find_in_broken(text.substr(start));
    if (found) found->offset += start;
    if (found || !read.document) return found;
    start += read.end;
  }
  return std::nullopt;
}

}  // namespace aptix::format
