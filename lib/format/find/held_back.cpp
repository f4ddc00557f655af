// Only what begins a sentence counts: "this fixes the example" orders something, "for example" does not.
#include "format/find/held_back.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "format/basis/line.h"
#include "format/format.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/labels.h"
#include "format/names/line_names.h"
#include "format/names/prose_above.h"

namespace aptix::format {
namespace {

struct Lead {
  Hold why;
  std::string_view words;
};

// In small letters. One that ends in ":" begins a label: only a sign or a number follows it.
constexpr Lead kLeads[] = {
    {Hold::shown, "for example"},
    {Hold::shown, "for instance"},
    {Hold::shown, "e.g"},
    {Hold::shown, "as an example"},
    {Hold::shown, "an example"},
    {Hold::shown, "here is an example"},
    {Hold::shown, "here's an example"},
    {Hold::shown, "example:"},
    {Hold::shown, "examples:"},
    {Hold::shown, "sample output"},
    {Hold::shown, "output:"},
    {Hold::shown, "the output:"},
    {Hold::shown, "the output of"},
    {Hold::shown, "for reference"},
    {Hold::shown, "for comparison"},
    {Hold::shown, "for illustration"},
    {Hold::shown, "this is what you have"},
    {Hold::shown, "what you have"},
    {Hold::shown, "here is what you have"},
    {Hold::shown, "here's what you have"},
    {Hold::shown, "you currently have"},
    {Hold::shown, "zum beispiel"},
    {Hold::shown, "beispiel:"},
    {Hold::shown, "hier ein beispiel"},
    {Hold::shown, "zum vergleich"},
    {Hold::shown, "par exemple"},
    {Hold::shown, "exemple:"},
    {Hold::shown, "voici un exemple"},
    {Hold::shown, "por ejemplo"},
    {Hold::shown, "ejemplo:"},
    {Hold::shown, "например"},
    {Hold::shown, "пример:"},
    {Hold::shown, "例如"},
    {Hold::shown, "比如"},
    {Hold::shown, "示例"},
    {Hold::shown, "the last commit"},
    {Hold::shown, "the previous commit"},
    {Hold::shown, "git diff` shows"},
    {Hold::shown, "git show` shows"},
    {Hold::shown, "you wrote"},
    {Hold::shown, "you already applied"},
    {Hold::shown, "you already made"},
    {Hold::shown, "you have already applied"},
    {Hold::shown, "you have already made"},
    {Hold::shown, "you've already applied"},
    {Hold::shown, "you've already made"},
    {Hold::shown, "your current code:"},
    {Hold::shown, "your current version:"},
    {Hold::shown, "your current file:"},
    {Hold::shown, "your version:"},
    {Hold::undoes, "i considered"},
    {Hold::undoes, "i also considered"},
    {Hold::undoes, "i tried this"},
    {Hold::undoes, "i first tried"},
    {Hold::undoes, "my first attempt"},
    {Hold::undoes, "instead of:"},
    {Hold::undoes, "to undo"},
    {Hold::undoes, "to revert"},
    {Hold::undoes, "to roll back"},
    {Hold::undoes, "to go back"},
    {Hold::undoes, "how to undo"},
    {Hold::undoes, "how to revert"},
    {Hold::undoes, "how to roll back"},
    {Hold::undoes, "undo:"},
    {Hold::undoes, "revert:"},
    {Hold::undoes, "rollback:"},
    {Hold::undoes, "rolling back:"},
    {Hold::undoes, "don't do"},
    {Hold::undoes, "don't apply"},
    {Hold::undoes, "don't use this"},
    {Hold::undoes, "do not do"},
    {Hold::undoes, "do not apply"},
    {Hold::undoes, "do not use this"},
    {Hold::undoes, "never do"},
    {Hold::undoes, "not like this"},
    {Hold::undoes, "wrong:"},
    {Hold::undoes, "bad:"},
    {Hold::undoes, "incorrect:"},
    {Hold::undoes, "avoid:"},
    {Hold::undoes, "avoid this"},
    {Hold::undoes, "instead of this"},
    {Hold::undoes, "this does not work"},
    {Hold::undoes, "this doesn't work"},
    {Hold::undoes, "this won't work"},
    {Hold::undoes, "um das rückgängig"},
    {Hold::undoes, "um dies rückgängig"},
    {Hold::undoes, "rückgängig machen"},
    {Hold::undoes, "nicht so"},
    {Hold::undoes, "nicht anwenden"},
    {Hold::undoes, "pour annuler"},
    {Hold::undoes, "para deshacer"},
    {Hold::undoes, "para revertir"},
    {Hold::undoes, "чтобы отменить"},
    {Hold::undoes, "要撤销"},
    {Hold::undoes, "如需撤销"},
    {Hold::undoes, "如需回滚"},
    {Hold::undoes, "不要"},
    {Hold::undoes, "❌"},
    {Hold::depends, "if your"},
    {Hold::depends, "if that fails"},
    {Hold::depends, "if this fails"},
    {Hold::depends, "if that doesn't"},
    {Hold::depends, "if this doesn't"},
    {Hold::depends, "if that does not"},
    {Hold::depends, "if this does not"},
    {Hold::depends, "if needed"},
    {Hold::depends, "if necessary"},
    {Hold::depends, "only if"},
    {Hold::depends, "in case you"},
    {Hold::depends, "should you"},
    {Hold::depends, "unless you"},
    {Hold::depends, "optional:"},
    {Hold::depends, "optionally"},
    {Hold::depends, "otherwise:"},
    {Hold::depends, "falls du"},
    {Hold::depends, "falls sie"},
    {Hold::depends, "falls das"},
    {Hold::depends, "falls nötig"},
    {Hold::depends, "wenn du"},
    {Hold::depends, "wenn sie"},
    {Hold::depends, "si vous"},
    {Hold::depends, "si tu"},
    {Hold::depends, "si quieres"},
    {Hold::depends, "facultatif:"},
    {Hold::depends, "opcional:"},
    {Hold::depends, "если вы"},
    {Hold::depends, "если хотите"},
    {Hold::depends, "если нужно"},
    {Hold::depends, "如果你"},
    {Hold::depends, "如果您"},
    {Hold::depends, "如果需要"},
    {Hold::depends, "如果使用"},
    {Hold::depends, "可选"},
    {Hold::depends, "you could also"},
    {Hold::depends, "you might want"},
    {Hold::depends, "you might also"},
    {Hold::depends, "you might prefer"},
    {Hold::depends, "you may also"},
    {Hold::depends, "you may want"},
    {Hold::depends, "one could"},
    {Hold::depends, "another way"},
    {Hold::depends, "another option"},
    {Hold::depends, "should i"},
    {Hold::depends, "shall i"},
    {Hold::depends, "do you want"},
    {Hold::depends, "would you like"},
    {Hold::depends, "want me to"},
    {Hold::depends, "soll ich"},
    {Hold::depends, "möchtest du"},
    {Hold::depends, "man könnte"},
    {Hold::depends, "on pourrait"},
    {Hold::depends, "voulez-vous"},
    {Hold::depends, "也可以"},
    {Hold::depends, "要不要"},
};

bool ends_word(std::string_view text, size_t at) {
  if (at >= text.size() || static_cast<unsigned char>(text[at - 1]) >= 0x80) return true;
  auto byte = static_cast<unsigned char>(text[at]);
  return std::isalnum(byte) == 0 && byte < 0x80 && byte != '\'' && byte != '-' && byte != '/' && byte != '_';
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
  if (words.find("would look like") != std::string_view::npos ||
      words.find("could look like") != std::string_view::npos)
    return true;
  auto opens = [&](std::string_view open) { return words.starts_with(open); };
  if (std::none_of(std::begin(kOpeners), std::end(kOpeners), opens)) return false;
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
  constexpr std::string_view kOld[] = {"your ", "you ", "previous", "original", "earlier", " last ", "before"};
  auto ends = [&](std::string_view end) { return words.ends_with(end); };
  auto speaks_of = [&](std::string_view word) { return words.find(word) != std::string_view::npos; };
  return std::any_of(std::begin(kPast), std::end(kPast), ends) &&
      std::any_of(std::begin(kOld), std::end(kOld), speaks_of);
}

// Without signs, numbers, tags and words that only lead to what is said.
std::string_view bare_words(std::string_view line) {
  constexpr std::string_view kSmall[] = {"note", "tip", "hint", "hinweis", "remarque", "nota", "and", "but", "or",
      "then", "also", "finally", "step", "schritt"};
  constexpr std::string_view kDress = "#*_`->+=~( \t0123456789.):\"[]";
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(kDress), line.size()));
    size_t close = line.starts_with('<') ? line.find('>') : std::string_view::npos;
    size_t end = std::min(line.find_first_of(" ,:*"), line.size());
    if (close != std::string_view::npos) line.remove_prefix(close + 1);
    else if (is_one_of(kSmall, line.substr(0, end)) && end < line.size()) line.remove_prefix(end + 1);
    else return line;
  }
}

// "### 2. A cache (optional)"
std::optional<Hold> hold_in_brackets(std::string_view lower) {
  for (size_t open = lower.find_first_of("(["); open != std::string_view::npos;
       open = lower.find_first_of("([", open + 1)) {
    std::string_view inside = lower.substr(open + 1, lower.find_first_of(")],", open) - open - 1);
    for (const Lead& lead : kLeads)
      if (inside == lead.words.substr(0, lead.words.find(':'))) return lead.why;
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
  for (int lines = 0; lines < 3 && (is_blank(line.text) || opens_fence(trim(line.text))); ++lines)
    line = line_from(text, line.next);
  std::string lower = fold_case(line.text.substr(0, 200));
  std::string_view bare = bare_words(lower);
  auto says_so = [&](std::string_view words) { return bare.starts_with(words); };
  if (std::none_of(std::begin(kBelow), std::end(kBelow), says_so)) return std::nullopt;
  return Said{"for illustration", line.start};
}

bool may_be_held(const Block& block) {
  return holds_edit(block) && block.format->name != "shell" && block.naming.by != Naming::By::section;
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
    bool named = near.find(path.substr(path.rfind('/') + 1)) != std::string_view::npos;
    if (named || is_same_file(path, label) || is_same_file(label, path)) return false;
  }
  bool patch = label.ends_with(".patch") || label.ends_with(".diff");
  std::string_view text = std::string_view(input.bytes).substr(begin, block.end - begin + kNear);
  bool applied = text.find("git apply") != std::string_view::npos || text.find("git am") != std::string_view::npos ||
      text.find("patch -p") != std::string_view::npos;
  return !(patch && applied && label.find('/') == std::string::npos);
}

std::optional<Hold> hold_in(std::string_view words) {
  std::string lower = fold_case(words);
  std::erase(lower, '*');  // "do **not** apply"
  std::string_view bare = bare_words(lower);
  for (const Lead& lead : kLeads)
    if (says(bare, lead.words)) return lead.why;
  if (sets_condition(bare)) return Hold::depends;
  if (tells_of_past(bare)) return Hold::shown;
  BlockLabels labels = labels_in(words);
  if (labels.old && !labels.updated && !labels.find && !labels.replace && is_nothing_but_label(words))
    return Hold::shown;
  return hold_in_brackets(lower);
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
