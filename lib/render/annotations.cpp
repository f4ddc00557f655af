
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "base/hash/sha256.h"
#include "base/json/json_writer.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "render/text.h"

namespace aptix::render {
namespace {

constexpr size_t kMostMessage = 1000;  // bytes: GitHub shows 1,024 characters
constexpr size_t kMostResults = 5000;  // shown by GitHub at most

// An error or warning with its place in the repository.
struct Finding {
  const Diagnostic* said;
  std::string_view level;  // "error", "warning"
  std::string file;        // relative to the top of the repository; "" if it has no place there
  uint64_t line = 1;
  bool at_target = false;  // at the file that it is about, rather than in the answer
};

// Is it a path below the current folder?
bool is_in_repository(std::string_view path) {
  return !path.empty() && path.front() != '/' && path.front() != '<' && !path.starts_with("../") &&
      path.find("/../") == std::string_view::npos;
}

std::string below(const std::string& prefix, const std::string& path) {
  return prefix.empty() ? path : prefix + "/" + path;
}

Finding find_place(const Diagnostic& said, std::string_view level, const AnnotationOptions& options) {
  if (is_in_repository(said.path)) {
    auto extract = std::ranges::find_if(said.extracts, [](const Extract& one) { return one.line != 0; });
    uint64_t line = !said.candidates.empty() ? said.candidates.front().line
        : extract != said.extracts.end()     ? extract->line
                                             : 1;
    return {&said, level, below(options.prefix, said.path), line, true};
  }
  if (!is_in_repository(said.where.input)) return {&said, level, "", 1};
  return {&said, level, below(options.input_prefix, said.where.input), std::max<uint64_t>(said.where.line, 1)};
}

std::vector<Finding> findings_of(const Diagnostics& said, const AnnotationOptions& options) {
  std::vector<Finding> all;
  for (const Diagnostic& error : said.errors) all.push_back(find_place(error, "error", options));
  for (const Diagnostic& warning : said.warnings) all.push_back(find_place(warning, "warning", options));
  auto key = [](const Finding& one) { return std::tie(one.level, one.file, one.line); };  // "error" comes first
  std::stable_sort(all.begin(), all.end(), [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
  return all;
}

std::string place_in_answer(const Finding& finding) {
  const Place& where = finding.said->where;
  return where.known() ? fmt::format("line {} of {}", where.line, where.input) : std::string();
}

// Several lines: what failed, where in the answer, what to do.
std::string whole_message(const Finding& finding) {
  std::string text = escape_for_display(finding.said->message);
  if (std::string place = place_in_answer(finding); !place.empty() && (finding.at_target || finding.file.empty()))
    text += "\n" + escape_for_display(place);
  for (const std::string& note : finding.said->notes) text += "\n" + escape_for_display(note);
  if (!finding.said->hint.empty()) text += "\nhint: " + escape_for_display(finding.said->hint);
  return std::string(cut_at_character(text, kMostMessage));
}

template <class IsPlain>
std::string percent_encoded(std::string_view text, IsPlain is_plain) {
  std::string out;
  for (char c : text) out += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

// Escapes text for a workflow command; `special`: the characters that are syntax there.
std::string escaped_for_github(std::string_view text, std::string_view special) {
  return percent_encoded(text, [&](char c) { return special.find(c) == std::string_view::npos; });
}
constexpr std::string_view kOfMessages = "%\r\n", kOfProperties = "%\r\n:,";

std::string cell(std::string_view text) {
  std::string out;
  for (char c : escape_for_display(text)) {
    if (c == '|' || c == '<' || c == '`' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// A path as a relative reference (RFC 3986).
std::string uri(std::string_view path) {
  return percent_encoded(path,
      [](char c) { return is_letter_or_digit(c) || std::string_view("-._~/").find(c) != std::string_view::npos; });
}

void write_text(json::Writer& w, std::string_view key, std::string_view text) {
  w.key(key).begin_object().field("text", text).end_object();
}

void write_location(json::Writer& w, std::string_view file, uint64_t line) {
  w.key("physicalLocation").begin_object();
  w.key("artifactLocation").begin_object().field("uri", uri(file)).end_object();
  w.key("region").begin_object().field("startLine", line).end_object();
  w.end_object();
}

// Stays the same while the finding does, even if lines move.
std::string fingerprint(const Finding& finding) {
  std::string text = fmt::format("{}\n{}\n{}", info(finding.said->code).id, finding.file, finding.said->message);
  return sha256(text).hex().substr(0, 16) + ":1";
}

void write_result(json::Writer& w, const Finding& finding, const AnnotationOptions& options) {
  w.field("ruleId", info(finding.said->code).id).field("level", finding.level);
  write_text(w, "message", whole_message(finding));
  w.key("locations").begin_array().begin_object();
  write_location(w, finding.file, finding.line);
  w.end_object().end_array();
  const Place& where = finding.said->where;
  if (finding.at_target && where.known() && is_in_repository(where.input)) {
    w.key("relatedLocations").begin_array().begin_object();
    write_location(w, below(options.input_prefix, where.input), where.line);
    write_text(w, "message", escape_for_display(place_in_answer(finding)));
    w.end_object().end_array();
  }
  w.key("partialFingerprints").begin_object().field("primaryLocationLineHash", fingerprint(finding)).end_object();
}

void write_driver(json::Writer& w, const std::vector<Finding>& findings, const std::string& version) {
  std::set<Code> used;
  for (const Finding& finding : findings) used.insert(finding.said->code);
  std::vector<Code> rules(used.begin(), used.end());
  w.key("tool").begin_object().key("driver").begin_object();
  w.field("name", "aptix").field("version", version);
  w.objects("rules", rules, [&](Code code) {
    w.field("id", info(code).id);
    write_text(w, "shortDescription", info(code).meaning);
  });
  w.end_object().end_object();
}

}  // namespace

std::string github_annotations(const Diagnostics& said, const AnnotationOptions& options) {
  std::string out;
  for (const Finding& finding : findings_of(said, options)) {
    std::string place;
    if (!finding.file.empty())
      place = fmt::format("file={},line={},", escaped_for_github(finding.file, kOfProperties), finding.line);
    out += fmt::format("::{} {}title={}::{}\n", finding.level, place, info(finding.said->code).id,
        escaped_for_github(whole_message(finding), kOfMessages));
  }
  return out;
}

std::string github_summary(const Diagnostics& said, const AnnotationOptions& options) {
  std::vector<Finding> findings = findings_of(said, options);
  std::string out = fmt::format(
      "### aptix: {}, {}\n", count_of(said.errors.size(), "error"), count_of(said.warnings.size(), "warning"));
  if (findings.empty()) return out;
  out += "\n| | where | what |\n|---|---|---|\n";
  for (const Finding& finding : findings) {
    std::string place =
        finding.file.empty() ? place_in_answer(finding) : fmt::format("{}:{}", finding.file, finding.line);
    out += fmt::format("| {} | {} | {} |\n", finding.level, cell(place), cell(finding.said->message));
  }
  return out;
}

std::string sarif(const Diagnostics& said, const AnnotationOptions& options) {
  std::vector<Finding> findings = findings_of(said, options), nowhere, placed;
  for (const Finding& finding : findings) (finding.file.empty() ? nowhere : placed).push_back(finding);
  size_t cut = placed.size() - std::min(placed.size(), kMostResults);
  placed.resize(placed.size() - cut);
  bool failed = std::any_of(nowhere.begin(), nowhere.end(), [](const Finding& one) { return one.level == "error"; });
  return json::object([&](json::Writer& w) {
    w.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json").field("version", "2.1.0");
    w.key("runs").begin_array().begin_object();
    write_driver(w, findings, options.version);
    w.key("automationDetails").begin_object().field("id", "aptix/validate/").end_object();
    w.field("columnKind", "unicodeCodePoints");
    w.key("invocations").begin_array().begin_object().field("executionSuccessful", !failed);
    w.key("toolExecutionNotifications").begin_array();
    for (const Finding& finding : nowhere) {
      w.begin_object().field("level", finding.level);
      write_text(w, "message", whole_message(finding));
      w.key("associatedRule").begin_object().field("id", info(finding.said->code).id).end_object();
      w.end_object();
    }
    if (cut != 0) {
      w.begin_object().field("level", "note");
      write_text(w, "message", fmt::format("left out: {}", count_of(cut, "more result")));
      w.end_object();
    }
    w.end_array().end_object().end_array();
    w.objects("results", placed, [&](const Finding& finding) { write_result(w, finding, options); });
    w.end_object().end_array();
  }) + "\n";
}

}  // namespace aptix::render
