// Credentials of several lines, found line by line: armoured private keys, and Secrets of Kubernetes.
#include <algorithm>
#include <array>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/regex.h"
#include "base/text/trim.h"
#include "context/secrets/readers.h"

namespace aptix::context::secrets {
namespace {

constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ";
constexpr size_t kMostBlock = 64 << 10;  // of a key, at most
constexpr size_t kLeastRun = 16;         // of base64, for a key without beginning or end

bool is_base64(char c) { return is_letter_or_digit(c) || c == '+' || c == '/' || c == '='; }

// The length of the longest run of base64.
size_t longest_run(std::string_view text) {
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    // The n of an escaped line end is not part of a run.
    bool escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == 'n' || text[i + 1] == 'r');
    if (escape) ++i;
    run = !escape && is_base64(text[i]) ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// A line in the body of a key: base64, perhaps inside a string of a language, a header field, or nothing.
bool is_body_line(std::string_view line) {
  line = trim(line);
  if (line.empty()) return true;
  for (std::string_view field : {"Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:", "Charset:"})
    if (line.starts_with(field)) return true;
  return longest_run(line) * 4 >= line.size() * 3;
}

// Offset after the line of armour at `at`; npos if it is not that of a private key.
size_t end_of_armour(std::string_view text, size_t at) {
  static const Regex armour = compiled(R"(\A-----(?:BEGIN|END) (?:-{0,4}[^\n-])*PRIVATE KEY(?:-{0,4}[^\n-])*-----)");
  std::array<std::string_view, 1> match;
  return armour.find(text.substr(at, 100), 0, match) ? at + match[0].size() : std::string_view::npos;
}

std::optional<Secret> from_beginning(std::string_view text, size_t at) {
  size_t body = end_of_armour(text, at);
  if (body == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(body, kMostBlock);
  rest = rest.substr(0, find_bytes(rest, kBegin));
  size_t end = find_bytes(rest, kEnd);
  size_t armour = end == std::string_view::npos ? end : end_of_armour(text, body + end);
  // A string that ends right there more often names the armour than is the first line of a key.
  bool closed = !rest.empty() && std::string_view("\"'`").find(rest[0]) != std::string_view::npos;
  if (armour != std::string_view::npos) {
    if (longest_run(rest.substr(0, end)) < (closed ? 20u : 6u)) return std::nullopt;
    return Secret{at, armour, "private-key"};
  }
  if (closed) return std::nullopt;
  std::string_view left = rest;
  std::string_view line = take_line(left);
  bool key = false;
  size_t stop = 0;
  for (bool first = true; first || (!line.empty() && is_body_line(line)); line = take_line(left), first = false) {
    key |= longest_run(line.substr(0, line.find_first_of("\"'`"))) >= kLeastRun;
    stop = static_cast<size_t>(line.data() + line.size() - rest.data());
    if (left.empty()) break;
  }
  if (!key) return std::nullopt;
  return Secret{at, body + stop, "private-key"};
}

std::optional<Secret> from_end(std::string_view text, size_t at) {
  size_t end = end_of_armour(text, at);
  if (end == std::string_view::npos) return std::nullopt;
  size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  size_t start = line_start;
  bool key = longest_run(text.substr(line_start, at - line_start)) >= kLeastRun;
  while (start > 0 && at - start < kMostBlock) {
    size_t before = start < 2 ? 0 : text.rfind('\n', start - 2) + 1;
    std::string_view line = text.substr(before, start - 1 - before);
    if (!is_body_line(line)) break;
    key |= longest_run(line) >= kLeastRun;
    start = before;
  }
  if (!key) return std::nullopt;
  return Secret{start, end, "private-key"};
}

struct Patterns {
  Regex kind = compiled(R"(\bkind["']?[ \t]*:[ \t]*["']?Secret\b)");
  // {"data": {"KEY": "VALUE", ...}}
  Regex object = compiled(R"re("(?:data|stringData)"\s*:\s*\{)re");
  Regex member = compiled(R"re(\A\s*"(?:[^"\\]|\\.)*"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,?)re");
  // KEY: VALUE
  Regex section = compiled(R"(\A[ -]*["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{?[ \t]*$)");
  Regex entry = compiled(R"re(\A[^:]*:[ \t]*(?:"(.*)"|'(.*)'|([^\s|>].*?),?$))re");
};

// One YAML document.
class Manifest {
 public:
  Manifest(std::string_view text, std::vector<Secret>& found) : text_(text), found_(found) {}

  void read_objects(const Patterns& patterns, std::string_view document) {
    std::array<std::string_view, 2> match;
    for (size_t at = 0; patterns.object.find(document, at, match);) {
      at = end_in(document, match[0]);
      for (; patterns.member.find(document.substr(at), 0, match); at = end_in(document, match[0])) add(match[1]);
    }
  }

  // The first key in a section sets the indentation of keys; lines indented more belong to a value.
  void read_lines(const Patterns& patterns, std::string_view document) {
    constexpr size_t kNone = std::string_view::npos;
    size_t section = kNone, key = kNone;  // their indentation
    while (!document.empty()) {
      std::string_view line = take_line(document), shown = trim(line);
      if (shown.empty() || shown.starts_with('#')) continue;
      size_t indent = std::min(line.find_first_not_of(" -"), line.size());
      if (section == kNone || indent <= section) {
        section = patterns.section.contains(without_cr(line)) ? indent : kNone;
        key = kNone;
        continue;
      }
      if (key == kNone) key = indent;
      std::array<std::string_view, 4> match;
      if (indent > key) add(shown);
      else if (patterns.entry.find(shown, 0, match))
        for (size_t group = 1; group < match.size(); ++group) add(match[group]);
    }
  }

 private:
  static size_t end_in(std::string_view document, std::string_view match) {
    return static_cast<size_t>(match.data() + match.size() - document.data());
  }

  void add(std::string_view value) {
    if (value.empty() || is_placeholder(value)) return;
    auto start = static_cast<size_t>(value.data() - text_.data());
    found_.push_back({start, start + value.size(), "k8s-secret"});
  }

  std::string_view text_;
  std::vector<Secret>& found_;
};

}  // namespace

std::optional<Secret> find_key_block(std::string_view text, size_t at) {
  return text.substr(at).starts_with(kBegin) ? from_beginning(text, at) : from_end(text, at);
}

std::vector<Secret> find_in_manifests(std::string_view text) {
  static const Patterns patterns;
  std::vector<Secret> found;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view document = rest;
    size_t size = 0;
    for (std::string_view line; !rest.empty();) {
      line = take_line(rest);
      if (trim(line) == "---") break;
      size = static_cast<size_t>(line.data() + line.size() - document.data());
    }
    document = document.substr(0, size);
    if (!patterns.kind.contains(document)) continue;
    Manifest manifest(text, found);
    manifest.read_objects(patterns, document);
    manifest.read_lines(patterns, document);
  }
  return found;
}

}  // namespace aptix::context::secrets
