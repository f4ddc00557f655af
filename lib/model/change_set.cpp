// Queries about a change set, and its hashes.
#include "model/change_set.h"

#include <algorithm>
#include <functional>

#include "base/assert.h"

namespace aptix {
namespace {

// For less, a thread costs more than it saves.
constexpr uint64_t kBytesWorthAThread = 512 << 10;

// One side of a change, or a kept file. A symbolic link is hashed by its target.
struct Side {
  const std::string_view* pieces;
  size_t count;
  uint64_t size;
  Sha256* sha;
};

Side whole(const FileImage& image, Sha256& sha) { return {&image.bytes, 1, image.bytes.size(), &sha}; }

// Large ones first, so that no thread begins one when the others are done.
std::vector<Side> sides_of(ChangeSet& set) {
  std::vector<Side> sides;
  sides.reserve(2 * set.changes.size() + set.kept.size());
  for (FileChange& change : set.changes) {
    change.before_sha = change.after_sha = {};
    if (change.before.exists) sides.push_back(whole(change.before, change.before_sha));
    if (change.after_exists)
      sides.push_back({change.pieces.data(), change.pieces.size(), change.after_size, &change.after_sha});
  }
  for (KeptFile& kept : set.kept) sides.push_back(whole(kept.image, kept.sha));
  auto others =
      std::partition(sides.begin(), sides.end(), [](const Side& side) { return side.size >= kBytesWorthAThread; });
  std::sort(sides.begin(), others, [](const Side& a, const Side& b) { return a.size > b.size; });
  return sides;
}

}  // namespace

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::exact: return "exact";
    case Rule::moved: return "moved";
    case Rule::line_ends: return "line_ends";
    case Rule::whitespace: return "whitespace";
    case Rule::indentation: return "indentation";
    case Rule::look_alike: return "look_alike";
    case Rule::context: return "context";
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

bool FileChange::is_old(std::string_view piece) const {
  std::string_view text = old_text();
  std::less_equal<const char*> not_after;
  return !piece.empty() && not_after(text.data(), piece.data()) &&
      not_after(piece.data() + piece.size(), text.data() + text.size());
}

bool ChangeSet::complete() const {
  for (const FileOutcome& outcome : outcomes)
    for (const EditOutcome& edit : outcome.edits)
      if (edit.status == EditStatus::noop || edit.status == EditStatus::failed) return false;
  return true;
}

// A file operation without edits (delete, rename, mode) that is in here succeeded.
bool ChangeSet::any_effect() const {
  for (const FileOutcome& outcome : outcomes) {
    if (outcome.edits.empty()) return true;
    for (const EditOutcome& edit : outcome.edits)
      if (edit.status == EditStatus::applied || edit.status == EditStatus::already) return true;
  }
  return false;
}

Background::When when_beside(const ChangeSet& changes, unsigned threads) {
  uint64_t bytes = 0;
  for (const FileChange& change : changes.changes) bytes += change.before.bytes.size() + change.after_size;
  return bytes >= kBytesWorthAThread && threads > 1 ? Background::When::now : Background::When::at_finish;
}

void hash_changes(ChangeSet& changes, unsigned threads) {
  std::vector<Side> sides = sides_of(changes);
  if (sides.empty()) return;
  uint64_t total = 0;
  for (const Side& side : sides) total += side.size;
  uint64_t wanted = std::min<uint64_t>({threads, sides.size(), total / kBytesWorthAThread + 1});
  Status done = in_parallel(sides.size(), {.most = wanted}, [&sides] {
    auto hasher = std::make_shared<Sha256Hasher>();
    return [&sides, hasher](size_t i) -> Status {
      for (size_t piece = 0; piece < sides[i].count; ++piece) hasher->update(sides[i].pieces[piece]);
      *sides[i].sha = hasher->finish();
      return {};
    };
  });
  ASSERT(done.has_value());
}

}  // namespace aptix
