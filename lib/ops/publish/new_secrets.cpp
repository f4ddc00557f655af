#include "ops/publish/new_secrets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "context/redact.h"

namespace aptix::ops {
namespace {

constexpr size_t kMostNamed = 10;  // of one file
constexpr size_t kReach = 256;     // bytes of the old text around a new one that may show what it is

// The new pieces, each with the rest of its first and last line.
class NewText {
 public:
  explicit NewText(const FileChange& change) {
    bool after_new = false;
    std::string_view last;  // old text since the last new one
    for (std::string_view piece : change.pieces) {
      if (piece.empty()) continue;
      bool is_new = !change.is_old(piece);
      if (is_new) {
        if (!after_new) add_line_before(last);
        runs_.push_back({text_.size(), text_.size() + piece.size(), offset_});
        text_ += piece;
      } else {
        if (after_new) text_ += piece.substr(0, std::min(piece.find('\n'), kReach));
        last = piece;
      }
      after_new = is_new;
      offset_ += piece.size();
    }
  }

  const std::string& text() const { return text_; }

  // Where in the file it begins; nothing: it has nothing new.
  std::optional<size_t> offset_of(const context::Secret& secret) const {
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

  void add_line_before(std::string_view old) {
    if (!text_.empty()) text_ += '\n';
    size_t start = old.size() - std::min(old.size(), kReach);
    size_t line = old.rfind('\n');
    text_ += old.substr(line == std::string_view::npos ? start : std::max(start, line + 1));
  }

  std::string text_;
  std::vector<Run> runs_;
  size_t offset_ = 0;
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
  std::string_view old = change.old_text();
  for (const context::Secret& secret : context::find_secrets(added.text())) {
    std::optional<size_t> offset = added.offset_of(secret);
    std::string_view bytes = std::string_view(added.text()).substr(secret.start, secret.end - secret.start);
    if (!offset || old.find(bytes) != std::string_view::npos) continue;
    said.push_back(make_error(Code::policy_secret,
        fmt::format("what looks like a credential ({}) comes into '{}', line {}", secret.kind,
            escape_for_display(change.path.str()), line_at(change, *offset)),
        "keep it outside of the files, for example in a variable of the environment")
                       .at(change.path.str()));
    if (said.size() == kMostNamed) break;
  }
  return said;
}

}  // namespace aptix::ops
