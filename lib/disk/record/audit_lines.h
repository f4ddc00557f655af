// What the lines of an audit file and of its head say. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash/sha256.h"

namespace aptix::disk {

struct AuditHead {
  uint64_t seq = 0;          // of the last line; 0: there is none
  Sha256 sha{};              // of it, without its line feed
  uint64_t file = 1;         // that it is in
  uint64_t end = 0;          // of it there, with its line feed
  uint64_t transaction = 0;  // the last one that a line tells of; 0: none does

  bool operator==(const AuditHead&) const = default;
};
inline constexpr size_t kAuditHeadLength = 192;  // always: it is overwritten in place
std::string encode(const AuditHead& head);
std::optional<AuditHead> decode_audit_head(std::string_view text);

// Of a file's text, which it views.
struct AuditTail {
  std::string_view last;  // the last whole line, without its line feed
  std::string_view torn;  // what stands after it
  uint64_t end = 0;       // of the last whole line, with its line feed
};
AuditTail audit_tail(std::string_view text);

std::optional<uint64_t> audit_seq(std::string_view line);

// The last one that the whole lines tell of; 0: none.
uint64_t last_transaction_in(std::string_view text);

}  // namespace aptix::disk
