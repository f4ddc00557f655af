// A manifest is a document of YAML between lines of "---". Lines are all that is looked at.
#include "context/secrets/kubernetes.h"

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/text/regex.h"
#include "base/text/trim.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

Regex compiled(std::string_view pattern) {
  auto regex = Regex::compile(pattern, {});
  ASSERT(regex.has_value());
  return std::move(*regex);
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

// Of one document.
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

  // Below a section the first key says how far keys are indented; what is indented more belongs to a value.
  void read_lines(const Patterns& patterns, std::string_view document) {
    constexpr size_t kNone = std::string_view::npos;
    size_t section = kNone, key = kNone;  // how far they are indented
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
