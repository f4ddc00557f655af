// Each thread searches one file after the other. Of all hits only the best are kept, so that a common word takes no
// memory.
#include "ops/registry/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <tuple>

#include "base/parallel.h"
#include "base/text/text.h"
#include "context/redact.h"

namespace aptix::ops {
namespace {

constexpr size_t kFilesAtOnce = 16;
constexpr size_t kMostNamedFiles = 10, kMostNames = 500;  // bytes of their names
constexpr uint64_t kLongestFile = uint64_t{4} << 30;

auto order_of(const Hit& hit) {
  return std::tuple(hit.window.rank, hit.file, hit.window.first_line, hit.window.matches.front().column);
}

// The best of all hits.
class BestHits {
 public:
  explicit BestHits(uint64_t most) : most_(most) {}

  // Only of a hit that is kept the content is made, by `fill`.
  void add(Hit hit, const std::function<void(Hit&)>& fill) {
    std::lock_guard lock(mutex_);
    ++found_.total;
    if (found_.hits.size() >= most_ && (most_ == 0 || order_of(hit) > order_of(found_.hits.front()))) return;
    fill(hit);
    found_.hits.push_back(std::move(hit));
    std::push_heap(found_.hits.begin(), found_.hits.end(), is_better);
    if (found_.hits.size() <= most_) return;
    std::pop_heap(found_.hits.begin(), found_.hits.end(), is_better);
    found_.hits.pop_back();
  }

  Found take() {
    std::ranges::sort(found_.hits, is_better);
    return std::move(found_);
  }

 private:
  static bool is_better(const Hit& a, const Hit& b) { return order_of(a) < order_of(b); }

  uint64_t most_;
  std::mutex mutex_;
  Found found_;
};

class Searcher {
 public:
  Searcher(const Registry& registry, const SearchRequest& request, BestHits& best)
      : request_(request),
        best_(best),
        folders_(disk::posix_file_system(), registry.tree.top.get(), kFilesAtOnce),
        start_(registry.tree.start) {}

  // 0 or -errno.
  int search(const RegisteredFile& file) {
    disk::Target at = folders_.target(disk::join_path(start_, file.path));
    int status = at.dir < 0 ? at.dir : disk::read_whole(folders_.fs(), at.dir, at.name, kLongestFile, text_);
    if (status < 0) return status;
    if (request_.readers == Readers::people) find(file, {}, text_);
    else {
      std::vector<context::Secret> secrets = context::find_secrets(text_);
      context::Redacted redacted = context::redact(text_, secrets, 0, secrets.empty() ? 0 : text_.size());
      find(file, {secrets, redacted.marks}, secrets.empty() ? text_ : redacted.text);
    }
    return 0;
  }

 private:
  struct Hidden {
    std::span<const context::Secret> secrets{}, marks{};  // in the file, and in the text that is searched
  };

  // `shown`: what the reader may see of the file, line by line. What is hidden makes no difference to what is found.
  void find(const RegisteredFile& file, const Hidden& hidden, std::string_view shown) {
    if (!context::MatchingLines(*request_.needle, shown).next()) return;
    context::WindowOptions options = request_.windows;
    options.secrets = hidden.marks;
    std::optional<LineIndex> lines;
    std::optional<Sha256> sha;
    bool is_utf8 = true;
    auto fill = [&](Hit& hit) {
      const context::Window& window = hit.window;
      size_t start = window.start, end = window.end;
      if (!hidden.secrets.empty()) {
        if (!lines) lines.emplace(text_);
        start = lines->start_of(window.first_line);
        end = lines->start_of(window.last_line + 1);
      }
      context::Redacted redacted = context::redact(text_, hidden.secrets, start, end);
      hit.content = std::move(redacted.text);
      hit.redactions = redacted.count;
      if (!sha) is_utf8 = !find_invalid_utf8(text_);
      if (!sha) sha = sha256(text_);
      hit.is_utf8 = is_utf8;
      hit.whole = start == 0 && end == text_.size() && redacted.count == 0 && is_utf8;
      hit.sha = *sha;
    };
    context::find_windows(*request_.needle, shown, options, [&](context::Window window) {
      best_.add({.file = &file, .window = std::move(window), .content = {}, .sha = {}}, fill);
    });
  }

  const SearchRequest& request_;
  BestHits& best_;
  disk::Folders folders_;
  std::string start_;
  std::string text_;
};

Diagnostic left_out(const std::vector<std::string_view>& paths) {
  std::string names;
  size_t named = 0;
  for (; named < std::min(paths.size(), kMostNamedFiles) && names.size() < kMostNames; ++named)
    names += (named == 0 ? "" : ", ") + excerpt_in_quotes(paths[named]);
  if (paths.size() > named) names += " and " + std::to_string(paths.size() - named) + " more";
  return make_error(Code::policy_sensitive,
      fmt::format("{} not searched: {}",
          paths.size() == 1 ? "1 sensitive file was" : fmt::format("{} sensitive files were", paths.size()), names),
      "give '--include-sensitive' to search them, too");
}

// The files that may have a match.
std::vector<const RegisteredFile*> candidates(const Registry& registry, const policy::Policy& policy,
    const SearchRequest& request, std::vector<Diagnostic>& warnings) {
  std::vector<const RegisteredFile*> files;
  std::vector<std::string_view> sensitive;
  auto is_named = [&](std::string_view path) {
    return request.readers == Readers::people && std::ranges::find(request.named, path) != request.named.end();
  };
  for (const RegisteredFile& file : registry.files) {
    if (!file.known || (!request.binary && registry.content_of(file).binary)) continue;
    bool kept_back = !request.sensitive && policy.is_sensitive(registry.prefix + std::string(file.path));
    if (kept_back && !is_named(file.path)) {
      sensitive.push_back(file.path);
      continue;
    }
    if (context::may_hold(registry.content_of(file).signature, request.needle->probes())) files.push_back(&file);
  }
  if (!sensitive.empty()) warnings.push_back(left_out(sensitive));
  return files;
}

}  // namespace

Outcome<Found> search(const Registry& registry, const policy::Policy& policy, const SearchRequest& request) {
  Outcome<Found> outcome;
  std::vector<const RegisteredFile*> files = candidates(registry, policy, request, outcome.diagnostics.warnings);
  BestHits best(request.most);
  std::vector<int> failures(files.size());
  auto make_turn = [&]() -> Turn {
    return [&, searcher = std::make_shared<Searcher>(registry, request, best)](size_t i) -> Status {
      if (request.interrupted != nullptr && request.interrupted->load()) return fail(Code::interrupted, "interrupted");
      failures[i] = searcher->search(*files[i]);
      return {};
    };
  };
  size_t turns = (files.size() + kFilesAtOnce - 1) / kFilesAtOnce;
  Threads threads{.most = std::min<size_t>(std::max(1u, request.threads), turns), .in_a_row = kFilesAtOnce};
  TRY(in_parallel(files.size(), threads, make_turn));
  for (size_t i = 0; i < files.size(); ++i)
    if (failures[i] < 0 && failures[i] != -ENOENT)
      outcome.diagnostics.warnings.push_back(
          disk::io_failure("cannot read", files[i]->path, -failures[i]).at(files[i]->path));
  outcome.value = best.take();
  return outcome;
}

}  // namespace aptix::ops
