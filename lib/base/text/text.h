// Bytes seen as lines and as UTF-8. Pure. Content is bytes: nothing here changes what it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// A text, or its first line, without the byte-order mark before it.
constexpr std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

enum class LineEnd : uint8_t { none, lf, crlf };

// Which line ends a text uses. A lone CR is no line end.
struct LineEnds {
  uint64_t lf = 0;    // lines that end in LF alone
  uint64_t crlf = 0;  // lines that end in CR LF

  bool mixed() const { return lf != 0 && crlf != 0; }
  // The only or the commoner one; none when the text has no line end.
  LineEnd dominant() const { return lf == 0 && crlf == 0 ? LineEnd::none : crlf > lf ? LineEnd::crlf : LineEnd::lf; }
};
LineEnds line_ends(std::string_view text);

// `text` with every CR LF and LF turned into `to`. REQUIRES: to != none.
std::string with_line_ends(std::string_view text, LineEnd to);

uint64_t count_lines(std::string_view text);  // a last line without newline counts

// Line number (from 1) of the byte at `offset`. Linear.
uint64_t line_at(std::string_view text, size_t offset);

// The line starts of a text, for many look-ups. Views the text.
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

// Offset of the first byte that is not part of well-formed UTF-8 (no surrogates, no overlong
// forms, at most U+10FFFF); nothing when all of it is.
std::optional<size_t> find_invalid_utf8(std::string_view text);

// Length of the well-formed UTF-8 sequence at `offset`, 0 when there is none. REQUIRES: offset < size.
uint8_t utf8_sequence_size(std::string_view text, size_t offset);

// One code point at `offset`, and its length in bytes; 0 where none is well-formed there. REQUIRES: offset < size.
struct CodePoint {
  char32_t value;
  uint8_t size;
};
CodePoint decode_utf8(std::string_view text, size_t offset);
size_t encode_utf8(char32_t code_point, char* out);  // at most 4 bytes; returns how many
void append_utf8(std::string& out, char32_t code_point);
// Whether `text` is the beginning of a sequence whose rest is missing.
bool utf8_is_cut(std::string_view text);
// The first `most` bytes, or fewer: not cut within a character.
std::string_view cut_at_character(std::string_view text, size_t most);

uint64_t count_code_points(std::string_view text);  // invalid bytes count one each

// Text for a terminal or a message: control characters, bidirectional controls, other invisible
// formatting characters and invalid bytes appear as escapes (\n, \t, \x1b, \u{202e}).
std::string escape_for_display(std::string_view text);
// The same but line feeds and tabs stay: for excerpts of files and diffs.
std::string escape_block_for_display(std::string_view text);
// The first `limit` code points of `text`, escaped for display, with "..." when something was cut
// off: for a message that quotes a document or a file.
std::string excerpt_for_display(std::string_view text, size_t limit = 200);
// In single quotes, for a message: all of it, for a name, or an excerpt, for what somebody wrote.
std::string in_quotes(std::string_view text);
std::string excerpt_in_quotes(std::string_view text, size_t limit = 200);
// Whether a code point is a control, a bidirectional control or another one that cannot be seen.
bool is_invisible(char32_t code_point);

// Unicode simple lower-case mapping, composed (NFC): the key under which two paths are one docPath.
// Invalid UTF-8 is compared as bytes.
std::string fold_case(std::string_view text);

// The same text, its letters composed (NFC): two names that look alike are the same then. Invalid UTF-8 as it is.
std::string compose(std::string_view text);

// What a file system that folds names may make of one: compatibility forms (full width), case
// folding, ignorable code points dropped. For comparing with reserved names only.
std::string fold_compatible(std::string_view text);

bool is_blank(std::string_view line);  // only spaces, tabs, CR, LF
constexpr bool is_blank_byte(char byte) { return byte == ' ' || byte == '\t'; }
std::string_view without_trailing_blanks(std::string_view line);  // spaces and tabs: a CR stays, and what is before it

// Edit distance between two words, for "did you mean"; two swapped neighbours count one. At most `limit` + 1 is
// returned.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

// NUL among the first 8,000 bytes, as git has it. What a text begins with is enough.
bool is_binary(std::string_view text);

// Text of 16 bits a character, which has no lines of bytes: by its mark, or as every other byte of what it begins with
// is NUL. Of 32 bits likewise.
bool is_utf16(std::string_view bytes);

}  // namespace aptix
