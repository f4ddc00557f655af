#include "context/redact.h"

#include <algorithm>

#include "base/text/trim.h"
#include "context/secrets/secret.h"

namespace aptix::context {
namespace {

constexpr std::string_view kBegin = "[redacted: ";
constexpr size_t kHiddenPart = 6;  // bytes of a credential that reveal nothing

// The text shown in place of a secret: a marker, then the line ends of the secret.
void append_redaction(std::string& out, std::string_view hidden, std::string_view kind) {
  out += kBegin;
  out += kind;
  out += ']';
  for (size_t i = hidden.find('\n'); i != std::string_view::npos; i = hidden.find('\n', i + 1)) {
    if (i > 0 && hidden[i - 1] == '\r') out += '\r';
    out += '\n';
  }
}

}  // namespace

std::vector<Secret> find_secrets(std::string_view text) {
  std::vector<Secret> all = secrets::find_by_table(text), more = secrets::find_random(text);
  all.insert(all.end(), more.begin(), more.end());
  return in_order(std::move(all));
}

std::vector<Secret> in_order(std::vector<Secret> all) {
  std::stable_sort(all.begin(), all.end(), [](const Secret& a, const Secret& b) { return a.start < b.start; });
  // Overlapping secrets are merged. The first one's kind stays: those of the table come first and say more.
  size_t kept = 0;
  for (const Secret& secret : all)
    if (kept > 0 && secret.start < all[kept - 1].end) all[kept - 1].end = std::max(all[kept - 1].end, secret.end);
    else all[kept++] = secret;
  all.resize(kept);
  return all;
}

Redacted redact(std::string_view text, std::span<const Secret> secrets, size_t start, size_t end) {
  Redacted redacted;
  auto next =
      std::partition_point(secrets.begin(), secrets.end(), [&](const Secret& secret) { return secret.end <= start; });
  size_t at = start;
  for (; next != secrets.end() && next->start < end; ++next) {
    size_t from = std::max(next->start, at), to = std::min(next->end, end);
    redacted.text += text.substr(at, from - at);
    size_t mark = redacted.text.size();
    append_redaction(redacted.text, text.substr(from, to - from), next->kind);
    redacted.marks.push_back({mark, redacted.text.size(), next->kind});
    ++redacted.count;
    at = to;
  }
  redacted.text += text.substr(at, end - at);
  return redacted;
}

Redacted redact(std::string_view text) { return redact(text, find_secrets(text), 0, text.size()); }

size_t find_redaction(std::string_view text, size_t from) {
  constexpr std::string_view kKind = "abcdefghijklmnopqrstuvwxyz0123456789-";
  for (size_t at = text.find('[', from); at != std::string_view::npos; at = text.find('[', at + 1)) {
    if (!text.substr(at).starts_with(kBegin)) continue;
    size_t kind = at + kBegin.size(), end = text.find_first_not_of(kKind, kind);
    if (end != std::string_view::npos && end > kind && text[end] == ']') return at;
  }
  return std::string_view::npos;
}

HiddenText::HiddenText(std::string_view content) {
  for (const Secret& secret : find_secrets(content))
    for (std::string_view line : split(content.substr(secret.start, secret.end - secret.start), '\n')) {
      size_t size = std::min(line.size(), kHiddenPart);
      if (size > 0) sizes_.insert(size);
      for (size_t at = 0; size > 0 && at + size <= line.size(); ++at)
        parts_.emplace(line.substr(at, size), secret.kind);
    }
}

std::string HiddenText::hide(std::string_view text) const {
  std::vector<Secret> found = find_secrets(text);
  for (size_t at = 0; at < text.size(); ++at)
    for (size_t size : sizes_)
      if (auto part = parts_.find(text.substr(at, size)); part != parts_.end())
        found.push_back({at, at + part->first.size(), part->second});
  return redact(text, in_order(std::move(found)), 0, text.size()).text;
}

}  // namespace aptix::context
