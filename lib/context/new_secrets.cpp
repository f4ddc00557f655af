#include "context/new_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "context/redact.h"

namespace aptix::context {
namespace {

constexpr size_t kMostNamed = 10;  // of one file
constexpr size_t kOftenOfPiece = 64;
constexpr size_t kReach = 256;  // bytes of the old text around a new one that may show what it is

// The new pieces, each with the rest of its first and last line.
class NewText {
 public:
  explicit NewText(const FileChange& change) {
    bool is_all = change.pieces.size() == 1 && !change.is_old(change.pieces.front());
    if (is_all) {
      text_ = change.pieces.front();
      runs_.push_back({0, text_.size(), 0});
    } else {
      join(change);
      text_ = joined_;
    }
  }
  NewText(const NewText&) = delete;
  NewText& operator=(const NewText&) = delete;

  std::string_view text() const { return text_; }

  // Where in the file it begins; nothing: it has nothing new.
  std::optional<size_t> offset_of(const Secret& secret) const {
    auto run =
        std::partition_point(runs_.begin(), runs_.end(), [&](const Run& one) { return one.end <= secret.start; });
    if (run == runs_.end() || run->start >= secret.end) return std::nullopt;
    return run->offset + (std::max(secret.start, run->start) - run->start);
  }

 private:
  struct Run {
    size_t start, end;  // in text_
    size_t offset;      // in the file
  };

  void join(const FileChange& change) {
    // Room that is not used is never touched, and what grows is copied again and again.
    runs_.reserve(change.pieces.size() / 2 + 1);
    joined_.reserve(change.pieces.size() * kOftenOfPiece);
    bool after_new = false;
    size_t offset = 0;
    std::string_view last;  // old text since the last new one
    for (std::string_view piece : change.pieces) {
      if (piece.empty()) continue;
      bool is_new = !change.is_old(piece);
      if (is_new) {
        if (!after_new) add_line_before(last);
        runs_.push_back({joined_.size(), joined_.size() + piece.size(), offset});
        joined_ += piece;
      } else {
        if (std::string_view near = piece.substr(0, kReach); after_new) joined_ += near.substr(0, near.find('\n'));
        last = piece;
      }
      after_new = is_new;
      offset += piece.size();
    }
  }

  void add_line_before(std::string_view old) {
    if (!joined_.empty()) joined_ += '\n';
    std::string_view near = old.substr(old.size() - std::min(old.size(), kReach));
    joined_ += near.substr(start_of_line(near, near.size()));
  }

  std::string joined_;
  std::string_view text_;  // of joined_, or the one piece that is all of the file
  std::vector<Run> runs_;
};

// What the file had before. Asked for each secret by itself it would be read as often as there are secrets.
class OldText {
 public:
  explicit OldText(std::string_view text) : text_(text) {}

  bool has(std::string_view secret) {
    if (text_.empty()) return false;
    if (!looked_) {
      for (const Secret& one : find_secrets(text_)) secrets_.insert(text_.substr(one.start, one.end - one.start));
      looked_ = true;
    }
    return secrets_.contains(secret) || text_.find(secret) != std::string_view::npos;
  }

 private:
  std::string_view text_;
  std::set<std::string_view> secrets_;
  bool looked_ = false;
};

uint64_t line_at(const FileChange& change, size_t offset) {
  uint64_t line = 1;
  for (std::string_view piece : change.pieces) {
    std::string_view before = piece.substr(0, offset);
    line += static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n'));
    offset -= before.size();
    if (offset == 0) break;
  }
  return line;
}

}  // namespace

std::vector<Diagnostic> new_secrets(const FileChange& change) {
  std::vector<Diagnostic> said;
  if (!change.after_exists || change.after_kind == FileKind::symlink) return said;
  NewText added(change);
  if (added.text().empty()) return said;
  OldText old(change.old_text());
  for (const Secret& secret : find_secrets(added.text())) {
    std::optional<size_t> offset = added.offset_of(secret);
    std::string_view bytes = added.text().substr(secret.start, secret.end - secret.start);
    if (!offset || old.has(bytes)) continue;
    said.push_back(error_at(change.path.str(), Code::policy_secret,
        fmt::format("what looks like a credential ({}) comes into '{}', line {}", secret.kind,
            escape_for_display(change.path.str()), line_at(change, *offset)),
        "keep it outside of the files, for example in a variable of the environment"));
    if (said.size() == kMostNamed) break;
  }
  return said;
}

}  // namespace aptix::context
