// GitPlaces, which keeps the text as it is, beside GitImage, which goes through it hunk after hunk as git does:
// random texts and sequences of hunks, in any order and with any numbers. The results must be the same.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "git/git_hunk_writer.h"
#include "git/git_image.h"
#include "git/git_places.h"

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
diff::GitHunk read(const std::string& text) {
  diff::GitHunk hunk;
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

std::string joined(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (std::string_view piece : pieces) text += piece;
  return text;
}

}  // namespace

TEST_CASE("property: hunks are placed in the text as it is where they are in the text as it becomes") {
  CHECK(rc::check([] {
    std::vector<std::string> lines;
    for (int left = *rc::gen::inRange(0, 10); left > 0; --left) lines.push_back(some_line());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    bool open = !text.empty() && *rc::gen::inRange(0, 3) == 0;
    if (open) text.pop_back();
    std::deque<std::string> texts;
    diff::GitPatch patch;
    for (int left = *rc::gen::inRange(1, 5); left > 0; --left) {
      patch.hunks.push_back(read(texts.emplace_back(some_hunk(lines, open))));
      patch.bytes_changed += texts.back().size();
    }
    diff::GitApplyRules rules{.unidiff_zero = *rc::gen::inRange(0, 3) == 0};
    diff::GitImage image(text, rules);
    diff::GitPlaces places(
        text, rules.unidiff_zero ? diff::GitPlaces::Anchors::none : diff::GitPlaces::Anchors::by_context);
    edit::GitHunkWriter writer(text, patch, diff::Direction::forward);
    for (const diff::GitHunk& given : patch.hunks) {
      diff::Hunk hunk = diff::lines_of(given, diff::Direction::forward);
      std::optional<uint64_t> line = places.place(hunk);
      if (!line && places.is_unsure(hunk)) return;
      RC_LOG() << text << "--\n" << given.text;
      RC_ASSERT(line.has_value() == image.apply(given).has_value());
      if (line) writer.add(given, hunk, *line, places.locator().lines().start_of(*line - 1));
    }
    std::deque<std::string> added;
    RC_ASSERT(joined(writer.finish(added)) == joined(image.pieces()));
  }));
}
