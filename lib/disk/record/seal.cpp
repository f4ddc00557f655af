#include "disk/record/seal.h"

#include "base/hash/sha256.h"

namespace aptix::disk {
namespace {

constexpr size_t kDigits = 64;
constexpr size_t kSealLine = kSealMark.size() + kDigits + 1;

}  // namespace

std::string sealed(std::string text) {
  std::string hash = sha256(text).hex();
  return std::move(text.append(kSealMark).append(hash).append("\n"));
}

std::optional<std::string_view> unsealed(std::string_view text) {
  if (text.size() < kSealLine) return std::nullopt;
  std::string_view body = text.substr(0, text.size() - kSealLine), mark = text.substr(body.size());
  bool fits = mark.starts_with(kSealMark) && mark.ends_with('\n') &&
      Sha256::parse(mark.substr(kSealMark.size(), kDigits)) == sha256(body);
  return fits ? std::optional(body) : std::nullopt;
}

}  // namespace aptix::disk
