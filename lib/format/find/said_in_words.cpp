#include "format/find/said_in_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "format/basis/line.h"
#include "format/calls/shell.h"
#include "format/find/thoughts.h"
#include "format/format.h"
#include "format/names/file_words.h"
#include "format/names/line_names.h"
#include "format/names/prose_above.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

// Calls visit(line, start, next): each line that is neither in a block nor in thoughts, and the first block after it.
template <class Visit>
void each_prose_line(std::string_view text, std::span<const Block> blocks, Visit visit) {
  size_t next = 0;
  for (size_t at = 0; at < text.size();) {
    while (next < blocks.size() && blocks[next].end <= at) ++next;
    if (next < blocks.size() && blocks[next].offset <= at) {
      at = line_from(text, blocks[next].end - 1).next;  // a block may be one line of many megabytes
      continue;
    }
    Line line = line_from(text, at);
    std::optional<Thoughts> thoughts = thoughts_at(text, line);
    at = thoughts ? std::max(thoughts->end, line.next) : line.next;
    if (!thoughts) visit(trim(line.text), line.start, next);
  }
}

std::string_view without_dress(std::string_view line) {
  size_t first = line.find_first_not_of("#*_->+ \t0123456789.)");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

std::string_view first_word(std::string_view& line) {
  size_t end = std::min(line.find_first_of(" \t:,"), line.size());
  std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(line.find_first_not_of(" \t:,", end), line.size()));
  return word;
}

// "Option A", "Variante 2": the sign after the word; "or" for one that says it in words; "" for other lines.
std::string sign_of_option(std::string_view line) {
  constexpr std::string_view kOptionWords[] = {"option", "alternative", "variant", "variante", "approach", "method",
      "solution", "plan", "opción", "solución", "método", "méthode", "lösung", "вариант"};
  constexpr std::string_view kOther[] = {"alternatively", "another option", "another approach", "or, if you prefer",
      "or if you prefer", "if you prefer", "or, in", "alternativ", "ou bien", "o bien", "pick one",
      "if that does not work", "if that doesn't work", "if this does not work", "if this doesn't work"};
  bool leads = line.starts_with('#') || line.ends_with(':') || line.ends_with(":**");
  line = without_dress(line);
  std::string lower = fold_case(line.substr(0, line.find_last_not_of("*: ") + 1));
  if (lower == "or" || lower == "alternative" || (leads && begins_with_one_of(kOther, lower))) return "or";
  for (std::string_view chinese : {"方案", "方法", "选项", "オプション"})
    if (line.starts_with(chinese)) return std::string(line.substr(chinese.size(), 3));
  std::string word = fold_case(first_word(line));
  if (!is_one_of(kOptionWords, word)) return {};
  size_t end = std::min(line.find_first_of(" :.*)-("), line.size());
  std::string sign = fold_case(line.substr(0, end));
  bool is_sign = sign.size() == 1 || (sign.size() == 2 && is_digit(sign[0]));
  return is_sign && is_letter_or_digit(sign[0]) ? sign : std::string();
}

// The numbers of the blocks that are edits.
std::vector<size_t> edits_of(std::span<const Block> blocks) {
  std::vector<size_t> edits;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].format != nullptr && !blocks[i].format->is_fault) edits.push_back(i);
  return edits;
}

}  // namespace

std::vector<uint64_t> alternatives_in(std::string_view text, std::span<const Block> blocks) {
  std::vector<uint64_t> lines;
  std::set<std::string> signs;
  std::vector<size_t> edits = edits_of(blocks);
  auto last = edits.end();  // the edit below the line before
  LineNumbers numbers(text);
  each_prose_line(text, blocks, [&](std::string_view line, size_t start, size_t next) {
    auto edit = std::lower_bound(edits.begin(), edits.end(), next);
    if (edit == edits.end()) return;
    std::string sign = sign_of_option(line);
    bool parts = !sign.empty() && (sign != "or" || edit != edits.begin());
    if (!parts || edit == last || !signs.insert(sign).second) return;
    last = edit;
    lines.push_back(numbers.at(start));
  });
  return lines.size() > 1 || signs.contains("or") ? lines : std::vector<uint64_t>();
}

std::vector<Correction> corrections_in(std::string_view text, std::span<const Block> blocks) {
  constexpr std::string_view kTakesBack[] = {"use this instead", "use the following instead", "use this one instead",
      "scratch that", "ignore the above", "ignore the previous", "ignore that", "disregard", "corrected version",
      "here is the corrected", "here's the corrected", "improved version", "better version", "revised version",
      "second attempt", "correction:", "korrektur", "korrigierte", "verbesserte", "version corrigée", "corrección",
      "versión corregida", "исправленн", "修正版", "更正"};
  // Also words over one more edit: "Oops, I also forgot the import:"
  constexpr std::string_view kSlips[] = {"oops", "my mistake", "my bad", "that's wrong", "that is wrong",
      "that was wrong", "that's not right", "wait, that's wrong", "wait, that is wrong", "wait, no", "no, wait",
      "sorry, that", "let me redo", "let me correct", "on second thought", "hmm, on second thought", "actually, use",
      "actually, let me", "fixed version:", "hoppla", "moment, das"};
  constexpr std::string_view kAdds[] = {" i also ", " let me also ", " as well", "one more"};
  std::vector<Correction> found;
  std::vector<size_t> edits = edits_of(blocks);
  LineNumbers numbers(text);
  each_prose_line(text, blocks, [&](std::string_view line, size_t start, size_t next) {
    auto edit = std::lower_bound(edits.begin(), edits.end(), next);
    if (edit == edits.end()) return;
    std::vector<std::string_view> sentences = sentences_of(line);
    if (std::any_of(sentences.begin(), sentences.end(), [&](std::string_view sentence) {
          std::string lower = fold_case(without_dress(sentence));
          return begins_with_one_of(kTakesBack, lower) ||
              (begins_with_one_of(kSlips, lower) && !holds_one_of(kAdds, lower));
        }))
      found.push_back({numbers.at(start), *edit});
  });
  return found;
}

namespace {

// "Apply this, and then delete `a.c`" in parts, each of which may order something.
std::vector<std::string_view> clauses_of(std::string_view line) {
  constexpr std::string_view kCuts[] = {". ", ", ", "; ", ": ", " and ", " then ", " und ", " et ", " y ", " и "};
  std::array<size_t, std::size(kCuts)> found{};  // where each is next
  for (size_t i = 0; i < found.size(); ++i) found[i] = line.find(kCuts[i]);
  std::vector<std::string_view> clauses;
  for (size_t begin = 0; begin < line.size();) {
    size_t first = static_cast<size_t>(std::min_element(found.begin(), found.end()) - found.begin());
    size_t end = std::min(found[first], line.size());
    clauses.push_back(trim(line.substr(begin, end - begin)));
    begin = end + kCuts[first].size();
    for (size_t i = 0; i < found.size(); ++i)
      if (found[i] < begin) found[i] = line.find(kCuts[i], begin);
  }
  return clauses;
}

// The file that the clause names; "" when it names none.
std::string_view file_in(std::string_view clause) {
  for (std::string_view path : paths_in_prose(clause))
    if (is_likely_file(path, written_in(clause, path))) return path;
  for (std::string_view path : spans_in_backticks(clause))
    if (is_file(path, Written::in_quotes) && is_likely_file(path, Written::in_quotes)) return path;
  return {};
}

constexpr std::string_view kOfPart[] = {"from", "in", "of", "inside", "within", "at", "on", "by", "for", "into", "aus",
    "von", "de", "du", "dans", "en", "из", "в"};

// The first word that is not one before an order, in small letters; the rest stays in `rest`.
std::string word_of_order(std::string_view& rest) {
  constexpr std::string_view kBeforeOrder[] = {"now", "first", "then", "finally", "so", "also", "next", "please", "you",
      "can", "should", "must", "may", "need", "to", "could", "and", "dann", "nun", "anschließend", "puis", "ensuite",
      "luego", "затем", "poi", "infine", "depois", "daarna", "następnie"};
  rest = without_dress(rest);
  std::string word = fold_case(first_word(rest));
  for (int leads = 0; leads < 5 && is_one_of(kBeforeOrder, word); ++leads) word = fold_case(first_word(rest));
  return word.substr(0, word.find_last_not_of("*_`") + 1);
}

constexpr std::string_view kRemovals[] = {"delete", "remove", "rename", "move", "lösche", "entferne", "verschiebe",
    "benenne", "supprimez", "supprime", "renommez", "elimina", "borra", "renombra", "удалите", "переименуйте", "rm",
    "remova", "exclua", "apague", "renomeie", "mova", "rimuovi", "rinomina", "sposta", "cancella", "verwijder",
    "hernoem", "verplaats", "usuń", "przenieś"};
constexpr std::string_view kPassive[] = {"be deleted", "be removed", "be renamed", "be moved"};

// "Delete `a.c`": no part of the file is what goes.
bool orders_removal(std::string_view clause, std::string_view path) {
  if (path.empty()) return false;
  std::string_view rest = clause.substr(0, clause.find(path));
  if (holds_one_of(kPassive, fold_case(clause.substr(rest.size())))) return true;
  if (!is_one_of(kRemovals, word_of_order(rest))) return false;
  while (!rest.empty())
    if (is_one_of(kOfPart, fold_case(first_word(rest)))) return false;
  return true;
}

// "Should be removed", "you can delete it": of the file that was named before.
bool orders_its_removal(std::string_view clause) {
  constexpr std::string_view kMay[] = {"should", "can", "could", "must", "may"};
  constexpr std::string_view kIt[] = {"it", "them", "sie", "es", "ihn"};
  std::string_view rest = without_dress(clause);
  if (is_one_of(kMay, fold_case(first_word(rest)))) return begins_with_one_of(kPassive, fold_case(rest));
  rest = clause;
  if (!is_one_of(kRemovals, word_of_order(rest))) return false;
  rest = rest.substr(0, rest.find_last_not_of(".!:") + 1);
  return is_one_of(kIt, fold_case(rest));
}

// Of languages that write the order next to the name, without a space, in Chinese, Japanese and Korean: to delete or
// to rename.
constexpr std::string_view kEasternOrders[] = {"删除", "移除", "重命名", "削除", "リネーム", "삭제"};

constexpr std::string_view kVerbs[] = {"change", "replace", "update", "edit", "modify", "set", "bump", "increase",
    "decrease", "insert", "append", "add", "fix", "adjust", "remove", "delete", "rename", "move", "ersetze", "ändere",
    "füge", "remplacez", "modifiez", "ajoutez", "cambia", "reemplaza", "añade", "замените", "измените", "добавьте",
    "altere", "substitua", "adicione", "modifica", "sostituisci", "aggiungi", "wijzig", "vervang", "zmień", "zamień",
    "dodaj"};

// "In `a.c`, change x to y.", "Also update `a.c`."
bool orders_edit(std::string_view sentence, std::string_view path) {
  std::string_view rest = sentence;
  std::string word = word_of_order(rest);
  if (!path.empty() && is_one_of(kOfPart, word)) {
    rest = sentence.substr(sentence.find(path) + path.size());
    rest.remove_prefix(std::min(rest.find_first_not_of("`*\", "), rest.size()));
    word = word_of_order(rest);
  }
  return !path.empty() && is_one_of(kVerbs, word);
}

// "Update", "Updated", as the first word of a cell of a table.
bool begins_with_verb(std::string_view cell) {
  std::string word = word_of_order(cell);
  for (std::string_view end : {"", "d", "ed"}) {
    if (!word.ends_with(end)) continue;
    std::string_view stem = std::string_view(word).substr(0, word.size() - end.size());
    if (is_one_of(kVerbs, stem) || is_one_of(kRemovals, stem)) return true;
  }
  return false;
}

// "| `a.c` | Change the limit to 30 |": of a row like this, the file.
std::string file_of_row(std::string_view line) {
  if (line.find('|') == std::string_view::npos) return {};
  std::string file;
  bool orders = false;
  for (std::string_view cell : split(line, '|')) {
    std::string path = path_in_line(trim(cell));
    if (file.empty() && is_likely_file(path, Written::bare)) file = std::move(path);
    orders = orders || begins_with_verb(trim(cell));
  }
  return orders ? file : std::string();
}

// "`mv a.c b.c`", as the file that the command is about; "" for one that changes none.
std::string file_of_command(std::string_view command) {
  constexpr std::string_view kMore[] = {"cp", "touch", "mkdir", "ln", "del", "ren", "move", "copy"};
  if (std::string path = changed_by_commands(command); !path.empty()) return path;
  std::vector<std::string_view> words = words_between_blanks(command);
  bool more = words.size() > 1 && is_one_of(kMore, words[0]) && words[1].find_first_of("=(") == std::string_view::npos;
  return more ? std::string(words.back()) : std::string();
}

// Do at most a few words stand before the block? `from`: after the line over them.
bool is_right_below(std::string_view text, size_t from, const Block& block) {
  constexpr size_t kMostBetween = 600;
  size_t end = block.form == Block::Form::fenced ? previous_line(text, block.offset) : block.offset;
  if (end <= from) return true;
  return end - from < kMostBetween && trim(text.substr(from, end - from)).find("\n\n") == std::string_view::npos;
}

// Takes the orders out of one line of prose after the other.
class OrderFinder {
 public:
  OrderFinder(std::string_view text, std::span<const Block> blocks) : text_(text), blocks_(blocks), numbers_(text) {}

  // `next`: the first block after the line.
  void take(std::string_view line, size_t start, size_t next) {
    start_ = start;
    above_ = start == below_ ? line_ : std::string_view();
    line_ = line;
    below_ = line_from(text_, start).next;
    for (std::string_view span : spans_in_backticks(line))
      if (std::string path = file_of_command(span); !path.empty()) add(path, begins_with_one_of(kMoves, span));
    if (std::string path = file_of_row(line); !path.empty()) add(path, false);
    bool names = !file_in(line).empty();  // most lines name none
    if (names) take_removals(line);
    if (names) take_edits(line, next);
    take_item(line, names);
  }

  std::vector<SaidOrder> orders() { return std::move(orders_); }

 private:
  static constexpr std::string_view kMoves[] = {"rm ", "mv ", "git rm ", "git mv "};

  void add(std::string_view path, bool removes) {
    orders_.push_back({numbers_.at(start_), std::string(path), removes});
  }

  void take_removals(std::string_view line) {
    std::string_view last;  // the file that a clause before names
    for (std::string_view clause : clauses_of(line)) {
      std::string_view path = file_in(clause);
      bool its = path.empty() && !last.empty() && orders_its_removal(clause);
      if (its || orders_removal(clause, path)) add(its ? last : path, true);
      if (!path.empty()) last = path;
    }
    if (!holds_one_of(kEasternOrders, line)) return;
    if (std::string_view path = file_in(line); !path.empty()) add(path, begins_with_one_of(kEasternOrders, line));
  }

  // Also of an order that the line above begins: "Now delete" over "`a.c`".
  void take_edits(std::string_view line, size_t next) {
    bool leads = line.ends_with(':');
    if (leads && next < blocks_.size() && may_be_done_by(blocks_[next])) return;
    std::vector<std::string_view> clauses = clauses_of(line), sentences = sentences_of(line);
    for (std::string_view clause : clauses)
      if (std::string_view path = file_in(clause); orders_edit(clause, path)) add(path, false);
    for (std::string_view sentence : sentences)
      if (std::string_view path = file_in(sentence); orders_edit(sentence, path) || (leads && orders(sentence, path)))
        add(path, false);
    std::vector<std::string_view> above = clauses_of(above_);
    if (above.empty() || !file_in(above.back()).empty()) return;
    std::string whole = std::string(above.back()) + ' ' + std::string(clauses.front());
    std::string_view path = file_in(whole);
    bool removal = orders_removal(whole, path);
    if (removal || orders_edit(whole, path)) add(path, removal);
  }

  // A block that is no edit is told itself, or refused.
  bool may_be_done_by(const Block& block) const {
    bool named = block.format == nullptr || block.format->is_whole || !block.naming.path.empty();
    return named && is_right_below(text_, below_, block);
  }

  // "In `a.c`, make these changes:"
  static bool orders(std::string_view sentence, std::string_view path) {
    std::string_view rest = sentence;
    return !path.empty() && is_one_of(kOfPart, word_of_order(rest));
  }

  // "- Change the limit", in a list below the name of a file.
  void take_item(std::string_view line, bool names) {
    if (line.empty()) return;
    std::string_view rest = line;
    if (begins_item(line)) {
      if (!names && !caption_.empty() && is_one_of(kVerbs, word_of_order(rest))) add(caption_, false);
      if (!names) return;
    }
    caption_.clear();
    if (names && !begins_item(line) && (line.ends_with(':') || stands_alone(line))) caption_ = file_in(line);
  }

  std::string_view text_;
  std::span<const Block> blocks_;
  LineNumbers numbers_;
  size_t start_ = 0;  // of the line
  size_t below_ = 0;  // where the next one begins
  std::string_view line_;
  std::string_view above_;  // the line right above it
  std::string caption_;     // the file whose name stands over the list
  std::vector<SaidOrder> orders_;
};

}  // namespace

std::vector<SaidOrder> orders_in(std::string_view text, std::span<const Block> blocks) {
  OrderFinder finder(text, blocks);
  each_prose_line(
      text, blocks, [&](std::string_view line, size_t start, size_t next) { finder.take(line, start, next); });
  return finder.orders();
}

bool is_about(const SaidOrder& order, const RelPath& path) {
  return is_same_file(order.path, path.str()) || is_same_file(path.str(), order.path);
}

std::vector<uint64_t> promises_in(std::string_view text, std::span<const Block> blocks) {
  constexpr std::string_view kPromises[] = {"next message", "next reply", "next response", "next answer", "next part",
      "follow-up message", "to be continued", "(continued", "continue with the remaining", "say \"continue\"",
      "say 'continue'", "type \"continue\"", "reply \"continue\"", "reply with \"continue\"", "nächsten nachricht",
      "nächsten antwort", "fortsetzung folgt", "prochain message", "prochaine réponse", "à suivre", "próximo mensaje",
      "siguiente mensaje", "próxima respuesta", "continuará", "следующем сообщении", "продолжение следует",
      "下一条消息", "下一条回复", "未完待续"};
  std::vector<uint64_t> lines;
  LineNumbers numbers(text);
  each_prose_line(text, blocks, [&](std::string_view line, size_t start, size_t) {
    if (holds_one_of(kPromises, fold_case(line))) lines.push_back(numbers.at(start));
  });
  return lines;
}

}  // namespace aptix::format
