// Questions about a registry. In a text search each thread searches one file at a time, and only the best hits are
// kept, so that a common word needs little memory.
#include "ops/registry/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <tuple>

#include "base/parallel.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/redact.h"

namespace aptix::ops {

Result<Describer> Describer::open(
    const disk::Workspace& workspace, const Settings& settings, const Registry& registry) {
  TRY_ASSIGN(doc_paths, DocPaths::open(disk::posix_file_system(), workspace.path(), settings.repository));
  return Describer(settings, registry, std::move(doc_paths));
}

namespace {

context::TagHints hints_of(const context::FileContent& content) {
  return {.generated = content.generated, .binary = content.binary};
}

}  // namespace

std::vector<std::string_view> Describer::tags(const RegisteredFile& file) const {
  return context::tags_of(from_workspace(file), hints_of(content(file)), settings_->tags);
}

bool Describer::has_tag(const RegisteredFile& file, const context::TagFilter& filter) const {
  std::string whole;
  std::string_view path = file.path;
  if (!registry_->prefix.empty()) path = whole = from_workspace(file);
  return filter.takes(path, hints_of(content(file)), settings_->tags);
}

bool Describer::is_sensitive(const RegisteredFile& file) const {
  return settings_->policy.is_sensitive(from_workspace(file));
}

std::optional<std::string> Describer::doc_path(const RegisteredFile& file) const {
  if (find_invalid_utf8(file.path)) return std::nullopt;
  return doc_paths_.key_of(from_workspace(file));
}

std::optional<std::string> Describer::link_target(const RegisteredFile& file) const {
  if (!file.link) return std::nullopt;
  disk::FileSystem& fs = disk::posix_file_system();
  disk::Folders folders(fs, registry_->tree.top.get(), 1);
  disk::Target at = folders.target(disk::join_path(registry_->tree.start, file.path));
  std::string target;
  if (at.dir < 0 || disk::read_link(fs, at.dir, at.name, target) < 0) target.clear();
  return target;
}

FileSums sums_by_tag(const Describer& describer, const Registry& registry) {
  FileSums sums;
  for (const RegisteredFile& file : registry.files)
    for (std::string_view tag : describer.tags(file)) sums[std::string(tag)].add(file.stamp.size);
  return sums;
}

Result<std::set<std::string, std::less<>>> changed_paths(const GitTree& tree, const GitSurroundings& git) {
  if (!tree.exists)
    return fail(Code::usage, "'--changed' asks git, and the root is not in a work tree of git",
        "leave the option out, or name a work tree with -C");
  TRY_ASSIGN(listed,
      git.run_in(tree.path)({"--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all"}, {}));
  std::set<std::string, std::less<>> paths;
  std::string start = tree.start.empty() ? "" : tree.start + "/";
  std::string_view rest = listed;
  while (rest.size() > 3) {  // "XY path"; a rename is followed by the old name
    std::string_view entry = take_line(rest, '\0');
    bool moved = entry[0] == 'R' || entry[0] == 'C' || entry[1] == 'R' || entry[1] == 'C';
    if (moved) take_line(rest, '\0');
    if (entry.substr(3).starts_with(start)) paths.emplace(entry.substr(3 + start.size()));
  }
  return paths;
}

namespace {

constexpr size_t kFilesAtOnce = 16;
constexpr size_t kMostNamedFiles = 10, kMostNames = 500;  // bytes of their names
constexpr uint64_t kLongestFile = uint64_t{4} << 30;

auto order_of(const Hit& hit) {
  return std::tuple(hit.window.rank, hit.file, hit.window.first_line, hit.window.matches.front().column);
}

// Keeps the best hits.
class BestHits {
 public:
  explicit BestHits(uint64_t most) : most_(most) {}

  // `fill` makes the content of a hit that is kept.
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
    std::span<const context::Secret> secrets{}, marks{};  // positions in the file, and in the searched text
  };

  // `shown`: the file as the reader may see it, line by line. Hidden text does not affect what is found.
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

// The files that may contain a match.
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
