#include "ops/tools/said.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/json/json_writer.h"
#include "ops/tools/tool_hint.h"

namespace aptix::ops {
namespace {

// Nearest first.
constexpr size_t kMostCandidates = 5;

std::string indented(std::string_view text) {
  std::string out = "    ";
  for (char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  while (out.ends_with(' ') || out.ends_with('\n')) out.pop_back();
  return out + "\n";
}

void say_candidates(const json::Value& said, std::string& out) {
  size_t count = 0;
  for (const json::Value& candidate : list_in(said, "candidates")) {
    if (++count > kMostCandidates) break;
    out += fmt::format("  line {}", text_in(candidate, "line"));
    if (std::string differs = text_in(candidate, "differs"); !differs.empty()) out += ": " + differs;
    out += "\n";
    if (std::string text = text_in(candidate, "text"); !text.empty()) out += indented(text);
  }
}

void say_notes(const json::Value& said, std::string& out) {
  auto details = json::member(said, "details", json::Type::object);
  if (!details) return;
  for (const json::Value& note : list_in(*details, "notes")) out += fmt::format("  note: {}\n", note.text());
  for (const json::Value& extract : list_in(*details, "extracts")) {
    out += fmt::format("  {}:\n", text_in(extract, "name"));
    out += indented(text_in(extract, "text"));
  }
}

std::string approval_of(const json::Value& said) {
  auto details = json::member(said, "details", json::Type::object);
  return details ? text_in(*details, "approval") : "";
}

bool is_hidden(const json::Value& said) {
  auto details = json::member(said, "details", json::Type::object);
  return details && details->find("hidden");
}

// "error[match.ambiguous]: ..." with the nearest text and the next step.
std::string said_of(const json::Value& said, std::string_view kind) {
  std::string out = fmt::format("{}[{}]: {}\n", kind, text_in(said, "errorCode"), text_in(said, "message"));
  say_notes(said, out);
  say_candidates(said, out);
  if (std::string hint = hint_of(said); !hint.empty()) out += fmt::format("  hint: {}\n", hint);
  return out;
}

// The command that approves the waiting change, as the hint has it: with the root.
std::string approving(const json::Value& said) {
  std::string hint = text_in(said, "hint");
  std::string_view command = command_in(hint);
  return command.empty() ? "aptix approve " + approval_of(said) : std::string(command);
}

}  // namespace

// Waiting changes and hidden files get no hint here: next_call() covers them.
std::string hint_of(const json::Value& said) {
  return approval_of(said).empty() && !is_hidden(said) ? tool_hint(text_in(said, "hint"), code_of(said)) : "";
}

std::string all_said(const Envelope& envelope) {
  std::string out;
  for (const json::Value& error : envelope.errors()) out += said_of(error, "error");
  for (const json::Value& warning : envelope.warnings()) out += said_of(warning, "warning");
  return out;
}

std::string approval_in(const Envelope& envelope) {
  for (const json::Value& error : envelope.errors())
    if (std::string id = approval_of(error); !id.empty()) return id;
  return {};
}

std::string next_call(const Envelope& envelope) {
  std::string path;
  for (const json::Value& error : envelope.errors()) {
    if (!approval_of(error).empty())
      return fmt::format("next: ask the person to run '{}'; do not send the edit again\n", approving(error));
    if (is_hidden(error)) return "next: ask the person what is in the file: no tool shows it\n";
    if (path.empty()) path = text_in(error, "path");
  }
  if (envelope.has_error({Code::match_not_found, Code::match_ambiguous, Code::match_none_applied, Code::hash_mismatch,
          Code::session_stale_read, Code::file_changed, Code::file_exists, Code::line_mismatch, Code::line_beyond_end,
          Code::line_count}))
    return path.empty() ? "next: read_file, then the edit made anew\n"
                        : fmt::format("next: read_file {}, then the edit made anew\n",
                              json::object([&](json::Writer& w) { w.field("filepath", path); }));
  if (envelope.has_error({Code::file_missing})) return "next: list_files or search_files\n";
  return {};
}

}  // namespace aptix::ops
