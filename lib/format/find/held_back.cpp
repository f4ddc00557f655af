// Only what begins a sentence counts: "this fixes the example" orders something, "for example" does not.
#include "format/find/held_back.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/format.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/label_table.h"
#include "format/names/line_names.h"
#include "format/names/prose_above.h"

namespace aptix::format {
namespace {

// In small letters. One that ends in ":" begins a label: only a sign or a number follows it.
constexpr std::string_view kShows[] = {"for example", "for instance", "e.g", "as an example", "an example",
    "here is an example", "here's an example", "example:", "examples:", "sample output",
    "output:", "the output:", "the output of", "for reference", "for comparison", "for illustration",
    "this is what you have", "what you have", "here is what you have", "here's what you have", "you currently have",
    "zum beispiel", "beispiel:", "hier ein beispiel", "zum vergleich", "par exemple", "exemple:", "voici un exemple",
    "por ejemplo", "ejemplo:", "например", "пример:", "例如", "比如", "示例", "the last commit", "the previous commit",
    "git diff` shows", "git show` shows", "you wrote", "you already applied", "you already made",
    "you have already applied", "you have already made", "you've already applied", "you've already made",
    "your current code:", "your current version:", "your current file:", "your version:"};
constexpr std::string_view kUndoes[] = {"i considered", "i also considered", "i tried this", "i first tried",
    "my first attempt", "instead of:", "to undo", "to revert", "to roll back", "to go back", "how to undo",
    "how to revert", "how to roll back", "undo:", "revert:", "rollback:", "rolling back:", "don't do", "don't apply",
    "don't use this", "do not do", "do not apply", "do not use this", "never do", "not like this",
    "wrong:", "bad:", "incorrect:", "avoid:", "avoid this", "instead of this", "this does not work",
    "this doesn't work", "this won't work", "um das rückgängig", "um dies rückgängig", "rückgängig machen", "nicht so",
    "nicht anwenden", "pour annuler", "para deshacer", "para revertir", "чтобы отменить", "要撤销", "如需撤销",
    "如需回滚", "不要", "❌"};
constexpr std::string_view kDepending[] = {"if your", "if that fails", "if this fails", "if that doesn't",
    "if this doesn't", "if that does not", "if this does not", "if needed", "if necessary", "only if", "in case you",
    "should you", "unless you", "optional:", "optionally", "otherwise:", "falls du", "falls sie", "falls das",
    "falls nötig", "wenn du", "wenn sie", "si vous", "si tu", "si quieres", "facultatif:", "opcional:", "если вы",
    "если хотите", "если нужно", "如果你", "如果您", "如果需要", "如果使用", "可选", "you could also", "you might want",
    "you might also", "you might prefer", "you may also", "you may want", "one could", "another way", "another option",
    "should i", "shall i", "do you want", "would you like", "want me to", "soll ich", "möchtest du", "man könnte",
    "on pourrait", "voulez-vous", "也可以", "要不要"};
constexpr struct {
  Hold why;
  std::span<const std::string_view> leads;
} kHolding[] = {{Hold::shown, kShows}, {Hold::undoes, kUndoes}, {Hold::depends, kDepending}};

bool ends_word(std::string_view text, size_t at) {
  if (at >= text.size() || static_cast<unsigned char>(text[at - 1]) >= 0x80) return true;
  return !is_of_word(text[at]) && std::string_view("'-/_").find(text[at]) == std::string_view::npos;
}

bool says(std::string_view words, std::string_view lead) {
  bool label = lead.ends_with(':');
  if (label) lead.remove_suffix(1);
  if (!words.starts_with(lead) || !ends_word(words, lead.size())) return false;
  size_t next = label ? words.find_first_not_of(" *_`0123456789", lead.size()) : std::string_view::npos;
  return next == std::string_view::npos || std::ispunct(static_cast<unsigned char>(words[next])) != 0 ||
      words.substr(next).starts_with("\xE2\x80");
}

// "If you use npm:", "When that is so, apply this:"; but not "If you pass nothing, it fails, so check it:".
bool sets_condition(std::string_view words) {
  constexpr std::string_view kOpeners[] = {"if ", "when ", "in case ", "falls ", "wenn "};
  constexpr std::string_view kYours[] = {"prefer", "want", "need", "would", "wish", "like", "use", "are", "run", "have",
      "don't", "do", "can't", "cannot", "still", "also", "only", "decide", "ever", "plan", "think", "rather", "deploy",
      "work", "target", "build", "install", "choose", "agree", "see", "apply"};
  constexpr std::string_view kThen[] = {"apply", "paste", "try", "here is", "here's", "this patch", "this diff",
      "the following", "do this", "use this", "use the following", "run this", "then apply", "wende"};
  constexpr std::string_view kSupposes[] = {"would look like", "could look like"};
  if (holds_one_of(kSupposes, words)) return true;
  if (!begins_with_one_of(kOpeners, words)) return false;
  constexpr std::string_view kYou = "if you ";
  std::string_view verb = words.starts_with(kYou) ? words.substr(kYou.size()) : std::string_view();
  if (is_one_of(kYours, verb.substr(0, verb.find_first_of(" ,:")))) return true;
  size_t comma = words.rfind(", ");
  if (comma == std::string_view::npos) return false;
  std::string_view then = words.substr(comma + 2);
  return std::any_of(std::begin(kThen), std::end(kThen),
      [&](std::string_view orders) { return then.starts_with(orders) && ends_word(then, orders.size()); });
}

// "The patch in your last message was:"
bool tells_of_past(std::string_view words) {
  constexpr std::string_view kPast[] = {" was:", " were:", " looked like this:", " had been:"};
  constexpr std::string_view kOfBefore[] = {"your ", "you ", "previous", "original", "earlier", " last ", "before"};
  return ends_with_one_of(kPast, words) && holds_one_of(kOfBefore, words);
}

// Without signs, numbers, tags and words that only lead to what is said.
std::string_view bare_words(std::string_view line) {
  constexpr std::string_view kSmall[] = {"note", "tip", "hint", "hinweis", "remarque", "nota", "and", "but", "or",
      "then", "also", "finally", "step", "schritt"};
  constexpr size_t kLongest = 16;  // longer than each of these
  constexpr std::string_view kDress = "#*_`->+=~( \t0123456789.):\"[]";
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(kDress), line.size()));
    size_t close = line.starts_with('<') ? line.find('>') : std::string_view::npos;
    std::string_view word = line.substr(0, std::min(line.substr(0, kLongest).find_first_of(" ,:*"), kLongest));
    if (close != std::string_view::npos) line.remove_prefix(close + 1);
    else if (is_one_of(kSmall, word) && word.size() < line.size()) line.remove_prefix(word.size() + 1);
    else return line;
  }
}

// "### 2. A cache (optional)"
std::optional<Hold> hold_in_brackets(std::string_view lower) {
  size_t end = 0;  // of what stands in the bracket
  for (size_t open = lower.find_first_of("(["); open != std::string_view::npos;
       open = lower.find_first_of("([", open + 1)) {
    if (end <= open) end = lower.find_first_of(")],", open);
    std::string_view inside = lower.substr(open + 1, end - open - 1);
    for (const auto& [why, leads] : kHolding)
      for (std::string_view lead : leads)
        if (inside == lead.substr(0, lead.find(':'))) return why;
  }
  return std::nullopt;
}

// Where the words over a block stand.
struct Said {
  std::string words;
  size_t offset = 0;
};

size_t offset_in(std::string_view text, std::string_view line) {
  return static_cast<size_t>(line.data() - text.data());
}

// The last sentence over the block, past lines that are nothing but its path.
std::vector<Said> said_over(std::string_view text, size_t start) {
  std::vector<Said> said;
  ProseAbove prose(text, start);
  for (int paragraphs = 0; paragraphs < 2; ++paragraphs) {
    std::vector<std::string_view> lines = prose.paragraph();
    while (!lines.empty() && !path_in_line(lines.back()).empty()) {
      said.push_back({std::string(lines.back()), offset_in(text, lines.back())});
      lines.pop_back();
    }
    if (lines.empty()) continue;
    std::string all = joined(lines);
    std::vector<std::string_view> sentences = sentences_of(all);
    if (!sentences.empty()) said.push_back({std::string(sentences.back()), offset_in(text, lines.front())});
    break;
  }
  return said;
}

// The heading over the block, as far as it stands in `text`.
std::optional<Said> heading_over(std::string_view text, size_t start) {
  constexpr size_t kMostToHeading = 40;
  for (size_t lines = 0; start != 0 && lines < kMostToHeading; ++lines) {
    size_t previous = previous_line(text, start);
    std::string_view line = trim(text.substr(previous, start - previous));
    start = previous;
    if (line.starts_with("# ") || line.starts_with("##")) return Said{std::string(line), start};
  }
  return std::nullopt;
}

// Below the block: "(This is only an illustration.)" What else stands there may be about the next block.
std::optional<Said> disclaimer_below(std::string_view text, const Block& block) {
  constexpr std::string_view kBelow[] = {"this is only a", "this is just a", "the above is only", "the above is just",
      "do not apply", "don't apply", "nicht anwenden", "das ist nur ein"};
  Line line = line_from(text, std::min(block.end, text.size()));
  for (int lines = 0; lines < 3 && (is_blank(line.text) || looks_like_fence(trim(line.text))); ++lines)
    line = line_from(text, line.next);
  std::string lower = fold_case(line.text.substr(0, 200));
  if (!begins_with_one_of(kBelow, bare_words(lower))) return std::nullopt;
  return Said{"for illustration", line.start};
}

bool may_be_held(const Block& block) { return holds_edit(block) && block.naming.by != Naming::By::section; }

// What the sentence, label or heading says; nothing when it holds nothing back.
std::optional<Hold> hold_in(std::string_view words) {
  std::string lower = fold_case(words);
  std::erase(lower, '*');  // "do **not** apply"
  std::string_view bare = bare_words(lower);
  for (const auto& [why, leads] : kHolding)
    if (std::any_of(leads.begin(), leads.end(), [&](std::string_view lead) { return says(bare, lead); })) return why;
  if (sets_condition(bare)) return Hold::depends;
  if (tells_of_past(bare)) return Hold::shown;
  if (label_of(words) == Label::old_text) return Hold::shown;
  return hold_in_brackets(lower);
}

}  // namespace

bool may_be_content(const Input& input, const Block& block, std::span<const FileEdit> files) {
  const std::string& label = block.naming.path;
  if (files.empty() || !block.naming.is_for_edit() || !may_show_edits(label)) return false;
  if (block.format->is_document || block.format->is_batch || block.format->is_whole) return false;
  constexpr size_t kNear = 600;  // bytes of prose that may name the file of the edit, or say that it is to be applied
  size_t begin = block.offset - std::min(block.offset, kNear);
  std::string_view near = std::string_view(input.bytes).substr(begin, block.offset - begin);
  for (const FileEdit& file : files) {
    std::string_view path = file.path.str();
    bool named = near.find(base_name(path)) != std::string_view::npos;
    if (named || is_same_file(path, label) || is_same_file(label, path)) return false;
  }
  bool patch = label.ends_with(".patch") || label.ends_with(".diff");
  constexpr std::string_view kJson[] = {".json", ".jsonl"};
  if (ends_with_one_of(kJson, label) && block.format->json == JsonKind::none) return false;
  bool prose =
      block.naming.by == Naming::By::sentence || (block.naming.by == Naming::By::caption && block.format->is_diff);
  if (prose && !patch) return false;  // it casts no doubt on the name in the block
  std::string_view text = std::string_view(input.bytes).substr(begin, block.end - begin + kNear);
  constexpr std::string_view kApplies[] = {"git apply", "git am", "patch -p"};
  return !(patch && holds_one_of(kApplies, text) && label.find('/') == std::string::npos);
}

std::vector<HeldBack> held_back_in(std::string_view text, std::span<const Block> blocks) {
  std::vector<HeldBack> held;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    if (!may_be_held(block)) continue;
    size_t floor = i == 0 ? 0 : std::min(line_from(text, blocks[i - 1].end).start, block.offset);
    size_t start = previous_line(text, block.offset + 1);
    if (block.form == Block::Form::fenced && start > floor) start = previous_line(text, start);
    std::string_view above = text.substr(0, start).substr(std::min(floor, start));
    if (std::optional<Said> below = disclaimer_below(text, block)) {
      held.push_back({i, below->offset, Hold::shown});
      continue;
    }
    bool follows = is_blank(above.substr(above.starts_with("```") ? std::min(above.find('\n'), above.size()) : 0));
    if (follows && i != 0) {
      if (!held.empty() && held.back().block == i - 1) held.push_back({i, held.back().offset, held.back().why});
      continue;
    }
    std::vector<Said> said = said_over(above, above.size());
    if (std::optional<Said> heading = heading_over(above, above.size())) said.push_back(std::move(*heading));
    for (const Said& words : said) {
      std::optional<Hold> hold = hold_in(words.words);
      if (!hold) continue;
      held.push_back({i, words.offset + (start - above.size()), *hold});
      break;
    }
  }
  return held;
}

}  // namespace aptix::format
