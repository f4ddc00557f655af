// The image of a text beside a naive one, which tries every line: random texts and sequences of hunks, in any order
// and with any numbers. Both must take the same hunks and leave the same text.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "git/image.h"

using namespace aptix;

namespace {

std::string some_line() { return *rc::gen::elementOf(std::vector<std::string>{"a", "b", "c", ""}); }

// The rows of a hunk, made of some lines of the text, and its numbers, which may be a little wrong.
std::string some_hunk(const std::vector<std::string>& lines, bool open) {
  size_t from = *rc::gen::inRange<size_t>(0, lines.size() + 1), count = *rc::gen::inRange<size_t>(0, 4);
  std::vector<std::string> rows;
  for (size_t i = from; i <= std::min(lines.size(), from + count); ++i) {
    for (int added = *rc::gen::inRange(-2, 3); added > 0; --added) rows.push_back("+" + some_line() + "\n");
    if (i == lines.size() || i == from + count) break;
    rows.push_back((*rc::gen::inRange(0, 2) == 0 ? " " : "-") + lines[i] + "\n");
    if (open && i + 1 == lines.size() && *rc::gen::inRange(0, 4) != 0) rows.back() += "\\ No newline at end of file\n";
  }
  if (rows.empty()) rows.push_back("+" + some_line() + "\n");  // the reader knows none without rows
  if (*rc::gen::inRange(0, 10) == 0) rows.back() += "\\ No newline at end of file\n";
  auto number = [&] { return std::to_string(std::max(0, static_cast<int>(from) + 1 + *rc::gen::inRange(-2, 3))); };
  std::string text = "@@ -" + number() + " +" + number() + " @@\n";
  for (const std::string& row : rows) text += row;
  return text;
}

// As the reader makes it of this text, its counts taken from the rows.
git::Hunk read(const std::string& text) {
  git::Hunk hunk;
  hunk.text = text;
  hunk.body = text.find('\n') + 1;
  hunk.old_start = std::stoul(text.substr(4));
  hunk.new_start = std::stoul(text.substr(text.find('+') + 1));
  bool changed = false;
  for (size_t at = hunk.body; at < text.size(); at = text.find('\n', at) + 1) {
    char kind = text[at];
    if (kind == '\\') continue;
    hunk.old_count += kind == '+' ? 0 : 1;
    hunk.new_count += kind == '-' ? 0 : 1;
    changed = changed || kind != ' ';
    hunk.trailing = kind == ' ' ? hunk.trailing + 1 : 0;
    if (!changed) ++hunk.leading;
  }
  return hunk;
}

// git's way, word for word: a list of lines, each hunk tried at every line, the nearest first.
struct NaiveImage {
  struct Line {
    std::string bytes;
    bool patched = false;
  };
  std::vector<Line> lines;
  bool unidiff_zero = false;

  struct Sides {
    std::vector<std::string> before, after;
  };

  explicit NaiveImage(const std::string& text, bool zero) : unidiff_zero(zero) {
    for (size_t at = 0; at < text.size();) {
      size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      lines.push_back({text.substr(at, end - at)});
      at = end;
    }
  }

  static Sides sides_of(const git::Hunk& hunk) {
    Sides sides;
    for (size_t at = hunk.body; at < hunk.text.size();) {
      size_t end = hunk.text.find('\n', at) + 1;
      std::string row(hunk.text.substr(at, end - at));
      bool open = end < hunk.text.size() && hunk.text[end] == '\\';
      if (open) row.pop_back();
      at = end;
      if (row[0] == '\\') continue;
      if (row[0] != '+') sides.before.push_back(row.substr(1));
      if (row[0] != '-') sides.after.push_back(row.substr(1));
    }
    return sides;
  }

  static bool is_open(const std::string& line) { return !line.empty() && !line.ends_with('\n'); }

  // The whole list with the hunk at this place; nothing where it does not fit, or would glue two lines together.
  std::optional<std::vector<Line>> at(const Sides& sides, size_t place) const {
    if (place + sides.before.size() > lines.size()) return std::nullopt;
    for (size_t i = 0; i < sides.before.size(); ++i)
      if (lines[place + i].patched || lines[place + i].bytes != sides.before[i]) return std::nullopt;
    auto from = lines.begin() + static_cast<ptrdiff_t>(place);
    std::vector<Line> made(lines.begin(), from);
    for (const std::string& line : sides.after) made.push_back({line, true});
    made.insert(made.end(), from + static_cast<ptrdiff_t>(sides.before.size()), lines.end());
    bool open = false;
    for (size_t i = 0; i < made.size(); ++i) {
      if (made[i].bytes.empty()) continue;
      if (open) return std::nullopt;
      open = is_open(made[i].bytes);
    }
    return made;
  }

  bool apply(const git::Hunk& hunk) {
    Sides sides = sides_of(hunk);
    bool start = hunk.old_start == 0 || (hunk.old_start == 1 && !unidiff_zero),
         end = !unidiff_zero && hunk.trailing == 0;
    size_t from = std::min<size_t>(hunk.new_start == 0 ? 0 : hunk.new_start - 1, lines.size());
    if (start) from = 0;
    else if (end) from = sides.before.size() > lines.size() ? lines.size() : lines.size() - sides.before.size();
    for (size_t away = 0; away <= lines.size(); ++away) {
      for (size_t place : {from + away, from - away}) {
        bool anchored = (!start || place == 0) && (!end || place + sides.before.size() == lines.size());
        if (place > lines.size() || !anchored) continue;
        std::optional<std::vector<Line>> made = at(sides, place);
        if (!made) continue;
        lines = std::move(*made);
        return true;
      }
      if (sides.before.empty()) return false;
    }
    return false;
  }

  std::string text() const {
    std::string text;
    for (const Line& line : lines) text += line.bytes;
    return text;
  }
};

std::string image_text(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (std::string_view piece : pieces) text += piece;
  return text;
}

// Not what the naive one does: a removed last line without newline is found in one that goes on, and of a line
// without any byte only its neighbours are looked at.
bool is_out_of_reach(const git::Hunk& hunk) {
  if (hunk.text.find("\n+\n\\") != std::string_view::npos || hunk.text.find("\n \n\\") != std::string_view::npos)
    return true;
  for (size_t at = hunk.text.find("\n-"); at != std::string_view::npos; at = hunk.text.find("\n-", at + 1))
    if (hunk.text.substr(hunk.text.find('\n', at + 1)).starts_with("\n\\")) return true;
  return false;
}

}  // namespace

TEST_CASE("property: hunks go where git puts them, in whatever order they are given") {
  CHECK(rc::check([] {
    std::vector<std::string> lines;
    for (int left = *rc::gen::inRange(0, 10); left > 0; --left) lines.push_back(some_line());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    bool open = !text.empty() && *rc::gen::inRange(0, 3) == 0;
    if (open) text.pop_back();
    git::ApplyRules rules{.unidiff_zero = *rc::gen::inRange(0, 3) == 0};
    git::Image image(text, rules);
    NaiveImage naive(text, rules.unidiff_zero);
    std::deque<std::string> texts;
    for (int left = *rc::gen::inRange(1, 5); left > 0; --left) {
      git::Hunk hunk = read(texts.emplace_back(some_hunk(lines, open)));
      if (is_out_of_reach(hunk)) return;
      RC_LOG() << text << "--\n" << hunk.text;
      RC_ASSERT(image.apply(hunk).has_value() == naive.apply(hunk));
      RC_ASSERT(image_text(image.pieces()) == naive.text());
    }
  }));
}
