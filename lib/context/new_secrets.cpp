
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/redact.h"
#include "model/change_set.h"

namespace aptix::context {
namespace {

constexpr size_t kMostNamed = 10;  // of one file
constexpr size_t kReach = 256;     // bytes of the old text around a new piece that may show what it is

// The last line of old text.
std::string_view last_line(std::string_view old) {
  std::string_view near = old.substr(old.size() - std::min(old.size(), kReach));
  return near.substr(start_of_line(near, near.size()));
}

// The new pieces of a change, completed to whole lines by old text.
class NewText {
 public:
  explicit NewText(const FileChange& change) {
    std::string_view first, last;  // old pieces since the last new one
    size_t offset = 0;
    for (std::string_view piece : change.pieces) {
      if (piece.empty()) continue;
      if (change.is_old(piece)) {
        if (first.empty()) first = piece;
        last = piece;
      } else {
        add_old(first, last);
        runs_.push_back({joined_.size(), joined_.size() + piece.size(), offset});
        if (change.pieces.size() > 1) joined_ += piece;
        first = last = {};
      }
      offset += piece.size();
    }
    if (!runs_.empty()) joined_ += first_line(first.substr(0, kReach));
    if (!runs_.empty()) text_ = change.pieces.size() == 1 ? change.pieces.front() : joined_;
  }
  NewText(const NewText&) = delete;
  NewText& operator=(const NewText&) = delete;

  std::string_view text() const { return text_; }

  // Where a credential begins in the file; nothing if none of it is new.
  std::optional<size_t> offset_of(const Secret& secret) const {
    auto run =
        std::partition_point(runs_.begin(), runs_.end(), [&](const Run& one) { return one.end <= secret.start; });
    if (run == runs_.end() || run->start >= secret.end) return std::nullopt;
    return run->offset + (std::max(secret.start, run->start) - run->start);
  }

 private:
  struct Run {
    size_t start, end;  // in the text
    size_t offset;      // in the file
  };

  void add_old(std::string_view first, std::string_view last) {
    if (!runs_.empty() && !last.empty()) joined_.append(first_line(first.substr(0, kReach))) += '\n';
    joined_ += last_line(last);
  }

  std::string joined_;
  std::string_view text_;  // the only piece, if that is all of the file, or joined_
  std::vector<Run> runs_;
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

std::vector<size_t> redactions_in(std::string_view text) {
  std::vector<size_t> found;
  for (size_t at = find_redaction(text, 0); at != std::string_view::npos; at = find_redaction(text, at + 1))
    found.push_back(at);
  return found;
}

}  // namespace

std::vector<Diagnostic> new_secrets(const FileChange& change) {
  std::vector<Diagnostic> said;
  if (!change.after_exists || change.after_kind == FileKind::symlink) return said;
  NewText added(change);
  if (added.text().empty()) return said;
  // The credentials of the old text, found once for all new ones.
  std::optional<std::set<std::string_view>> before;
  auto was_there = [&](std::string_view secret) {
    std::string_view old = change.old_text();
    if (!before) {
      before.emplace();
      for (const Secret& one : find_secrets(old)) before->insert(old.substr(one.start, one.end - one.start));
    }
    return before->contains(secret) || old.find(secret) != std::string_view::npos;
  };
  for (const Secret& secret : find_secrets(added.text())) {
    std::optional<size_t> offset = added.offset_of(secret);
    std::string_view bytes = added.text().substr(secret.start, secret.end - secret.start);
    if (!offset || was_there(bytes)) continue;
    said.push_back(error_at(change.path.str(), Code::policy_secret,
        fmt::format("the change adds what looks like a credential ({}) to '{}', line {}", secret.kind,
            escape_for_display(change.path.str()), line_at(change, *offset)),
        "keep it outside of the files, for example in a variable of the environment"));
    if (said.size() == kMostNamed) break;
  }
  return said;
}

std::optional<Diagnostic> new_redaction(const FileChange& change) {
  bool any = std::any_of(change.pieces.begin(), change.pieces.end(), [&](std::string_view piece) {
    return !change.is_old(piece) && find_redaction(piece, 0) != std::string_view::npos;
  });
  if (!change.after_exists || !any) return std::nullopt;
  std::string after = change.after_bytes();
  std::vector<size_t> now = redactions_in(after), before = redactions_in(change.old_text());
  if (now.size() <= before.size()) return std::nullopt;
  auto line_of = [](std::string_view text, size_t at) {
    size_t start = start_of_line(text, at);
    return text.substr(start, text.find('\n', at) - start);
  };
  std::set<std::string_view> old_lines;
  for (size_t at : before) old_lines.insert(line_of(change.old_text(), at));
  auto is_old = [&](size_t at) { return old_lines.contains(line_of(after, at)); };
  auto first = std::find_if_not(now.begin(), now.end(), is_old);
  size_t at = first == now.end() ? now.back() : *first;
  return error_at(change.path.str(), Code::placeholder,
      fmt::format("line {} of the new '{}' has '{}', which replaces a credential in what you were shown",
          line_at(change, at), escape_for_display(change.path.str()), after.substr(at, after.find(']', at) + 1 - at)),
      "leave out what is redacted, and change only lines around it, or allow '--allow-placeholders'");
}

}  // namespace aptix::context
