// The object is read once more: its parts' places are not worth keeping for all that fit.
#include "edit/basis/place_of_part.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/json/json.h"

namespace aptix::edit {
namespace {

std::optional<json::Value> element(const json::Value& array, std::string_view token) {
  size_t wanted = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), wanted);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  for (json::Value value : array)
    if (wanted-- == 0) return value;
  return std::nullopt;
}

// REQUIRES: no name in `part` has a '~' or a '/', as none of a field has.
std::optional<json::Value> descend(json::Value at, std::string_view part) {
  while (part.starts_with('/')) {
    part.remove_prefix(1);
    std::string_view token = part.substr(0, part.find('/'));
    part.remove_prefix(token.size());
    auto next = at.type() == json::Type::array ? element(at, token) : at.find(token);
    if (!next) return std::nullopt;
    at = *next;
  }
  return at;
}

}  // namespace

Place place_of_part(const Input& input, const Origin& origin, std::string_view part) {
  const Input* holder = &input;
  while (origin.offset < holder->base && holder->previous != nullptr) holder = holder->previous;
  size_t start = origin.offset - holder->base;
  if (!part.empty() && start < holder->bytes.size()) {
    json::ReadResult read = json::read(std::string_view(holder->bytes).substr(start), {.prefix = true});
    auto found = read.document ? descend(read.document->root(), part) : std::nullopt;
    if (found) return input.place_of(origin.offset + found->offset(), std::string(origin.pointer).append(part));
    bool in_string = read.document && read.document->root().type() == json::Type::string;
    if (in_string) return input.place_of(origin.offset, std::string(origin.pointer).append(part));
  }
  return input.place_of(origin.offset, origin.pointer);
}

}  // namespace aptix::edit
