// Credentials taken out of text that is made for a model. Pure, linear time, no knowledge of the file's name.
// A text without its credentials is never a base for an edit.
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

// In their order; none touches another. Wanted is the whole file: who shows a part of it asks about all and takes the
// secrets that reach into the part. Of a part alone: what stands before the end of a key that began outside is one,
// too.
std::vector<Secret> find_secrets(std::string_view text);

// Sorted, and those that overlap as one, of the kind of the first.
std::vector<Secret> in_order(std::vector<Secret> all);

struct Redacted {
  std::string text;
  uint64_t count = 0;           // of secrets that are not shown, or not all
  std::vector<Secret> marks{};  // where in `text` something stands for them
};

// The bytes [start, end) of `text`, with "[redacted: KIND]" for what is in secrets. Line ends stay, so that each line
// keeps its number.
Redacted redact(std::string_view text, std::span<const Secret> secrets, size_t start, size_t end);

Redacted redact(std::string_view text);

// The next "[redacted: KIND]" from `from` on: where it stands; npos: none does.
size_t find_redaction(std::string_view text, size_t from);

// What is said about a file, without the credentials that are in it.
class HiddenText {
 public:
  // REQUIRES: the content outlives it.
  explicit HiddenText(std::string_view content);

  // `text` with "[redacted: KIND]" for the credentials that it has, and for those of the content, whole or in part: a
  // message quotes the beginning of a line.
  std::string hide(std::string_view text) const;

 private:
  std::unordered_map<std::string_view, std::string_view> parts_;  // of the content, with the kind
  std::set<size_t> sizes_;                                        // of the parts
};

// Credentials in the text that a change brings into a file, and words that stand for one. What the file had before is
// not looked for.

// A warning (policy_secret) for each, with its line; it never shows one.
std::vector<Diagnostic> new_secrets(const FileChange& change);

// An error (placeholder) where the file gets more of "[redacted: KIND]" than it had: that was shown for a credential,
// which this text would take the place of.
std::optional<Diagnostic> new_redaction(const FileChange& change);

}  // namespace aptix::context
