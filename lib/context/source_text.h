// The text of one file as a model may see it: its lines, and nothing of its credentials. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "context/secrets/secret.h"

namespace aptix::context {

// Lines first to last, counted from 1; none where last is before first.
struct LineSpan {
  uint64_t first = 1, last = 0;
  uint64_t count() const { return last < first ? 0 : last - first + 1; }
  bool operator==(const LineSpan&) const = default;
};

enum class Numbers : uint8_t { none, before_lines };  // "    12\t"

// Views the content, which must outlive it.
class SourceText {
 public:
  explicit SourceText(std::string_view content);

  std::string_view content() const { return content_; }
  const LineIndex& lines() const { return lines_; }
  LineSpan all() const { return {1, lines_.count()}; }
  bool is_utf8() const { return is_utf8_; }
  bool has_secrets() const { return !secrets_.empty(); }

  // As they are in the file, with their line ends.
  std::string_view bytes(LineSpan span) const;

  struct Shown {
    std::string text;         // without secrets
    uint64_t redactions = 0;  // how many are not shown
  };
  Shown show(LineSpan span, Numbers numbers = Numbers::none) const;

  // The spans in their order, each line with its number and a line end, and how many lines are left out between them
  // and at both ends.
  Shown show_with_gaps(std::span<const LineSpan> spans) const;

 private:
  std::string_view content_;
  bool is_utf8_;
  LineIndex lines_;
  std::vector<Secret> secrets_;
};

// What a text costs a model, in tokens: an estimate, the same for every model.

// Bytes / 3.5, rounded up.
constexpr uint64_t estimated_tokens(uint64_t bytes) { return bytes / 7 * 2 + (bytes % 7 * 2 + 6) / 7; }

// Of a text as a model gets it: U+FFFD, three bytes, in the place of each byte that is not UTF-8.
uint64_t shown_size(std::string_view text);

// The most bytes that cost no more than `tokens`.
constexpr uint64_t bytes_for(uint64_t tokens) { return tokens > UINT64_MAX / 4 ? UINT64_MAX : tokens * 7 / 2; }

}  // namespace aptix::context
