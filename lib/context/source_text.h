// The text of a file as a model may see it: lines, without credentials. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "context/secrets/secret.h"

namespace aptix::context {

// Lines first to last, counted from 1; empty if last is before first.
struct LineSpan {
  uint64_t first = 1, last = 0;
  uint64_t count() const { return last < first ? 0 : last - first + 1; }
  bool operator==(const LineSpan&) const = default;
};

enum class Numbers : uint8_t { none, before_lines };  // "    12\t"

// Views the content, which must outlive this.
class SourceText {
 public:
  explicit SourceText(std::string_view content);

  std::string_view content() const { return content_; }
  const LineIndex& lines() const { return lines_; }
  LineSpan all() const { return {1, lines_.count()}; }
  bool is_utf8() const { return is_utf8_; }
  bool has_secrets() const { return !secrets_.empty(); }

  // The bytes in the file, including line ends.
  std::string_view bytes(LineSpan span) const;

  struct Shown {
    std::string text;         // without secrets
    uint64_t redactions = 0;  // number of secrets that are not shown
  };
  Shown show(LineSpan span, Numbers numbers = Numbers::none) const;

  // The spans in order, each line with its number, and between them and at both ends the number of lines left out.
  Shown show_with_gaps(std::span<const LineSpan> spans) const;

 private:
  std::string_view content_;
  bool is_utf8_;
  LineIndex lines_;
  std::vector<Secret> secrets_;
};

// Estimates how many tokens a text costs; the same for every model.

// Bytes / 3.5, rounded up.
constexpr uint64_t estimated_tokens(uint64_t bytes) { return bytes / 7 * 2 + (bytes % 7 * 2 + 6) / 7; }

// The size of a text as a model gets it: each byte that is not UTF-8 becomes U+FFFD, which has three bytes.
uint64_t shown_size(std::string_view text);

// The most bytes that cost no more than `tokens`.
constexpr uint64_t bytes_for(uint64_t tokens) { return tokens > UINT64_MAX / 4 ? UINT64_MAX : tokens * 7 / 2; }

}  // namespace aptix::context
