// What a change set can say about itself, and its hashes.
#include "model/change_set.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>

#include "base/assert.h"

namespace aptix {
namespace {

// Below this a thread costs more than it saves.
constexpr uint64_t kBytesWorthAThread = 512 << 10;

// One side of one change, or a file that is kept. The bytes of a symbolic link are hashed like those of a file.
struct Side {
  const std::string_view* pieces;
  size_t count;
  uint64_t size;  // of what is still to hash
  Sha256* sha;
  HashTask begun{};
};

Side whole(const FileImage& image, Sha256& sha) {
  return {&image.bytes, 1, image.hash ? 0 : image.bytes.size(), &sha, image.hash};
}

void hash_side(const Side& side, Sha256Hasher& hasher) {
  if (side.begun) {
    *side.sha = side.begun.wait();
    return;
  }
  for (size_t i = 0; i < side.count; ++i) hasher.update(side.pieces[i]);
  *side.sha = hasher.finish();
}

// Largest first, so that no thread begins a large file when the others have done.
std::vector<Side> sides_of(ChangeSet& set) {
  std::vector<Side> sides;
  for (FileChange& change : set.changes) {
    change.before_sha = change.after_sha = {};
    if (change.before.exists) sides.push_back(whole(change.before, change.before_sha));
    if (change.after_exists) sides.push_back({change.pieces.data(), change.pieces.size(), change.after_size, &change.after_sha});
  }
  for (KeptFile& kept : set.kept) sides.push_back(whole(kept.image, kept.sha));
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.size > b.size; });
  return sides;
}

// What the threads share: each takes the next side until none is left.
class Queue {
 public:
  explicit Queue(const std::vector<Side>& sides) : sides_(sides) {}

  void work() noexcept {
    try {
      Sha256Hasher hasher;
      for (size_t i = next_++; i < sides_.size(); i = next_++) hash_side(sides_[i], hasher);
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const std::vector<Side>& sides_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

void start_helpers(std::vector<std::thread>& helpers, Queue& queue, uint64_t count) {
  try {
    helpers.reserve(count);
    while (helpers.size() < count) helpers.emplace_back([&queue] { queue.work(); });
  } catch (const std::system_error&) {
    // No more threads to be had: those that run do the work.
  }
}

}  // namespace

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::exact: return "exact";
    case Rule::moved: return "moved";
    case Rule::line_ends: return "line_ends";
    case Rule::whitespace: return "whitespace";
    case Rule::indentation: return "indentation";
    case Rule::fuzzy: return "fuzzy";
  }
  throw Bug("no such rule");
}

std::string_view name(EditStatus status) {
  switch (status) {
    case EditStatus::applied: return "applied";
    case EditStatus::already: return "already";
    case EditStatus::noop: return "noop";
    case EditStatus::failed: return "failed";
  }
  throw Bug("no such edit status");
}

std::string FileChange::after_bytes() const {
  std::string bytes;
  bytes.reserve(after_size);
  for (std::string_view piece : pieces) bytes += piece;
  return bytes;
}

bool ChangeSet::complete() const {
  for (const FileOutcome& outcome : outcomes)
    for (const EditOutcome& edit : outcome.edits)
      if (edit.status == EditStatus::noop || edit.status == EditStatus::failed) return false;
  return true;
}

// A file operation without edits (delete, rename, mode) that got this far succeeded.
bool ChangeSet::any_effect() const {
  for (const FileOutcome& outcome : outcomes) {
    if (outcome.edits.empty()) return true;
    for (const EditOutcome& edit : outcome.edits)
      if (edit.status == EditStatus::applied || edit.status == EditStatus::already) return true;
  }
  return false;
}

void hash_changes(ChangeSet& changes, unsigned threads) {
  std::vector<Side> sides = sides_of(changes);
  if (sides.empty()) return;
  uint64_t total = 0;
  for (const Side& side : sides) total += side.size;
  uint64_t wanted = std::min<uint64_t>({threads, sides.size(), total / kBytesWorthAThread + 1});
  Queue queue(sides);
  std::vector<std::thread> helpers;
  start_helpers(helpers, queue, wanted > 1 ? wanted - 1 : 0);
  queue.work();
  for (std::thread& helper : helpers) helper.join();
  queue.rethrow();
}

}  // namespace aptix
