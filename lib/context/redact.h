// Removes credentials from text for a model. Pure, linear time, independent of the file name. A text without its
// credentials must never be the base of an edit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "context/secrets/secret.h"

namespace aptix {
struct FileChange;
}

namespace aptix::context {

// The credentials, in order and without overlaps. Pass the whole file: to show a part, take the secrets that reach into
// it. In a part alone, the rest of a key that began before it also counts as a key.
std::vector<Secret> find_secrets(std::string_view text);

// Sorted; overlapping ones merged, with the kind of the first.
std::vector<Secret> in_order(std::vector<Secret> all);

struct Redacted {
  std::string text;
  uint64_t count = 0;           // of secrets that are not shown, or not all of them
  std::vector<Secret> marks{};  // where `text` has a marker for one
};

// The bytes [start, end) of `text` with "[redacted: KIND]" in place of secrets. Line ends stay, so line numbers stay.
Redacted redact(std::string_view text, std::span<const Secret> secrets, size_t start, size_t end);

Redacted redact(std::string_view text);

// Offset of the next "[redacted: KIND]" from `from` on; npos if there is none.
size_t find_redaction(std::string_view text, size_t from);

// Removes the credentials of a file from messages about it.
class HiddenText {
 public:
  // REQUIRES: the content outlives this.
  explicit HiddenText(std::string_view content);

  // `text` with "[redacted: KIND]" in place of its credentials, and of those of the content, whole or in part: a
  // message may quote the beginning of a line.
  std::string hide(std::string_view text) const;

 private:
  std::unordered_map<std::string_view, std::string_view> parts_;  // parts of the content's credentials, with the kind
  std::set<size_t> sizes_;                                        // of the parts
};

// Credentials, and markers for them, that a change adds to a file. Those that the file had before do not count.

// A warning (policy_secret) with the line of each, for at most ten. Never contains one.
std::vector<Diagnostic> new_secrets(const FileChange& change);

// An error (placeholder) if the file gets more "[redacted: KIND]" than it had: it was shown in place of a credential,
// which this text would overwrite.
std::optional<Diagnostic> new_redaction(const FileChange& change);

}  // namespace aptix::context
