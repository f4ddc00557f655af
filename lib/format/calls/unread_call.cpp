#include "format/calls/unread_call.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/words.h"
#include "format/calls/call_tags.h"
#include "format/calls/vocabulary.h"
#include "format/find/line.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostCallWrapping = 8;
constexpr unsigned kMostUnreadValues = 100;  // one after another

using json::Type;
using json::Value;

bool is_text(const Value& value) { return value.type() == Type::string; }

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(kSpace); at < text.size();) {
    size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kSpace, end);
  }
  return words;
}

// The path that a word of a command is; "" for what only the shell knows, and for what lies outside of every work tree.
std::string literal_path(std::string_view word) {
  for (char quote : {'"', '\''})
    if (word.size() > 2 && word.front() == quote && word.back() == quote) word = word.substr(1, word.size() - 2);
  bool elsewhere =
      word.starts_with("/tmp/") || word.starts_with("/dev/") || word.starts_with("/etc/") || word.starts_with('~');
  return elsewhere || word.starts_with('-') || word.find_first_of("$*?`<>|&(") != std::string_view::npos
      ? std::string()
      : std::string(word);
}

// "> a.txt", ">>a.txt"; of tee, its argument.
std::string target_of(const std::vector<std::string_view>& words) {
  bool tee = words[0] == "tee";
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (tee && !word.starts_with('-') && !word.starts_with('<')) return literal_path(word);
    if (!word.starts_with('>')) continue;
    word.remove_prefix(std::min(word.find_first_not_of('>'), word.size()));
    if (word.empty() && i + 1 < words.size()) word = words[i + 1];
    return literal_path(word);
  }
  return {};
}

// The file that one command removes, moves or edits.
std::string changed_by(std::vector<std::string_view> words) {
  if (!words.empty() && words[0] == "git") words.erase(words.begin());
  if (words.size() < 2) return {};
  if (words[0] == "cat" || words[0] == "tee" || words[0] == "echo" || words[0] == "printf") return target_of(words);
  bool sed = words[0] == "sed" && words[1].starts_with("-i");
  if (sed) return literal_path(words.back());
  if (words[0] != "rm" && words[0] != "mv") return {};
  for (size_t i = 1; i < words.size(); ++i)
    if (std::string path = literal_path(words[i]); !path.empty()) return path;
  return {};
}

std::string changed_by_commands(std::string_view commands) {
  for (size_t at = 0; at < commands.size();) {
    size_t end = std::min(commands.find_first_of("\n;|&", at), commands.size());
    if (std::string path = changed_by(words_of(commands.substr(at, end - at))); !path.empty()) return path;
    at = end + 1;
  }
  return {};
}

// What the members of one object say.
struct Members {
  std::string_view tool, path, command;
  uint32_t texts = 0;  // the meanings of those that are strings

  bool has_text() const { return (texts & kTextWord) != 0 || holds_pair(texts); }
};

std::string_view path_of(const Value& value) {
  if (value.type() == Type::array && value.size() != 0) return path_of(*value.begin());
  return is_text(value) && is_path_text(value.text()) ? value.text() : std::string_view();
}

Members members_of(const Value& object) {
  Members found;
  for (auto at = object.begin(); at != object.end(); ++at) {
    uint32_t meaning = loose_meaning(at.member().key);
    Value value = *at;
    if ((meaning & kPathWord) != 0 && found.path.empty()) found.path = path_of(value);
    if (!is_text(value)) continue;
    if ((meaning & kToolWord) != 0) found.tool = value.text();
    if ((meaning & kCommandWord) != 0) found.command = value.text();
    found.texts |= meaning;
  }
  return found;
}

// Whether an object is such a call, or its arguments.
std::optional<UnreadCall> as_call(const Value& object, const Members& members, std::string_view tool) {
  // An icon or a package may have a name of that kind.
  bool own_name = is_edit_tool(members.tool) || is_moving_tool(members.tool);
  bool writes = is_name_of_writer(tool) || own_name;
  if (!members.path.empty() && (writes || members.has_text()))
    return UnreadCall{std::string(own_name ? members.tool : tool), std::string(members.path), object.offset()};
  std::string changed = changed_by_commands(members.command);
  if (tool.empty() || changed.empty()) return std::nullopt;
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
  Members members = object ? members_of(value) : Members();
  if (object)
    if (std::optional<UnreadCall> call = as_call(value, members, tool)) return call;
  for (auto at = value.begin(); at != value.end(); ++at) {
    bool arguments = object && (loose_meaning(at.member().key) & kArgumentsWord) != 0;
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
    writes = writes || (is_key && (is_text_key(key) || same_letters(key, "operation")));
    at = text.find_first_of("'\"", end + 1);
    if (!is_key || !is_path_key(key) || at == std::string_view::npos || !call.path.empty()) continue;
    std::string_view value = text.substr(at + 1, text.find(text[at], at + 1) - at - 1);
    if (is_path_text(value)) call.path = value;
  }
  return writes && !call.path.empty() ? std::optional(std::move(call)) : std::nullopt;
}

std::optional<UnreadCall> find_in_markup(const MarkupCall& call) {
  UnreadCall found{std::string(call.name), {}, call.start};
  bool writes = is_name_of_writer(call.name);
  for (const auto& [name, value] : call.arguments) {
    uint32_t meaning = loose_meaning(name);
    if ((meaning & kPathWord) != 0 && is_path_text(trim(value))) found.path = trim(value);
    writes = writes || (meaning & kTextWord) != 0;
    if ((meaning & kCommandWord) == 0) continue;
    found.path = changed_by_commands(value);
    writes = !found.path.empty();
  }
  return writes && !found.path.empty() ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

bool is_path_key(std::string_view key) { return (loose_meaning(key) & kPathWord) != 0; }

bool is_text_key(std::string_view key) { return (loose_meaning(key) & kTextWord) != 0; }

bool is_path_text(std::string_view text) {
  return text.find('\n') == std::string_view::npos && is_file(text, Written::in_quotes) &&
      text.find_first_not_of("./") != std::string_view::npos;
}

std::optional<UnreadCall> unread_call(const Value& value, std::string_view tool) { return find_call(value, tool, 0); }

std::optional<UnreadCall> unread_call_in(std::string_view text) {
  if (std::optional<MarkupCalls> markup = markup_calls(text, 0))
    for (const MarkupCall& call : markup->calls)
      if (std::optional<UnreadCall> found = find_in_markup(call)) return found;
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

std::string heredoc_target(std::string_view commands) {
  for (Line line = line_from(commands, 0); line.start < commands.size(); line = line_from(commands, line.next)) {
    std::string_view text = trim(line.text);
    if (text.starts_with("$ ")) text = trim(text.substr(2));
    if (text.find("<<") == std::string_view::npos) continue;
    std::vector<std::string_view> words = words_of(text);
    std::string path = words[0] == "cat" || words[0] == "tee" ? target_of(words) : std::string();
    if (!path.empty()) return path;
  }
  return {};
}

}  // namespace aptix::format
