#include "disk/audit.h"

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/trim.h"
#include "disk/record/manifest.h"

namespace aptix::disk {

std::string encode(const AuditHead& head) {
  std::string text = json::object([&](json::Writer& w) {
    w.field("seq", head.seq).field("sha256", head.sha.hex()).field("file", head.file).field("end", head.end);
    if (head.transaction != 0) w.field("transaction", head.transaction);
  });
  text.resize(kAuditHeadLength - 1, ' ');
  return text + "\n";
}

std::optional<AuditHead> decode_audit_head(std::string_view text) {
  std::optional<json::Document> document = json::read_record(text);
  if (!document) return std::nullopt;
  auto number = [root = document->root()](std::string_view key) { return json::number_member(root, key); };
  auto seq = number("seq"), file = number("file"), end = number("end");
  auto hash = Sha256::parse(json::text_member(document->root(), "sha256").value_or(""));
  if (!seq || !file || !end || !hash || *file == 0 || *file > kLargestId) return std::nullopt;
  AuditHead head{
      .seq = *seq, .sha = *hash, .file = *file, .end = *end, .transaction = number("transaction").value_or(0)};
  return encode(head) == text ? std::optional(head) : std::nullopt;
}

AuditTail audit_tail(std::string_view text) {
  size_t end = text.rfind('\n');
  if (end == std::string_view::npos) return {.last = {}, .torn = text};
  size_t start = text.substr(0, end).rfind('\n') + 1;  // npos + 1 is 0
  return {.last = text.substr(start, end - start), .torn = text.substr(end + 1), .end = end + 1};
}

std::optional<uint64_t> audit_seq(std::string_view line) {
  constexpr std::string_view kStart = "{\"seq\":";
  if (!line.starts_with(kStart)) return std::nullopt;
  line.remove_prefix(kStart.size());
  return parse_number(line.substr(0, line.find(',')));
}

uint64_t last_transaction_in(std::string_view text) {
  constexpr std::string_view kMember = ",\"transaction\":";
  std::string_view lines = text.substr(0, text.rfind('\n') + 1);
  for (size_t at = lines.rfind(kMember); at != std::string_view::npos; at = lines.rfind(kMember)) {
    std::string_view number = lines.substr(at + kMember.size());
    if (auto id = parse_number(number.substr(0, number.find(',')))) return *id;
    size_t start = lines.rfind('\n', at);
    lines = lines.substr(0, start == std::string_view::npos ? 0 : start);
  }
  return 0;
}

}  // namespace aptix::disk
