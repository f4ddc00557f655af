#include "ops/tools/tool_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/json/json_writer.h"
#include "model/model_hint.h"

namespace aptix::ops {
namespace {

// Commands that are tools by default, and the argument that their operand is.
struct Known {
  std::string_view command, tool, argument;
};
constexpr Known kCalls[] = {{"read", "read_file", "filepath"}, {"sha", "read_file", "filepath"},
    {"files", "list_files", ""}, {"search", "search_files", "query"}, {"diff", "get_diff", "filepath"},
    {"undo", "undo", "transaction"}};

// Words that are about a form or an option, for which a tool has an argument.
struct Phrase {
  std::string_view said, meant;
};
constexpr Phrase kPhrases[] = {
    {"use operation \"replace\" to overwrite it", "to replace all of it, give its 'base_sha256' to write_file"},
    {", or wait longer with --wait SECONDS", ""},
    {"look at this change yourself: '--diff' shows it", ""},
    {"leave out '--regex'", "leave out 'regex'"},
};

// Where nothing else is left.
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
};

// As shell_word() makes them.
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

// "aptix -C here read a.c" as the call that does it; "": no tool does.
std::string call_for(std::string_view typed) {
  std::vector<std::string> rest;
  take_word(typed);  // "aptix"
  while (!typed.empty()) {
    std::string word = take_word(typed);
    if (word == "-C" || word == "--state-dir") take_word(typed);
    else if (!word.starts_with('-')) rest.push_back(std::move(word));
  }
  for (const Known& known : kCalls) {
    if (rest.empty() || rest.front() != known.command || rest.size() > 2) continue;
    if (rest.size() == 1 || known.argument.empty()) return std::string(known.tool);
    return fmt::format("{} {}", known.tool, json::object([&](json::Writer& w) { w.field(known.argument, rest[1]); }));
  }
  return {};
}

std::string with_calls(std::string_view hint) {
  constexpr std::string_view kQuoted = "'aptix ";
  std::string out;
  for (;;) {
    size_t at = hint.find(kQuoted);
    size_t end = at == std::string_view::npos ? at : hint.find('\'', at + 1);
    if (end == std::string_view::npos) return out + std::string(hint);
    std::string call = call_for(hint.substr(at + 1, end - at - 1));
    out += hint.substr(0, at);
    out += call.empty() ? hint.substr(at, end + 1 - at) : std::string_view(call);
    hint.remove_prefix(end + 1);
  }
}

}  // namespace

std::string tool_hint(const std::string& hint, Code code) {
  std::string said = with_calls(hint);
  for (const Phrase& phrase : kPhrases)
    if (size_t at = said.find(phrase.said); at != std::string::npos) said.replace(at, phrase.said.size(), phrase.meant);
  std::string kept = hint_for_model(said, code);
  if (!kept.empty() || said.empty()) return kept;
  for (const Instead& row : kInstead)
    if (row.code == code) return std::string(row.hint);
  return hint.find("'aptix ") == std::string::npos ? "" : "ask the person: " + hint;
}

}  // namespace aptix::ops
