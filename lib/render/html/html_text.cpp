// The text of a line, and which words of it are new.
#include <algorithm>
#include <unordered_map>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "diff/compute/myers.h"
#include "render/html/html_parts.h"

namespace aptix::render::html {
namespace {

void append_plain(std::string& out, std::string_view text) {
  for (char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
}

// The size of an invisible or invalid character at `at`; 0 if it is visible.
size_t hidden_at(std::string_view text, size_t at) {
  if (text[at] == '\t') return 0;
  uint8_t size = utf8_sequence_size(text, at);
  if (size == 0) return 1;
  return is_invisible(decode_utf8(text, at).value) ? size : 0;
}

constexpr size_t kLongest = 16'384;  // bytes of one line
constexpr size_t kMostWords = 1000;  // of one line
constexpr size_t kLeastCommon = 3;   // at least one in so many bytes must be equal

enum class CharacterClass : uint8_t { word, blank, sign };

CharacterClass class_of(char c) {
  if (is_word(c) || static_cast<unsigned char>(c) >= 0x80) return CharacterClass::word;
  return c == ' ' || c == '\t' ? CharacterClass::blank : CharacterClass::sign;
}

// Consecutive letters are one word, and so are spaces; any other character is one by itself.
std::vector<ByteRange> words_of(std::string_view line) {
  std::vector<ByteRange> words;
  for (size_t start = 0; start < line.size();) {
    CharacterClass first = class_of(line[start]);
    size_t end = start + 1;
    while (first != CharacterClass::sign && end < line.size() && class_of(line[end]) == first) ++end;
    words.push_back({start, end});
    start = end;
  }
  return words;
}

using Numbers = std::unordered_map<std::string_view, uint32_t>;

std::vector<uint32_t> numbered(std::string_view line, const std::vector<ByteRange>& words, Numbers& numbers) {
  std::vector<uint32_t> sequence;
  for (const ByteRange& word : words)
    sequence.push_back(
        numbers.try_emplace(line.substr(word.start, word.end - word.start), static_cast<uint32_t>(numbers.size()))
            .first->second);
  return sequence;
}

// One for each word, since the parts are reported in any order.
using Flags = std::vector<char>;

std::vector<ByteRange> marked(const std::vector<ByteRange>& words, const Flags& flags) {
  std::vector<ByteRange> ranges;
  for (size_t i = 0; i < words.size(); ++i) {
    if (flags[i] == 0) continue;
    if (!ranges.empty() && ranges.back().end == words[i].start) ranges.back().end = words[i].end;
    else ranges.push_back(words[i]);
  }
  return ranges;
}

bool helps(const std::vector<ByteRange>& ranges, size_t size) {
  size_t same = size;
  for (const ByteRange& range : ranges) same -= range.end - range.start;
  return same * kLeastCommon >= size;
}

}  // namespace

std::string attribute(std::string_view text) {
  std::string out;
  append_plain(out, escape_for_display(text));
  return out;
}

void append_text(std::string& out, std::string_view text) {
  size_t plain = 0;
  for (size_t at = 0; at < text.size();) {
    size_t hidden = hidden_at(text, at);
    if (hidden == 0) {
      at += std::max<size_t>(utf8_sequence_size(text, at), 1);
      continue;
    }
    append_plain(out, text.substr(plain, at - plain));
    out += "<span class=\"c\">";
    append_plain(out, escape_for_display(text.substr(at, hidden)));
    out += "</span>";
    plain = at += hidden;
  }
  append_plain(out, text.substr(plain));
}

WordDiff word_diff(std::string_view before, std::string_view after) {
  if (before.size() > kLongest || after.size() > kLongest) return {};
  std::vector<ByteRange> old_words = words_of(before), new_words = words_of(after);
  if (old_words.size() > kMostWords || new_words.size() > kMostWords) return {};
  Numbers numbers;
  std::vector<uint32_t> old_numbers = numbered(before, old_words, numbers),
                        new_numbers = numbered(after, new_words, numbers);
  Flags old_flags(old_words.size()), new_flags(new_words.size());
  diff::compare(old_numbers, new_numbers,
      {.removed = [&](uint32_t first, uint32_t count) { std::fill_n(old_flags.begin() + first, count, char{1}); },
          .added = [&](uint32_t first, uint32_t count) { std::fill_n(new_flags.begin() + first, count, char{1}); }});
  WordDiff found{.before = marked(old_words, old_flags), .after = marked(new_words, new_flags)};
  if (!helps(found.before, before.size()) || !helps(found.after, after.size())) return {};
  return found;
}

}  // namespace aptix::render::html
