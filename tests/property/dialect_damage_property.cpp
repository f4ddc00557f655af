// Property: known edits, written in each dialect and damaged as models damage them, are applied rightly or refused,
// never wrongly, on every rung of the matching ladder; cut answers and placeholders are never applied.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "edit/resolve.h"
#include "edit/tree/settle_names.h"
#include "known_edits.h"
#include "support/mem_reader.h"

using namespace aptix;
using namespace aptix::property;

namespace {

const std::string kPath = "src/a.c";

// Damage to the lines that are written.
using Damage = std::string (*)(std::string text);

std::string each_line(const std::string& text, const std::function<std::string(std::string)>& rewrite) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    out += rewrite(text.substr(at, end - at));
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// What stands between the first and the last line that is not empty; without the end of that.
std::string inside(const std::string& text, const std::function<std::string(std::string)>& rewrite) {
  size_t first = text.find_first_not_of('\n');
  if (first == std::string::npos) return text;
  size_t last = text.find_last_not_of('\n') + 1;
  return text.substr(0, first) + rewrite(text.substr(first, last - first)) + text.substr(last);
}

struct NamedDamage {
  const char* name;
  Damage of;
};

const NamedDamage kDamages[] = {
    {"none", [](std::string text) { return text; }},
    {"white space at line ends lost",
        [](std::string text) {
          return each_line(text, [](std::string line) { return line.substr(0, line.find_last_not_of(" \t") + 1); });
        }},
    {"indentation lost",
        [](std::string text) {
          return each_line(text, [](std::string line) { return line.starts_with("    ") ? line.substr(4) : line; });
        }},
    {"indentation added",
        [](std::string text) {
          return each_line(text, [](std::string line) { return line.empty() ? line : "    " + line; });
        }},
    {"indentation of the first line lost",
        [](std::string text) { return text.substr(std::min(text.find_first_not_of(" \t"), text.size())); }},
    {"tabs shown as blanks", [](std::string text) { return replaced(std::move(text), "\t", "    "); }},
    {"blanks shown as tabs", [](std::string text) { return replaced(std::move(text), "    ", "\t"); }},
    {"empty lines dropped",
        [](std::string text) {
          return inside(text, [](std::string lines) { return replaced(std::move(lines), "\n\n", "\n"); });
        }},
    {"empty lines added",
        [](std::string text) {
          return inside(text, [](std::string lines) { return replaced(std::move(lines), "\n", "\n\n"); });
        }},
    {"CR LF", [](std::string text) { return replaced(std::move(text), "\n", "\r\n"); }},
    {"last newline lost",
        [](std::string text) { return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text; }},
    {"entities",
        [](std::string text) {
          return replaced(replaced(replaced(std::move(text), "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
        }},
    {"typographic quotes",
        [](std::string text) {
          return replaced(replaced(std::move(text), "'", "\xE2\x80\x99"), "\"", "\xE2\x80\x9D");
        }},
    {"doubled escapes",
        [](std::string text) { return replaced(replaced(std::move(text), "\\", "\\\\"), "\"", "\\\""); }},
    {"line numbers",
        [](std::string text) {
          int number = 11;
          return each_line(text, [&](std::string line) { return std::to_string(++number) + " | " + line; });
        }},
    {"one line misspelt", [](std::string text) { return replaced(std::move(text), "statement_1(", "statment_1("); }},
};

// Where the new text stands already, around the old one, the edit is taken for one that has been made.
bool stands_already(const std::string& text, const Pair& pair) {
  return pair.replace.find(pair.find) != std::string::npos && text.find(pair.replace) != std::string::npos;
}

bool any_stands_already(const Change& change) {
  return std::any_of(
      change.pairs.begin(), change.pairs.end(), [&](const Pair& pair) { return stands_already(change.before, pair); });
}

// Whether the damage keeps what the edit says: a shift is one of all lines, and the lines are indented all by blanks.
bool is_uniform(const std::string& name, const Pair& pair) {
  bool uniform = true;
  // Of one line nothing tells whether all of them, or the first alone was moved.
  if (name == "indentation of the first line lost")
    uniform = inside(pair.find, [](std::string lines) { return lines; }).find_first_of('\n') <
        pair.find.find_last_not_of("\n");
  // A line that goes and comes again in another place is a new one, which has lost its blanks.
  bool stays = pair.replace.starts_with(pair.find) || pair.replace.ends_with(pair.find) ||
      pair.find.starts_with(pair.replace) || pair.find.ends_with(pair.replace);
  if (name == "white space at line ends lost") uniform = stays || pair.replace.find("  \n") == std::string::npos;
  auto ends_empty = [](const std::string& text) { return text == "\n" || text.ends_with("\n\n"); };
  if (name == "last newline lost")
    uniform = !ends_empty(pair.find) && !ends_empty(pair.replace) &&
        pair.replace.find_first_not_of('\n', pair.replace.starts_with(pair.find) ? pair.find.size() : 0) !=
            std::string::npos;
  bool has_tab = (pair.find + pair.replace).find('\t') != std::string::npos;
  for (const std::string& text : {pair.find, pair.replace})
    each_line(text, [&](std::string line) {
      // In a file that shows no other indentation all blanks may have been tabs.
      if (name == "tabs shown as blanks") uniform = uniform && !(has_tab && line.starts_with("    "));
      bool tab = line.find('\t') != std::string::npos;
      if (name == "indentation lost") uniform = uniform && (line.empty() || line.starts_with("    "));
      if (name == "indentation lost" || name == "indentation added" || name == "blanks shown as tabs")
        uniform = uniform && !tab;
      return line;
    });
  return uniform;
}

struct Applied {
  bool refused = false;
  std::string text;
};

Applied resolved(const Input& input, Plan& plan, Diagnostics said, const std::vector<Block>& blocks,
    const std::string& before, edit::ResolveOptions options) {
  Applied refused{true, before};
  if (!said.ok()) return refused;
  if (plan.files.empty()) return {false, before};
  test::MemReader reader{{kPath, before}};
  edit::settle_names(input, plan, reader);
  if (!answer::check_plan(input, plan, {.blocks = blocks}).ok()) return refused;
  Outcome<ChangeSet> changes = edit::resolve(input, plan, reader, options);
  if (!changes.diagnostics.ok()) return refused;
  Applied applied{false, before};
  for (const FileChange& change : changes.value.changes) {
    CHECK(change.path.str() == kPath);
    applied.text = change.after_bytes();
  }
  return applied;
}

Applied applied_to(const std::string& before, const std::string& answer, edit::ResolveOptions how) {
  Input input("reply.md", answer);
  Plan plan;
  Outcome<answer::Extracted> found = answer::extract(input);
  Diagnostics said = std::move(found.diagnostics);
  const std::vector<Block>& blocks = found.value.blocks;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].format == nullptr) continue;
    answer::ParseOptions options;
    options.block_index = static_cast<uint32_t>(i);
    said.add(blocks[i].format->parse(input, blocks[i], options, plan));
  }
  return resolved(input, plan, std::move(said), blocks, before, how);
}

constexpr MatchMode kModes[] = {MatchMode::exact, MatchMode::whitespace, MatchMode::fuzzy};
constexpr uint32_t kSeeds = 3000;

// What the answer says when its first edits alone are there.
std::vector<std::string> results_of_parts(const Change& change) {
  std::vector<std::string> results{change.before};
  std::string head;
  size_t next = 0;
  for (const Pair& pair : change.pairs) {
    size_t at = change.before.find(pair.find, next);
    head += change.before.substr(next, at - next) + pair.replace;
    next = at + pair.find.size();
    results.push_back(head + change.before.substr(next));
  }
  return results;
}

// The edits as they stand, where each text stands exactly once: such an answer means just that, whatever was meant.
std::string literally(std::string text, const std::vector<Pair>& pairs, bool whole_lines) {
  if (whole_lines) text = "\n" + text;
  for (Pair pair : pairs) {
    if (whole_lines && !pair.find.ends_with('\n')) pair.find += "\n";
    if (whole_lines && !pair.replace.empty() && !pair.replace.ends_with('\n')) pair.replace += "\n";
    if (whole_lines) pair = {"\n" + pair.find, "\n" + pair.replace};
    size_t at = pair.find.empty() ? std::string::npos : text.find(pair.find);
    if (at == std::string::npos || text.find(pair.find, at + 1) != std::string::npos) return {};
    text.replace(at, pair.find.size(), pair.replace);
  }
  return whole_lines ? text.substr(1) : text;
}

}  // namespace

TEST_CASE("property: edits in each dialect are applied as they were meant") {
  for (uint32_t seed = 0; seed < kSeeds / 5; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Change change = any_change(random);
    // The edits of a call follow each other, so one may make the text of the next stand twice.
    if (any_stands_already(change)) continue;
    bool follow = literally(change.before, change.pairs, false) == change.after;
    for (Write write : kDialects) {
      std::string answer = write(kPath, change.pairs);
      CAPTURE(change.before);
      CAPTURE(answer);
      Applied applied = applied_to(change.before, answer, {.match = MatchMode::exact});
      if (follow) CHECK(applied.text == change.after);
      else CHECK((applied.refused || applied.text == change.after));
    }
  }
}

TEST_CASE("property: damaged edits in each dialect are applied rightly or refused") {
  int rightly = 0;
  int tried = 0;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    Change change = any_change(random);
    const NamedDamage& damage = random.of(kDamages);
    Write write = random.of(kDialects);
    std::vector<Pair> damaged;
    bool untold = false;  // only the new text is another one, so nothing tells
    for (const Pair& pair : change.pairs) {
      damaged.push_back({damage.of(pair.find), damage.of(pair.replace)});
      // Or it is the text of another place now.
      bool moved = damaged.back().find != pair.find &&
          ("\n" + change.before).find("\n" + damaged.back().find) != std::string::npos;
      untold = untold || moved || (damaged.back().find == pair.find && damaged.back().replace != pair.replace) ||
          !is_uniform(damage.name, pair);
    }
    if (untold || any_stands_already(change)) continue;
    std::string answer = write(kPath, damaged);
    Applied applied = applied_to(change.before, answer, {.match = random.of(kModes)});
    CAPTURE(seed);
    CAPTURE(std::string(damage.name));
    CAPTURE(change.before);
    CAPTURE(change.after);
    CAPTURE(answer);
    CAPTURE(applied.text);
    bool right = applied.text == change.after;
    if (!right && !applied.refused)
      CHECK((applied.text == literally(change.before, damaged, false) ||
          applied.text == literally(change.before, damaged, true)));
    ++tried;
    rightly += right ? 1 : 0;
  }
  CHECK(rightly * 4 > tried);
}

TEST_CASE("property: a wrong line of context is refused beside a twin, in each dialect and on every rung") {
  auto joined = [](const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  };
  for (uint32_t seed = 0; seed < kSeeds / 10; ++seed) {
    Random random(seed);
    std::vector<std::string> place;
    for (size_t i = 0, count = 4 + random.below(4); i < count; ++i)
      place.push_back("    step_" + std::to_string(i) + "(first, second);");
    size_t changed = 1 + random.below(place.size() - 2);
    size_t wrong = (changed + 1 + random.below(place.size() - 1)) % place.size();
    std::vector<std::string> twin = place, shown = place;
    twin[wrong] = "    other(third);";
    shown[wrong] = "    misremembered(first, fourth);";
    std::vector<std::string> made = shown;
    made[changed] = "    changed(first);";
    std::string between = "}\n\nvoid other() {\n", one = joined(place), two = joined(twin);
    std::string before = "void one() {\n" + (random.coin() ? one + between + two : two + between + one) + "}\n";
    CAPTURE(seed);
    CAPTURE(before);
    for (Write write : kDialects)
      for (MatchMode mode : kModes) {
        std::string answer = write(kPath, {{joined(shown), joined(made)}});
        CAPTURE(answer);
        CHECK(applied_to(before, answer, {.match = mode}).refused);
      }
  }
}

TEST_CASE("property: an answer in a dialect that was cut is never applied in part of an edit") {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    Change change = any_change(random);
    std::string answer = random.of(kDialects)(kPath, change.pairs);
    std::string cut = answer.substr(0, random.below(answer.size()));
    if (random.coin()) cut += "\n```\n";
    Applied applied = applied_to(change.before, cut, {.match = random.of(kModes)});
    std::vector<std::string> parts = results_of_parts(change);
    CAPTURE(seed);
    CAPTURE(change.before);
    CAPTURE(cut);
    CAPTURE(applied.text);
    CHECK(std::find(parts.begin(), parts.end(), applied.text) != parts.end());
  }
}

TEST_CASE("property: a placeholder in a dialect is never applied") {
  const std::string placeholders[] = {
      "// ... existing code ...\n", "    # ... rest unchanged ...\n", "{/* ... existing code ... */}\n"};
  for (uint32_t seed = 0; seed < kSeeds / 3; ++seed) {
    Random random(seed);
    Change change = any_change(random);
    std::vector<Pair> pairs = change.pairs;
    Pair& pair = pairs[random.below(pairs.size())];
    size_t at = pair.replace.find('\n');
    pair.replace.insert(at == std::string::npos ? 0 : at + 1, random.of(placeholders));
    std::string answer = random.of(kDialects)(kPath, pairs);
    CAPTURE(seed);
    CAPTURE(answer);
    CHECK(applied_to(change.before, answer, {.match = random.of(kModes)}).refused);
  }
}

TEST_CASE("property: edits that come twice, in another order or below a folder too many are the same edits") {
  const std::string paths[] = {kPath, "a/" + kPath, "./" + kPath, "`" + kPath + "`"};
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    Change change = any_change(random);
    if (any_stands_already(change)) continue;
    std::vector<Pair> pairs = change.pairs;
    if (random.coin()) std::reverse(pairs.begin(), pairs.end());
    if (random.coin()) pairs.push_back(pairs.front());
    std::string answer = random.of(kDialects)(random.of(paths), pairs);
    Applied applied = applied_to(change.before, answer, {.match = random.of(kModes)});
    CAPTURE(seed);
    CAPTURE(change.before);
    CAPTURE(answer);
    if (!applied.refused) CHECK(applied.text == change.after);
  }
}

TEST_CASE("property: a whole file in an answer is taken to its last byte, or refused when it was cut") {
  for (uint32_t seed = 0; seed < kSeeds / 3; ++seed) {
    Random random(seed);
    Change change = any_change(random);
    std::string answer = kPath + "\n````c\n" + change.after + "````\n";
    size_t size = random.below(answer.size() + 1);
    Applied applied = applied_to(change.before, answer.substr(0, size), {.whole = WholeMode::replace});
    CAPTURE(seed);
    CHECK(applied.text == (size + 1 < answer.size() ? change.before : change.after));
  }
}
