#include "base/text/text.h"

#include <doctest/doctest.h>

#include "base/text/cells.h"

using namespace aptix;

TEST_CASE("line ends are counted by kind and a lone CR is none") {
  LineEnds ends = line_ends("a\nb\r\nc\rd\r\n\ne");
  CHECK(ends.lf == 2);
  CHECK(ends.crlf == 2);
  CHECK(ends.mixed());
  CHECK(ends.dominant() == LineEnd::lf);
  CHECK(line_ends("").dominant() == LineEnd::none);
  CHECK(line_ends("\n").lf == 1);
  CHECK(line_ends("\r\n").crlf == 1);
  CHECK(line_ends("\n\r").lf == 1);
}

TEST_CASE("line ends are changed and lone CRs stay") {
  CHECK(with_line_ends("a\nb\r\nc\rd\n", LineEnd::crlf) == "a\r\nb\r\nc\rd\r\n");
  CHECK(with_line_ends("a\nb\r\nc\rd", LineEnd::lf) == "a\nb\nc\rd");
  CHECK(with_line_ends("", LineEnd::crlf) == "");
  CHECK(with_line_ends("\r\r\n", LineEnd::lf) == "\r\n");
}

TEST_CASE("a last line without newline counts") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\nb") == 2);
  CHECK(count_lines("\n\n") == 2);
}

TEST_CASE("a line index agrees with counting") {
  for (std::string_view text : {"", "a", "\n", "a\n", "a\nb", "a\r\nb\r\n", "\n\n", "\n\na"}) {
    CAPTURE(text);
    LineIndex index(text);
    CHECK(index.count() == count_lines(text));
    CHECK(index.start_of(index.count() + 1) == text.size());
  }
  LineIndex index("one\r\ntwo\nthree\r");
  CHECK(index.line(1) == "one");
  CHECK(index.line(2) == "two");
  CHECK(index.line(3) == "three\r");
}

TEST_CASE("the first ill-formed byte is found") {
  CHECK_FALSE(find_invalid_utf8(""));
  CHECK_FALSE(find_invalid_utf8("plain, \xC3\xA9, \xE2\x82\xAC, \xF0\x9F\x98\x80, \xF4\x8F\xBF\xBF"));
  CHECK(find_invalid_utf8("ab\x80") == 2);
  CHECK(find_invalid_utf8("abcdefgh\xFFij") == 8);
  CHECK(find_invalid_utf8("\xC0\xAF") == 0);          // overlong
  CHECK(find_invalid_utf8("\xE0\x80\x80") == 0);      // overlong
  CHECK(find_invalid_utf8("\xF0\x8F\xBF\xBF") == 0);  // overlong
  CHECK(find_invalid_utf8("\xED\xA0\x80") == 0);      // surrogate
  CHECK(find_invalid_utf8("\xF4\x90\x80\x80") == 0);  // beyond U+10FFFF
  CHECK(find_invalid_utf8("\xF5\x80\x80\x80") == 0);
  CHECK(find_invalid_utf8("x\xE2\x82") == 1);  // cut short
  CHECK(find_invalid_utf8("x\xF0\x9F\x98") == 1);
}

TEST_CASE("code points survive being decoded and encoded") {
  for (char32_t point : {U'\0', U'a', U'\u007F', U'\u0080', U'\u07FF', U'\u0800', U'\uD7FF', U'\uE000', U'\uFFFF',
           U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    append_utf8(text, point);
    CHECK_FALSE(find_invalid_utf8(text));
    CHECK(decode_utf8(text, 0).value == point);
    CHECK(decode_utf8(text, 0).size == text.size());
  }
}

TEST_CASE("a sequence whose rest is missing is told from one that is wrong") {
  for (std::string_view text :
      {"\xC3", "\xE0", "\xE0\xA0", "\xE2\x82", "\xED", "\xED\x9F", "\xF0", "\xF0\x9F\x98", "\xF4", "\xF4\x8F"})
    CHECK(utf8_is_cut(text));
  for (std::string_view text : {"", "a", "\x80", "\xC0", "\xC3\xA9", "\xE0\x80", "\xED\xA0", "\xF4\x90", "\xF5", "\xFF",
           "\xE2(", "\xE2\x82\xAC"})
    CHECK_FALSE(utf8_is_cut(text));
}

TEST_CASE("invalid bytes count one code point each") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("a\xC3\xA9z") == 3);
  CHECK(count_code_points("\xE2\x82") == 2);
  CHECK(count_code_points("\xFF\xFF"
                          "a") == 3);
}

TEST_CASE("what cannot be seen is escaped for display") {
  CHECK(escape_for_display("plain \\ 'text'") == "plain \\ 'text'");
  CHECK(escape_for_display("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(escape_for_display(std::string_view("\0\x1b[31m\x7f", 7)) == "\\x00\\x1b[31m\\x7f");
  CHECK(escape_for_display("\xC2\x9B") == "\\u{9b}");
  CHECK(escape_for_display("x\xE2\x80\xAEy") == "x\\u{202e}y");
  CHECK(escape_for_display("\xE2\x80\x8B\xE2\x80\xA8\xEF\xBB\xBF\xD8\x9C") == "\\u{200b}\\u{2028}\\u{feff}\\u{61c}");
  CHECK(escape_for_display("\xF3\xA0\x81\x81") == "\\u{e0041}");
  CHECK(escape_for_display("a\xFFz\xC3") == "a\\xffz\\xc3");
  CHECK(escape_for_display("\xC3\xA9\xF0\x9F\x98\x80") == "\xC3\xA9\xF0\x9F\x98\x80");
  CHECK(escape_block_for_display("a\n\tb\r\n\x1b") == "a\n\tb\\r\n\\x1b");
}

TEST_CASE("an excerpt is cut between code points") {
  CHECK(excerpt_for_display("abc", 3) == "abc");
  CHECK(excerpt_for_display("abcd", 3) == "abc...");
  CHECK(excerpt_for_display("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xC3\xA9...");
  CHECK(excerpt_for_display("\n\n", 1) == "\\n...");
  CHECK(excerpt_in_quotes("\xC3\xA9\n\xC3\xA9", 2) == "'\xC3\xA9\\n...'");
  CHECK(in_quotes(std::string(300, 'x') + "\n") == "'" + std::string(300, 'x') + "\\n'");
}

TEST_CASE("names fold to their lower case after composition") {
  CHECK(fold_case("SRC/Main.C") == "src/main.c");
  CHECK(fold_case("\xC3\x89t\xC3\xA9") == "\xC3\xA9t\xC3\xA9");
  CHECK(fold_case("E\xCC\x81") == "\xC3\xA9");             // E + combining acute
  CHECK(fold_case("\xCE\xAA\xCC\x80") == "\xE1\xBF\x92");  // no capital composes, the small letter does
  CHECK(fold_case("\xC3\x9F") == "\xC3\x9F");              // sharp s has no simple mapping
  for (std::string_view letter : {"\xE1\xBE\xBB", "\xE1\xBF\x89", "\xE1\xBF\x8B", "\xE1\xBF\x9B", "\xE1\xBF\xAB",
           "\xE1\xBF\xB9", "\xE1\xBF\xBB"}) {
    std::string folded = fold_case(letter);  // Greek capitals that are composed as others
    CHECK(folded != letter);
    CHECK(fold_case(folded) == folded);
  }
  CHECK(fold_case("\xE1\xBE\xBB") == "\xCE\xAC");  // U+1FBB is U+0386, and so U+03AC
  CHECK(fold_case("\xFF"
                  "A") ==
      "\xFF"
      "A");                                                        // bytes
  CHECK(fold_compatible("\xEF\xBC\x8E\xEF\xBC\xA7it") == ".git");  // full-width . and G
  CHECK(fold_compatible(".g\xE2\x80\x8Cit") == ".git");
}

TEST_CASE("a blank line holds white space only") {
  CHECK(is_blank(""));
  CHECK(is_blank(" \t\r\n"));
  CHECK_FALSE(is_blank(" x "));
  CHECK_FALSE(is_blank("\v"));
}

TEST_CASE("a character is as wide as a terminal shows it") {
  for (char32_t narrow : {U'a', U' ', U'\u00E9', U'\u0416', U'\uFF71'}) CHECK(cells_of(narrow) == 1);
  for (char32_t wide : {U'\u4E2D', U'\uAC00', U'\uFF21', U'\U0001F600'}) CHECK(cells_of(wide) == 2);
  for (char32_t none : {U'\0', U'\n', U'\u0301', U'\u200B'}) CHECK(cells_of(none) == 0);
}

TEST_CASE("the edit distance is exact up to its limit") {
  CHECK(edit_distance("content", "content", 2) == 0);
  CHECK(edit_distance("contents", "content", 2) == 1);
  CHECK(edit_distance("contnet", "content", 2) == 1);
  CHECK(edit_distance("", "ab", 2) == 2);
  CHECK(edit_distance("", "abc", 2) == 3);
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
  CHECK(edit_distance("kitten", "sitting", 2) == 3);
  CHECK(edit_distance("abc", "abc", 0) == 0);
  CHECK(edit_distance("abc", "abd", 0) == 1);
  CHECK(edit_distance(std::string(100000, 'a'), std::string(100000, 'b'), 2) == 3);
}
