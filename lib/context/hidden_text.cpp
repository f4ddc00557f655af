#include "context/hidden_text.h"

#include <algorithm>
#include <vector>

#include "base/text/trim.h"
#include "context/redact.h"

namespace aptix::context {
namespace {

constexpr size_t kPart = 6;  // bytes of a credential that say nothing of it

}  // namespace

HiddenText::HiddenText(std::string_view content) {
  for (const Secret& secret : find_secrets(content))
    for (std::string_view line : split(content.substr(secret.start, secret.end - secret.start), '\n')) {
      size_t size = std::min(line.size(), kPart);
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
