#include "ops/tools/said.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json/json_writer.h"
#include "base/json/record.h"

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

// "error[match.ambiguous]: ..." with the nearest text and the one thing to do now.
std::string said_of(const json::Value& said, std::string_view kind) {
  std::string out = fmt::format("{}[{}]: {}\n", kind, text_in(said, "errorCode"), text_in(said, "message"));
  say_notes(said, out);
  say_candidates(said, out);
  if (std::string hint = text_in(said, "hint"); !hint.empty()) out += fmt::format("  hint: {}\n", hint);
  return out;
}

}  // namespace

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
  auto errors = json::member(root, "errors", json::Type::array);
  if (!errors) return false;
  for (json::Value error : *errors)
    if (std::find(codes.begin(), codes.end(), text_in(error, "errorCode")) != codes.end()) return true;
  return false;
}

std::string approval_in(const json::Value& root) {
  auto errors = json::member(root, "errors", json::Type::array);
  if (!errors) return {};
  for (json::Value error : *errors)
    if (auto details = json::member(error, "details", json::Type::object))
      if (std::string id = text_in(*details, "approval"); !id.empty()) return id;
  return {};
}

// What to call after a refusal, by what was wrong.
std::string next_call(const json::Value& root, std::string_view path, std::string_view approval) {
  if (!approval.empty())
    return fmt::format("next: ask the person to run 'aptix approve {}'; do not send the edit again\n", approval);
  constexpr std::string_view kReadAgain[] = {"match.not_found", "match.ambiguous", "match.none_applied",
      "hash.mismatch", "session.stale_read", "file.changed", "file.exists", "line.mismatch", "line.beyond_end",
      "line.count"};
  constexpr std::string_view kFind[] = {"file.missing"};
  if (has_error(root, kReadAgain))
    return path.empty() ? "next: read_file, then the edit made anew\n"
                        : fmt::format("next: read_file {}, then the edit made anew\n",
                              json::object([&](json::Writer& w) { w.field("filepath", path); }));
  if (has_error(root, kFind)) return "next: list_files or search_files\n";
  return {};
}

std::string first_path(const json::Value& root) {
  auto errors = json::member(root, "errors", json::Type::array);
  if (!errors) return {};
  for (json::Value error : *errors)
    if (std::string path = text_in(error, "path"); !path.empty()) return path;
  return {};
}

}  // namespace aptix::ops
