#include "ops/context/context.h"

#include <fmt/format.h>

#include "base/hash/sha256.h"
#include "base/text/trim.h"
#include "disk/cache_file.h"

namespace aptix::ops {
namespace {

constexpr const char* kCacheOfSummaries = "summaries";
constexpr size_t kMostSummaries = 1 << 20;  // bytes

// "KEY SHA-256 SIZE", then so many bytes and a line feed.
struct KeptSummary {
  std::string_view key, summary, all;
};

// Takes the first off; nothing where the rest is damaged, or there is none.
std::optional<KeptSummary> take_summary(std::string_view& rest) {
  std::string_view start = rest;
  auto words = split(take_line(rest), ' ');
  std::optional<uint64_t> size = words.size() == 3 ? parse_number(words[2]) : std::nullopt;
  if (!size || *size >= rest.size()) return std::nullopt;
  std::string_view summary = rest.substr(0, *size);
  rest.remove_prefix(*size + 1);
  if (sha256(summary).hex() != words[1]) return std::nullopt;
  return KeptSummary{words[0], summary, start.substr(0, start.size() - rest.size())};
}

}  // namespace

std::string summary_key(const std::vector<std::string>& command, std::string_view text) {
  std::string all;
  for (const std::string& word : command) (all += word) += '\0';
  return sha256(all + sha256(text).hex()).hex();
}

std::optional<std::string> find_summary(disk::Workspace& workspace, const std::string& key) {
  auto cache = disk::read_cache(workspace, kCacheOfSummaries);
  std::string_view rest = cache ? cache->text : std::string_view();
  while (auto kept = take_summary(rest))
    if (kept->key == key) return std::string(kept->summary);
  return std::nullopt;
}

void keep_summary(disk::Workspace& workspace, const std::string& key, std::string_view summary) {
  auto cache = disk::read_cache(workspace, kCacheOfSummaries);
  std::string_view rest = cache ? cache->text : std::string_view();
  std::string first = fmt::format("{} {} {}\n{}\n", key, sha256(summary).hex(), summary.size(), summary);
  std::vector<std::string_view> pieces = {first};
  size_t size = first.size();
  for (auto kept = take_summary(rest); kept && size + kept->all.size() <= kMostSummaries; kept = take_summary(rest)) {
    size += kept->all.size();
    if (kept->key != key) pieces.push_back(kept->all);
  }
  disk::write_cache(workspace, kCacheOfSummaries, pieces);
}

}  // namespace aptix::ops
