// A manifest is a document of YAML between lines of "---". Lines are all that is looked at.
#include "context/secrets/kubernetes.h"

#include <algorithm>
#include <optional>

#include "base/text/trim.h"
#include "context/secrets/value.h"

namespace aptix::context::secrets {
namespace {

constexpr std::string_view kKind = "k8s-secret";

size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" -"), line.size()); }

std::string_view unquoted(std::string_view word) {
  bool quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front();
  return quoted ? word.substr(1, word.size() - 2) : word;
}

// KEY: VALUE, with or without quotes and a comma at the end.
struct Pair {
  std::string_view key{}, value{};
};
std::optional<Pair> pair_of(std::string_view line) {
  size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view value = trim(line.substr(colon + 1));
  if (value.ends_with(',')) value.remove_suffix(1);
  std::string_view key = line.substr(0, colon);
  key.remove_prefix(std::min(key.find_first_not_of(" \t-{"), key.size()));
  return Pair{unquoted(trim(key)), unquoted(value)};
}

// Goes over the lines of one document.
class Manifest {
 public:
  Manifest(std::string_view text, std::vector<Secret>& found) : text_(text), found_(found) {}

  void read(std::string_view document) {
    bool secret = false;
    for (std::string_view rest = document; !rest.empty() && !secret;) {
      auto pair = pair_of(take_line(rest));
      secret = pair && pair->key == "kind" && pair->value == "Secret";
    }
    while (secret && !document.empty()) read_line(take_line(document));
  }

 private:
  void read_line(std::string_view line) {
    std::string_view shown = trim(line);
    if (shown.empty() || shown.starts_with('#')) return;
    size_t indent = indent_of(line);
    if (block_ && indent > *block_) return add(shown);
    block_.reset();
    auto pair = pair_of(line);
    if (data_ && indent > *data_) {
      if (!pair) return;
      bool opens = pair->value.starts_with('|') || pair->value.starts_with('>');
      if (opens) block_ = indent;
      else add(pair->value);
      return;
    }
    data_.reset();
    bool opens = pair && (pair->key == "data" || pair->key == "stringData");
    if (opens && (pair->value.empty() || pair->value == "{")) data_ = indent;
  }

  void add(std::string_view value) {
    if (value.empty() || is_placeholder(value)) return;
    auto start = static_cast<size_t>(value.data() - text_.data());
    found_.push_back({start, start + value.size(), kKind});
  }

  std::string_view text_;
  std::vector<Secret>& found_;
  std::optional<size_t> data_, block_;  // the indentation of what opened it
};

}  // namespace

bool is_kind_of_manifest(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("Secret")) return false;
  std::string_view before = text.substr(0, at);
  while (!before.empty() && (before.back() == ' ' || before.back() == '"' || before.back() == '\''))
    before.remove_suffix(1);
  return before.ends_with("kind:") || before.ends_with("kind\":");
}

std::vector<Secret> find_in_manifests(std::string_view text) {
  std::vector<Secret> found;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view document = rest;
    size_t size = 0;
    for (std::string_view line; !rest.empty();) {
      line = take_line(rest);
      if (trim(line) == "---") break;
      size = static_cast<size_t>(line.data() + line.size() - document.data());
    }
    Manifest(text, found).read(document.substr(0, size));
  }
  return found;
}

}  // namespace aptix::context::secrets
