#include "ops/tools/said.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "ops/tools/tool_hint.h"

namespace aptix::ops {
namespace {

// Of what a refusal shows of files: what is nearest comes first.
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
  auto candidates = said.find("candidates");
  if (!candidates || candidates->type() != json::Type::array) return;
  size_t count = 0;
  for (json::Value candidate : *candidates) {
    if (++count > kMostCandidates) break;
    out += fmt::format("  line {}", text_in(candidate, "line"));
    if (std::string differs = text_in(candidate, "differs"); !differs.empty()) out += ": " + differs;
    out += "\n";
    if (std::string text = text_in(candidate, "text"); !text.empty()) out += indented(text);
  }
}

void say_notes(const json::Value& said, std::string& out) {
  auto details = said.find("details");
  if (!details || details->type() != json::Type::object) return;
  if (auto notes = json::member(*details, "notes", json::Type::array))
    for (json::Value note : *notes) out += fmt::format("  note: {}\n", note.text());
  if (auto extracts = json::member(*details, "extracts", json::Type::array))
    for (json::Value extract : *extracts) {
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

Code code_of(const json::Value& said) {
  std::string id = text_in(said, "errorCode");
  for (const CodeInfo& row : all_codes())
    if (row.id == id) return row.code;
  return Code::internal;
}

std::vector<json::Value> errors_in(const json::Value& root) {
  std::vector<json::Value> all;
  if (auto errors = json::member(root, "errors", json::Type::array))
    for (json::Value error : *errors) all.push_back(error);
  return all;
}

// "error[match.ambiguous]: ..." with the nearest text and the one thing to do now.
std::string said_of(const json::Value& said, std::string_view kind) {
  std::string out = fmt::format("{}[{}]: {}\n", kind, text_in(said, "errorCode"), text_in(said, "message"));
  say_notes(said, out);
  say_candidates(said, out);
  if (std::string hint = hint_of(said); !hint.empty()) out += fmt::format("  hint: {}\n", hint);
  return out;
}

// The command that carries out the change that waits, as the hint has it: with the root.
std::string approving(const json::Value& said) {
  std::string hint = text_in(said, "hint");
  size_t start = hint.find("'aptix "), end = hint.rfind("' ");
  bool known = start != std::string::npos && end != std::string::npos && start < end;
  return known ? hint.substr(start + 1, end - start - 1) : "aptix approve " + approval_of(said);
}

}  // namespace

// What to do about a change that waits, and about a file that is not shown, is the next call.
std::string hint_of(const json::Value& said) {
  return approval_of(said).empty() && !is_hidden(said) ? tool_hint(text_in(said, "hint"), code_of(said)) : "";
}

std::string text_in(const json::Value& object, std::string_view key) {
  auto value = object.find(key);
  bool known = value && (value->type() == json::Type::string || value->type() == json::Type::number);
  return known ? std::string(value->text()) : std::string();
}

std::string all_said(const json::Value& root) {
  std::string out;
  if (auto errors = json::member(root, "errors", json::Type::array))
    for (json::Value error : *errors) out += said_of(error, "error");
  if (auto warnings = json::member(root, "warnings", json::Type::array))
    for (json::Value warning : *warnings) out += said_of(warning, "warning");
  return out;
}

bool has_error(const json::Value& root, std::span<const std::string_view> codes) {
  return std::ranges::any_of(errors_in(root),
      [&](const json::Value& error) { return std::ranges::find(codes, text_in(error, "errorCode")) != codes.end(); });
}

std::string approval_in(const json::Value& root) {
  for (const json::Value& error : errors_in(root))
    if (std::string id = approval_of(error); !id.empty()) return id;
  return {};
}

std::string next_call(const json::Value& root) {
  constexpr std::string_view kReadAgain[] = {"match.not_found", "match.ambiguous", "match.none_applied",
      "hash.mismatch", "session.stale_read", "file.changed", "file.exists", "line.mismatch", "line.beyond_end",
      "line.count"};
  constexpr std::string_view kFind[] = {"file.missing"};
  std::string path;
  for (const json::Value& error : errors_in(root)) {
    if (!approval_of(error).empty())
      return fmt::format("next: ask the person to run '{}'; do not send the edit again\n", approving(error));
    if (is_hidden(error)) return "next: ask the person what is in the file: no tool shows it\n";
    if (path.empty()) path = text_in(error, "path");
  }
  if (has_error(root, kReadAgain))
    return path.empty() ? "next: read_file, then the edit made anew\n"
                        : fmt::format("next: read_file {}, then the edit made anew\n",
                              json::object([&](json::Writer& w) { w.field("filepath", path); }));
  if (has_error(root, kFind)) return "next: list_files or search_files\n";
  return {};
}

}  // namespace aptix::ops
