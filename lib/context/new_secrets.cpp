#include "context/new_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "context/redact.h"

namespace aptix::context {
namespace {

constexpr size_t kMostNamed = 10;  // of one file
constexpr size_t kReach = 256;     // bytes of the old text around a new one that may show what it is

// Of old text, what stands on the line where it begins, and on the line where it ends.
std::string_view first_line(std::string_view old) {
  std::string_view near = old.substr(0, kReach);
  return near.substr(0, near.find('\n'));
}
std::string_view last_line(std::string_view old) {
  std::string_view near = old.substr(old.size() - std::min(old.size(), kReach));
  return near.substr(start_of_line(near, near.size()));
}

// The new pieces, each with the rest of its first and last line. `add` is called for all parts, in order: with a new
// one and its offset in the file, or with what stands around.
template <class Add>
void each_part(const FileChange& change, Add add) {
  auto add_old = [&](std::string_view text) { add(text, std::nullopt); };
  std::string_view first, last;  // old pieces since the last new one
  bool any_new = false;
  size_t offset = 0;
  for (std::string_view piece : change.pieces) {
    if (piece.empty()) continue;
    offset += piece.size();
    if (change.is_old(piece)) {
      if (first.empty()) first = piece;
      last = piece;
      continue;
    }
    std::string_view after = first_line(first), before = last_line(last);
    bool is_whole = first.data() == last.data() && after.size() + 1 + before.size() == last.size();
    if (!any_new) add_old(before);
    else if (is_whole && last[after.size()] == '\n') add_old(last);
    else if (!last.empty()) {
      add_old(after);
      add_old("\n");
      add_old(before);
    }
    add(piece, std::optional(offset - piece.size()));
    any_new = true;
    first = last = {};
  }
  if (any_new) add_old(first_line(first));
}

class NewText {
 public:
  explicit NewText(const FileChange& change) : change_(change) {
    bool is_all = change.pieces.size() == 1 && !change.is_old(change.pieces.front());
    text_ = is_all ? change.pieces.front() : joined();
  }
  NewText(const NewText&) = delete;
  NewText& operator=(const NewText&) = delete;

  std::string_view text() const { return text_; }

  // Where in the file it begins; nothing: it has nothing new.
  std::optional<size_t> offset_of(const Secret& secret) {
    if (runs_.empty()) find_runs();
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

  std::string_view joined() {
    size_t most = 0;
    for (std::string_view piece : change_.pieces)  // what is old may be there from its start, and up to its end
      most += 1 + (piece.size() > kReach && !change_.is_old(piece) ? piece.size() : 2 * std::min(piece.size(), kReach));
    bytes_ = std::make_unique_for_overwrite<char[]>(most);
    char* end = bytes_.get();
    each_part(
        change_, [&](std::string_view part, std::optional<size_t>) { end = std::copy(part.begin(), part.end(), end); });
    return {bytes_.get(), end};
  }

  // Most texts have no credential to ask about.
  void find_runs() {
    size_t at = 0;
    each_part(change_, [&](std::string_view part, std::optional<size_t> offset) {
      if (offset) runs_.push_back({at, at + part.size(), *offset});
      at += part.size();
    });
  }

  const FileChange& change_;
  std::unique_ptr<char[]> bytes_;
  std::string_view text_;  // of bytes_, or the one piece that is all of the file
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
      fmt::format("line {} of the new '{}' has '{}', which was shown in the place of a credential", line_at(change, at),
          escape_for_display(change.path.str()), after.substr(at, after.find(']', at) + 1 - at)),
      "leave out what is redacted, and change only lines around it, or allow '--allow-placeholders'");
}

}  // namespace aptix::context
