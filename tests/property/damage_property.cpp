// Property: a diff that was damaged as models damage them is applied rightly or refused, never wrongly;
// where every line of the file is another, it is applied.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "diff/read/unified.h"
#include "edit/hunk/hunks.h"

using namespace aptix;

namespace {

using Lines = std::vector<std::string>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    size_t feed = std::min(text.find('\n'), text.size() - 1);
    lines.emplace_back(text.substr(0, feed));
    text.remove_prefix(feed + 1);
  }
  return lines;
}

std::string joined_lines(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// A file with tabs and white space at line ends, and another made of it. Nearly every line stands once.
struct SpacedChange {
  std::string before, after;
};

rc::Gen<SpacedChange> any_spaced_change() {
  return rc::gen::map(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40)), [](const std::vector<int>& steps) {
    SpacedChange change;
    for (size_t i = 0; i < steps.size(); ++i) {
      int step = steps[i];
      std::string indent(static_cast<size_t>(step % 4), '\t');
      std::string line = indent + "line number " + std::to_string(i) + (step % 7 == 0 ? "  " : "") + "\n";
      if (step % 11 == 0) line = "\n";
      if (step < 38) change.before += line;
      if (step > 1 && step < 38) change.after += line;
      if (step == 1 || step > 37) change.after += indent + "in its place " + std::to_string(i) + "\n";
    }
    return change;
  });
}

// The body of a hunk line changes; headers stay.
void each_body(Lines& patch, const std::function<std::string(std::string)>& rewrite) {
  for (std::string& line : patch)
    if (!line.starts_with("@@") && !line.starts_with("--- ") && !line.starts_with("+++ ")) line = rewrite(line);
}

void each_header(Lines& patch, const std::function<std::string(std::string)>& rewrite) {
  for (std::string& line : patch)
    if (line.starts_with("@@ -")) line = rewrite(line);
}

std::string without_blanks_at_end(std::string line) {
  if (line.starts_with('+')) return line;
  line.erase(std::max<size_t>(line.find_last_not_of(" \t") + 1, line.empty() ? 0 : 1));
  return line;
}

std::string with_blanks_for_tabs(std::string line) {
  for (size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t')) line.replace(tab, 1, "    ");
  return line;
}

void mix_hunks(Lines& patch) {
  auto second =
      std::find_if(patch.begin() + 3, patch.end(), [](const std::string& line) { return line.starts_with("@@"); });
  if (second != patch.end()) std::rotate(patch.begin() + 2, second, patch.end());
}

using PatchDamage = void (*)(Lines&);

const PatchDamage kPatchDamages[] = {
    [](Lines& patch) { each_header(patch, [](const std::string&) { return "@@ ... @@"; }); },
    [](Lines& patch) { each_header(patch, [](const std::string&) { return "@@"; }); },
    [](Lines& patch) { each_header(patch, [](const std::string&) { return "@@ -XXX,10 +XXX,10 @@"; }); },
    [](Lines& patch) { each_header(patch, [](const std::string&) { return "@@ -1,3 +1,99 @@"; }); },
    [](Lines& patch) { each_body(patch, [](const std::string& line) { return line == " " ? std::string() : line; }); },
    [](Lines& patch) { each_body(patch, without_blanks_at_end); },
    [](Lines& patch) { each_body(patch, with_blanks_for_tabs); },
    [](Lines& patch) {
      for (std::string& line : patch) line += '\r';
    },
    [](Lines& patch) { mix_hunks(patch); },
};

struct DamagedResult {
  bool refused = false;
  std::string text;
};

DamagedResult damaged_result(std::string_view before, const std::string& patch) {
  diff::ParseResult parsed = diff::parse_unified(patch, {.end_is_certain = true});
  if (!parsed.errors.empty()) return {true, std::string(before)};
  std::vector<const diff::Hunk*> hunks;
  for (const diff::FilePatch& file : parsed.files)
    for (const diff::Hunk& hunk : file.hunks) hunks.push_back(&hunk);
  edit::HunksResult result = edit::apply_hunks(before, hunks);
  DamagedResult applied{!result.errors.empty(), {}};
  for (std::string_view piece : result.pieces) applied.text += piece;
  return applied;
}

// In a hunk without a tab in its old lines nothing tells that spaces of an added one were tabs: they are taken as they
// are written.
bool old_lines_tell_tabs(const std::string& hunks) {
  bool old_tab = true, added_tab = false;
  for (const std::string& line : split(hunks)) {
    if (line.starts_with("@@")) {
      if (added_tab && !old_tab) return false;
      old_tab = added_tab = false;
    }
    bool tab = line.find('\t') != std::string::npos;
    (line.starts_with('+') ? added_tab : old_tab) |= tab;
  }
  return old_tab || !added_tab;
}

}  // namespace

TEST_CASE("property: a diff with several damages is applied rightly or refused") {
  int exact = 0;
  int tried = 0;
  CHECK(rc::check([&] {
    SpacedChange change = *any_spaced_change();
    std::string hunks = diff::print_hunks(change.before, change.after);
    RC_PRE(!hunks.empty() && !change.before.empty() && old_lines_tell_tabs(hunks));
    Lines patch = split("--- a/x\n+++ b/x\n" + hunks);
    for (int count = *rc::gen::inRange(1, 4); count > 0; --count)
      kPatchDamages[*rc::gen::inRange<size_t>(0, std::size(kPatchDamages))](patch);  // by number, which can be shown
    DamagedResult applied = damaged_result(change.before, joined_lines(patch));
    ++tried;
    exact += applied.text == change.after ? 1 : 0;
    RC_ASSERT(applied.text == change.after || (applied.refused && applied.text == change.before));
  }));
  CHECK(exact * 100 >= tried * 80);
}
