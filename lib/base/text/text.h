// Text as lines and as UTF-8. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// The text without a byte-order mark at its start.
constexpr std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

enum class LineEnd : uint8_t { none, lf, crlf };

// The line ends of a text. A lone CR is not a line end.
struct LineEnds {
  uint64_t lf = 0;    // lines that end in LF alone
  uint64_t crlf = 0;  // lines that end in CR LF

  bool mixed() const { return lf != 0 && crlf != 0; }
  // The only or the more frequent one; none if the text has no line end.
  LineEnd dominant() const { return lf == 0 && crlf == 0 ? LineEnd::none : crlf > lf ? LineEnd::crlf : LineEnd::lf; }
};
LineEnds line_ends(std::string_view text);

// `text` with every CR LF and LF replaced by `to`. REQUIRES: to != none.
std::string with_line_ends(std::string_view text, LineEnd to);

uint64_t count_lines(std::string_view text);  // a last line without newline counts

// Line number (from 1) of the byte at `offset`. Linear.
uint64_t line_at(std::string_view text, size_t offset);

// An index of the lines of a text, for many look-ups. Views the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  uint64_t count() const;                        // number of lines
  std::string_view line(uint64_t number) const;  // from 1; without its line end (CR LF or LF)
  size_t start_of(uint64_t number) const;        // byte offset; number == count()+1 gives text.size()

 private:
  std::string_view text_;
  std::vector<size_t> starts_;
};

bool is_ascii(std::string_view text);

// Offset of the first byte that is not part of well-formed UTF-8 (no surrogates, no overlong forms, at most U+10FFFF);
// nothing if there is none.
std::optional<size_t> find_invalid_utf8(std::string_view text);

// Length of the well-formed UTF-8 sequence at `offset`, 0 if there is none. REQUIRES: offset < size.
uint8_t utf8_sequence_size(std::string_view text, size_t offset);

// The code point at `offset` and its length in bytes, 0 if none is well-formed there. REQUIRES: offset < size.
struct CodePoint {
  char32_t value;
  uint8_t size;
};
CodePoint decode_utf8(std::string_view text, size_t offset);
size_t encode_utf8(char32_t code_point, char* out);  // writes at most 4 bytes; returns how many
void append_utf8(std::string& out, char32_t code_point);
// Is `text` the beginning of a sequence that is cut off?
bool utf8_is_cut(std::string_view text);
// The first `most` bytes, or fewer, so that no character is cut.
std::string_view cut_at_character(std::string_view text, size_t most);

uint64_t count_code_points(std::string_view text);  // an invalid byte counts as one

// Text for a terminal or a message: control characters, bidirectional controls, other invisible formatting characters
// and invalid bytes become escapes (\n, \t, \x1b, \u{202e}).
std::string escape_for_display(std::string_view text);
// The same, but keeps line feeds and tabs: for excerpts of files and diffs.
std::string escape_block_for_display(std::string_view text);
// The first `limit` code points, escaped for display, and "..." if something was cut off: for quoting a document or a
// file.
std::string excerpt_for_display(std::string_view text, size_t limit = 200);
// In single quotes: the whole text for a name, an excerpt for anything else.
std::string in_quotes(std::string_view text);
std::string excerpt_in_quotes(std::string_view text, size_t limit = 200);
// Is it a control, a bidirectional control or another invisible character?
bool is_invisible(char32_t code_point);

// Unicode simple lower case, composed (NFC): two paths with the same result are one docPath. Invalid UTF-8 is returned
// as it is.
std::string fold_case(std::string_view text);

// The text composed (NFC), so that equal-looking names are equal. Invalid UTF-8 is returned as it is.
std::string compose(std::string_view text);

// What a file system that folds names may make of a name: compatibility forms (full width), case folded, ignorable code
// points dropped. Only for comparing with reserved names.
std::string fold_compatible(std::string_view text);

bool is_blank(std::string_view line);  // only spaces, tabs, CR, LF
constexpr bool is_blank_byte(char byte) { return byte == ' ' || byte == '\t'; }
std::string_view without_trailing_blanks(std::string_view line);  // spaces and tabs only: not before a CR

// Edit distance between two words, for "did you mean"; swapped neighbours count as one. Returns at most `limit` + 1.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

// NUL among the first 8,000 bytes, as in git. The beginning of a text is enough.
bool is_binary(std::string_view text);

// UTF-16, by its byte-order mark or by NUL in every other one of the first four bytes; or UTF-32, by its mark.
bool is_utf16(std::string_view bytes);

}  // namespace aptix
