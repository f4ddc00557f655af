#include "ops/tools/tool_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/json/json_writer.h"
#include "base/text/shell_word.h"
#include "model/model_hint.h"

namespace aptix::ops {
namespace {

// Commands that are tools by default, and the argument that takes their operand.
struct Known {
  std::string_view command, tool, argument;
};
constexpr Known kCalls[] = {{"read", "read_file", "filepath"}, {"sha", "read_file", "filepath"},
    {"files", "list_files", ""}, {"search", "search_files", "query"}, {"diff", "get_diff", "filepath"},
    {"undo", "undo", "transaction"}};

// Phrases about a form or an option for which a tool has an argument.
struct Phrase {
  std::string_view said, meant;
};
constexpr Phrase kPhrases[] = {
    {"use operation \"replace\" to overwrite it", "to replace all of it, give its 'base_sha256' to write_file"},
    {", or wait longer with --wait SECONDS", ""},
    {"look at this change yourself: '--diff' shows it", ""},
    {"leave out '--regex'", "leave out 'regex'"},
};

// Hints by error code, if nothing else is left.
struct Instead {
  Code code;
  std::string_view hint;
};
constexpr Instead kInstead[] = {
    {Code::policy_sensitive, "ask the person about its content: no tool shows it"},
    {Code::policy_approval_needed, "leave 'dry_run' out: then it waits for the person"},
    {Code::version_unknown, "give a transaction that a result has named, 'base' or 'git:REV'"},
    {Code::undo_unknown, "leave 'transaction' out for the newest one"},
    {Code::file_exists, "read it, and give its 'base_sha256' to write_file"},
    {Code::session_stale_read, "read it again, and make the edits for what is there now"},
};

// Removes a word as shell_word() quotes it.
std::string take_word(std::string_view& text) {
  std::string word;
  bool quoted = text.starts_with('"');
  if (quoted) text.remove_prefix(1);
  while (!text.empty() && text.front() != (quoted ? '"' : ' ')) {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    word += text.front();
    text.remove_prefix(1);
  }
  text.remove_prefix(std::min<size_t>(quoted ? 2 : 1, text.size()));
  return word;
}

// What "aptix -C here read a.c" means as a tool call.
struct Call {
  const Known* known = nullptr;     // null: no tool does it, or not with these options
  std::string operand{};            // "": without one
  std::string_view last_word = {};  // unparsed
};

Call call_of(std::string_view typed) {
  Call call;
  std::vector<std::string> rest;
  take_word(typed);  // "aptix"
  while (!typed.empty()) {
    call.last_word = typed;
    std::string word = take_word(typed);
    bool says_nothing = word == "--json" || word == "--doc-path";  // no meaning for a tool, which accepts docPaths, too
    if (word == "-C" || word == "--state-dir") take_word(typed);
    else if (!word.starts_with('-')) rest.push_back(std::move(word));
    else if (!says_nothing) return {};
  }
  if (rest.empty() || rest.size() > 2) return {};
  auto known = std::ranges::find(kCalls, rest.front(), &Known::command);
  if (known != std::end(kCalls)) call.known = known;
  if (rest.size() == 2) call.operand = std::move(rest.back());
  return call;
}

// "" if no tool does it.
std::string call_for(std::string_view typed) {
  Call call = call_of(typed);
  if (call.known == nullptr) return {};
  if (call.operand.empty() || call.known->argument.empty()) return std::string(call.known->tool);
  return fmt::format(
      "{} {}", call.known->tool, json::object([&](json::Writer& w) { w.field(call.known->argument, call.operand); }));
}

// Replaces each quoted command in a text, with its quotes, by change(command); "" keeps it.
template <class Change>
std::string with_commands(std::string_view text, Change change) {
  std::string out;
  for (std::string_view typed = command_in(text); !typed.empty(); typed = command_in(text)) {
    auto at = static_cast<size_t>(typed.data() - text.data());
    std::string changed = change(typed);
    out += changed.empty() ? text.substr(0, at + typed.size() + 1) : text.substr(0, at - 1);
    out += changed;
    text.remove_prefix(at + typed.size() + 1);
  }
  return out += text;
}

}  // namespace

std::string_view command_in(std::string_view text) {
  size_t start = text.find("'aptix ");
  if (start == std::string_view::npos) return {};
  bool quoted = false;
  for (size_t at = ++start; at < text.size(); ++at) {
    if (text[at] == '\'' && !quoted) return text.substr(start, at - start);
    if (text[at] == '"') quoted = !quoted;
    else if (text[at] == '\\') ++at;
  }
  return {};
}

std::string tool_hint(const std::string& hint, Code code) {
  std::string said = with_commands(hint, call_for);
  for (const Phrase& phrase : kPhrases)
    if (size_t at = said.find(phrase.said); at != std::string::npos) said.replace(at, phrase.said.size(), phrase.meant);
  std::string kept = hint_for_model(said, code);
  if (!kept.empty() || said.empty()) return kept;
  for (const Instead& row : kInstead)
    if (row.code == code) return std::string(row.hint);
  return command_in(hint).empty() ? "" : "ask the person: " + hint;
}

std::string rooted_hint(std::string_view hint, const std::string& root, const std::string& root_name) {
  return with_commands(hint, [&](std::string_view typed) -> std::string {
    Call call = call_of(typed);
    if (call.known == nullptr || call.operand.empty()) return {};
    bool is_path = call.known->argument == "filepath" && !call.operand.starts_with('/');
    std::string operand = is_path               ? root + "/" + call.operand
        : call.known->argument == "transaction" ? root_name + ":" + call.operand
                                                : call.operand;
    return fmt::format("'{}{}'", typed.substr(0, typed.size() - call.last_word.size()), shell_word(operand));
  });
}

}  // namespace aptix::ops
