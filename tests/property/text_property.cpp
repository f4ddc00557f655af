// What must hold for every text, path and glob, checked against the slow and obvious way.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "base/hash/sha256.h"
#include "base/text/glob.h"
#include "base/text/text.h"
#include "model/input.h"
#include "model/rel_path.h"

using namespace aptix;

namespace {

std::string concatenated(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::string any_lines() {
  return concatenated(*rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "bc", "\n", "\r\n", "\r", "\xC3\xA9", "\xFF", " ")));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  bool open = false;
  for (char c : text) {
    if (!open) lines.emplace_back();
    lines.back() += c;
    open = c != '\n';
  }
  return lines;
}

std::string without_line_end(std::string line) {
  if (line.ends_with("\r\n")) return line.substr(0, line.size() - 2);
  if (line.ends_with("\n")) line.pop_back();
  return line;
}

// Edit distance with swaps of neighbours, by the whole table.
size_t slow_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

std::string any_word() { return *rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c')); }

std::string any_path() {
  return concatenated(*rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>("a", "/", ".", "..",
      "./", ".git", ".GIT", "git~1", ".aptix", " ", "~", ":", "\\", "\n", "\xC3\xA9", "\xFF", "\xE2\x80\x8C", "b")));
}

}  // namespace

TEST_CASE("lines are the same however they are found") {
  CHECK(rc::check([] {
    std::string text = any_lines();
    std::vector<std::string> lines = lines_of(text);
    LineIndex index(text);
    RC_ASSERT(count_lines(text) == lines.size());
    RC_ASSERT(index.count() == lines.size());
    for (size_t i = 0; i < lines.size(); ++i) RC_ASSERT(index.line(i + 1) == without_line_end(lines[i]));
    for (size_t offset = 0; offset <= text.size(); ++offset) {
      auto feeds = static_cast<uint64_t>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(offset), '\n'));
      RC_ASSERT(line_at(text, offset) == feeds + 1);
    }
  }));
}

TEST_CASE("changed line ends are all of the one kind and change nothing else") {
  CHECK(rc::check([] {
    std::string text = any_lines();
    LineEnds before = line_ends(text);
    std::string crlf = with_line_ends(text, LineEnd::crlf);
    RC_ASSERT(line_ends(crlf).lf == 0u);
    RC_ASSERT(line_ends(crlf).crlf == before.lf + before.crlf);
    std::string lf = with_line_ends(text, LineEnd::lf);
    RC_ASSERT(lf.size() + before.crlf == text.size());
    RC_ASSERT(with_line_ends(crlf, LineEnd::crlf) == crlf);
    if (text.find('\r') == std::string::npos) RC_ASSERT(with_line_ends(crlf, LineEnd::lf) == text);
  }));
}

TEST_CASE("shown text is UTF-8 without anything invisible") {
  CHECK(rc::check([](const std::string& bytes) {
    std::string text = bytes + any_lines() + "\xE2\x80\xAE";
    for (const std::string& shown : {escape_for_display(text), excerpt_for_display(text, 3)}) {
      RC_ASSERT_FALSE(find_invalid_utf8(shown));
      for (size_t at = 0; at < shown.size(); at += decode_utf8(shown, at).size)
        RC_ASSERT_FALSE(is_invisible(decode_utf8(shown, at).value));
    }
  }));
}

TEST_CASE("what is said to be UTF-8 decodes and encodes to itself") {
  CHECK(rc::check([] {
    std::string text = any_lines();
    size_t end = find_invalid_utf8(text).value_or(text.size());
    RC_ASSERT((end == text.size() || text[end] == '\xFF'));
    std::string again;
    for (size_t at = 0; at < end; at += decode_utf8(text, at).size) append_utf8(again, decode_utf8(text, at).value);
    RC_ASSERT(again == text.substr(0, end));
  }));
}

TEST_CASE("folding twice is folding once") {
  CHECK(rc::check([](const std::vector<uint16_t>& units) {
    std::string text;
    for (uint16_t unit : units)
      if (unit < 0xD800 || unit > 0xDFFF) append_utf8(text, unit);
    RC_ASSERT(fold_case(fold_case(text)) == fold_case(text));
  }));
}

TEST_CASE("the banded edit distance is the whole table's") {
  CHECK(rc::check([] {
    std::string a = any_word(), b = any_word();
    size_t limit = *rc::gen::inRange<size_t>(0, 8);
    RC_ASSERT(edit_distance(a, b, limit) == std::min(slow_distance(a, b), limit + 1));
    RC_ASSERT(edit_distance(a, b, limit) == edit_distance(b, a, limit));
  }));
}

TEST_CASE("a hash of pieces is the hash of the whole") {
  CHECK(rc::check([](const std::vector<std::string>& pieces) {
    Sha256Hasher hasher;
    for (const std::string& piece : pieces) hasher.update(piece);
    Sha256 hash = hasher.finish();
    RC_ASSERT(hash == sha256(concatenated(pieces)));
    RC_ASSERT(Sha256::parse(hash.hex()) == hash);
  }));
}

TEST_CASE("a place is the line and column that counting gives") {
  CHECK(rc::check([] {
    Input input("x", any_lines());
    size_t offset = *rc::gen::inRange<size_t>(0, input.bytes.size() + 1);
    Place place = input.place_of(offset);
    std::string_view before = input.bytes.substr(0, offset);
    RC_ASSERT(place.line == static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1);
    RC_ASSERT(place.column == count_code_points(before.substr(before.rfind('\n') + 1)) + 1);
  }));
}

TEST_CASE("an allowed path has allowed components only") {
  CHECK(rc::check([] {
    std::string text = any_path();
    Result<RelPath> path = RelPath::parse(text);
    if (!path) {
      RC_ASSERT_FALSE(path.error().message.empty());
      RC_ASSERT_FALSE(path.error().hint.empty());
      return;
    }
    RC_ASSERT(path->str() == text);
    std::string around = "/" + text + "/";
    for (const char* bad : {"//", "/./", "/../", "/.git/", "/.GIT/", "/.aptix/", "\\", "\n", "\xFF"})
      RC_ASSERT(around.find(bad) == std::string::npos);
    std::string parent(path->parent());
    RC_ASSERT((parent.empty() ? std::string(path->name()) : parent + "/" + std::string(path->name())) == text);
  }));
}

TEST_CASE("a glob of escaped characters matches its own path and no other") {
  CHECK(rc::check([] {
    std::string path = "/" + any_path();
    std::string other = "/" + any_path();
    std::string pattern;
    for (char c : path) {
      bool continuation = (static_cast<uint8_t>(c) & 0xC0) == 0x80;
      if (c != '/' && !continuation) pattern += '\\';
      pattern += c;
    }
    RC_PRE(!path.ends_with('/'));
    Result<Glob> glob = Glob::parse(pattern);
    RC_ASSERT(glob.has_value());
    bool last_component = path.find('/', 1) == std::string::npos;
    RC_ASSERT(glob->matches(path.substr(1)));
    RC_ASSERT(glob->matches(other.substr(1)) == (path == other));
    if (last_component) RC_ASSERT_FALSE(glob->matches("x" + path));
  }));
}
