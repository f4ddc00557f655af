#include "mcp/approvals.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <charconv>

#include "base/assert.h"
#include "base/hash/sha256.h"
#include "base/json/record.h"
#include "base/text/trim.h"

namespace aptix::app::mcp {
namespace {

constexpr int64_t kGoodForNs = 15 * 60 * int64_t{1'000'000'000};
constexpr size_t kBlockOfHash = 64;

std::string raw_hash(std::string_view text) {
  Sha256 sha = sha256(text);
  return std::string(reinterpret_cast<const char*>(sha.bytes.data()), sha.bytes.size());
}

bool are_equal(std::string_view a, std::string_view b) {  // in constant time
  if (a.size() != b.size()) return false;
  unsigned differs = 0;
  for (size_t i = 0; i < a.size(); ++i) differs |= static_cast<unsigned>(a[i] ^ b[i]);
  return differs == 0;
}

std::string bound(std::string_view head, std::string_view tool, std::string_view arguments) {
  return fmt::format("{}\n{}\n{}", head, tool, sha256(arguments).hex());
}

}  // namespace

SealedRequests::SealedRequests() {
  if (::getrandom(key_.data(), key_.size(), 0) != static_cast<ssize_t>(key_.size())) throw Bug("no random bits");
}

// HMAC, RFC 2104.
std::string SealedRequests::tag(std::string_view text) const {
  std::string inner(kBlockOfHash, '\x36'), outer(kBlockOfHash, '\x5C');
  for (size_t i = 0; i < key_.size(); ++i) {
    inner[i] = static_cast<char>(inner[i] ^ static_cast<char>(key_[i]));
    outer[i] = static_cast<char>(outer[i] ^ static_cast<char>(key_[i]));
  }
  return sha256(outer + raw_hash(inner + std::string(text))).hex();
}

std::string SealedRequests::seal(
    std::string_view approval, std::string_view tool, std::string_view arguments, int64_t now_ns) {
  uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) throw Bug("no random bits");
  std::string head = fmt::format("{}.{:016x}.{}", now_ns + kGoodForNs, random, approval);
  return head + "." + tag(bound(head, tool, arguments));
}

std::optional<std::string> SealedRequests::open(
    std::string_view state, std::string_view tool, std::string_view arguments, int64_t now_ns) {
  size_t dot = state.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string_view head = state.substr(0, dot);
  if (!are_equal(state.substr(dot + 1), tag(bound(head, tool, arguments)))) return std::nullopt;
  std::vector<std::string_view> parts = split(head, '.');
  int64_t until = 0;
  if (parts.size() != 3) return std::nullopt;
  std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), until);
  if (until < now_ns) return std::nullopt;
  std::lock_guard held(lock_);
  if (!used_.insert(std::string(head)).second) return std::nullopt;
  return std::string(parts[2]);
}

std::optional<bool> answer_in(const std::optional<json::Value>& elicited) {
  if (!elicited || elicited->type() != json::Type::object) return std::nullopt;
  auto action = json::text_member(*elicited, "action");
  if (!action) return std::nullopt;
  if (*action != "accept") return false;
  auto content = json::member(*elicited, "content", json::Type::object);
  auto approve = content ? json::member(*content, "approve", json::Type::boolean) : std::nullopt;
  return approve && approve->boolean();
}

}  // namespace aptix::app::mcp
