// A manifest is a document of YAML between lines of "---". Lines are all that is looked at.
#include "context/secrets/kubernetes.h"

#include <algorithm>
#include <optional>

#include "base/text/trim.h"
#include "context/secrets/line_reader.h"
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

bool take(Reader& reader, char sign) {
  reader.skip_blanks();
  bool there = reader.peek() == sign;
  if (there) ++reader.at;
  return there;
}

// Of JSON, as it is written.
std::optional<std::string_view> take_string(Reader& reader) {
  if (!take(reader, '"')) return std::nullopt;
  size_t start = reader.at;
  for (; reader.peek() != '\0' && reader.peek() != '"'; ++reader.at)
    if (reader.peek() == '\\') ++reader.at;
  std::string_view text = reader.text.substr(start, reader.at - start);
  return take(reader, '"') ? std::optional(text) : std::nullopt;
}

// {"metadata":{"name":"Secret"},"kind":"Secret"}
bool names_kind(std::string_view line) {
  constexpr std::string_view kQuoted = "\"Secret\"";
  for (size_t at = line.find(kQuoted); at != std::string_view::npos; at = line.find(kQuoted, at + 1))
    if (is_kind_of_manifest(line, at + 1)) return true;
  return false;
}

// Goes over the lines of one document.
class Manifest {
 public:
  Manifest(std::string_view text, std::vector<Secret>& found) : text_(text), found_(found) {}

  void read(std::string_view document) {
    bool secret = false;
    for (std::string_view rest = document; !rest.empty() && !secret;) {
      std::string_view line = take_line(rest);
      auto pair = pair_of(line);
      secret = (pair && pair->key == "kind" && pair->value == "Secret") || names_kind(line);
    }
    while (secret && !document.empty()) read_line(take_line(document));
  }

 private:
  void read_line(std::string_view line) {
    std::string_view shown = trim(line);
    if (shown.empty() || shown.starts_with('#')) return;
    if (read_object(shown)) return;
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

  // "data":{"KEY":"VALUE",...} on one line of JSON. False: there is no value.
  bool read_object(std::string_view line) {
    size_t before = found_.size();
    for (std::string_view name : {"\"data\"", "\"stringData\""})
      for (size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1))
        read_members({line, at + name.size()});
    return found_.size() > before;
  }

  void read_members(Reader reader) {
    if (!take(reader, ':') || !take(reader, '{')) return;
    do {
      auto key = take_string(reader);
      auto value = key && take(reader, ':') ? take_string(reader) : std::nullopt;
      if (!value) return;
      add(*value);
    } while (take(reader, ','));
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
