#include "context/secrets/key_block.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/trim.h"

namespace aptix::context::secrets {
namespace {

constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ", kDashes = "-----";
constexpr size_t kMostBlock = 64 << 10;  // of a key, however long its text goes on
constexpr size_t kLeastRun = 16;         // of base64, for a key that lacks one of its ends

bool is_base64(char c) { return is_letter_or_digit(c) || c == '+' || c == '/' || c == '='; }

// Of base64, the longest.
size_t longest_run(std::string_view text) {
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    // The n of a line end that is written as an escape belongs to no run.
    bool escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == 'n' || text[i + 1] == 'r');
    if (escape) ++i;
    run = !escape && is_base64(text[i]) ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// A line of the body: base64 with whatever a language puts around a string, a field of the head, or nothing.
bool is_body_line(std::string_view line) {
  line = trim(line);
  if (line.empty()) return true;
  for (std::string_view field : {"Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:", "Charset:"})
    if (line.starts_with(field)) return true;
  return longest_run(line) * 4 >= line.size() * 3;
}

// What the line of armour at `at` is about ends where? npos when it is no private key.
size_t end_of_armour(std::string_view text, size_t at) {
  std::string_view line = first_line(text.substr(at, 100));
  size_t name = line.find(' ') + 1;
  size_t end = line.find(kDashes, name);
  if (end == std::string_view::npos || line.substr(0, end).find("PRIVATE KEY") == std::string_view::npos)
    return std::string_view::npos;
  return at + end + kDashes.size();
}

std::optional<Secret> from_beginning(std::string_view text, size_t at) {
  size_t body = end_of_armour(text, at);
  if (body == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(body, kMostBlock);
  rest = rest.substr(0, find_bytes(rest, kBegin));
  size_t end = find_bytes(rest, kEnd);
  size_t armour = end == std::string_view::npos ? end : end_of_armour(text, body + end);
  // A string that ends right there is a name for the armour more often than the first line of a key.
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

}  // namespace

std::optional<Secret> find_key_block(std::string_view text, size_t at) {
  return text.substr(at).starts_with(kBegin) ? from_beginning(text, at) : from_end(text, at);
}

}  // namespace aptix::context::secrets
