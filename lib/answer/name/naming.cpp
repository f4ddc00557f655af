// Asks the places that may name a file from the nearest to the farthest; the first that does decides.
#include "answer/name/line_names.h"

#include <cctype>
#include <span>
#include <utility>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostSectionLines = 400;  // between a block and the heading of its section
constexpr size_t kMostBoldLines = 50;      // of these, if other blocks are in between
constexpr size_t kMostInLine = 100;        // file names that are told apart

// A route of a server ("/version", "/api/users"), if the same words also name a file.
bool is_route(std::string_view path) { return path.starts_with('/') && base_name(path).find('.') == path.npos; }

// The files that some words of prose name, each once, by its longest name.
struct Mentions {
  std::vector<std::string> paths, marked;  // marked: in backticks, bold, italics or quotes

  static void add(std::vector<std::string>& to, std::string_view path) {
    for (std::string& known : to) {
      if (!is_same_file(known, path) && !is_same_file(path, known)) continue;
      if (path.size() > known.size()) known = path;
      return;
    }
    if (to.size() <= kMostInLine) to.emplace_back(path);
  }
  bool full() const { return paths.size() > kMostInLine; }  // then none is the only one

  const std::string* only() const {
    if (paths.size() == 1) return &paths.front();
    return !full() && marked.size() == 1 ? &marked.front() : nullptr;
  }
};

bool is_marked(std::string_view line, std::string_view path) {
  size_t at = line.find(path);
  return at != 0 && at != std::string_view::npos &&
      std::string_view("`\"'*_").find(line[at - 1]) != std::string_view::npos;
}

// Names with spaces that may be meant by "notes.txt": "my notes.txt". None if quotes show where the name begins.
std::vector<std::string> longer_names(std::string_view words, std::string_view name) {
  constexpr size_t kMostWords = 4;
  std::vector<std::string> longer;
  size_t at = words.find(name), start = at;
  if (at == std::string_view::npos || is_marked(words, name)) return longer;
  while (start > 1 && words[start - 1] == ' ' && longer.size() < kMostWords) {
    start = words.rfind(' ', start - 2) + 1;
    longer.emplace_back(words.substr(start, at + name.size() - start));
  }
  return longer;
}

Mentions mentions_in(const std::string& words) {
  Mentions found;
  auto take = [&](std::string_view path, Written written) {
    // "SEARCH/REPLACE" and "CI/CD" are not paths.
    bool capitals = path.find('.') == path.npos && !is_bare_name(base_name(path)) &&
        std::ranges::none_of(
            path, [](char byte) { return is_small_letter(byte) || static_cast<unsigned char>(byte) >= 0x80; });
    if (found.full() || !is_file(path, written) || !is_likely_file(path, written) || capitals || is_product(path))
      return;
    Mentions::add(found.paths, path);
    if (is_marked(words, path)) Mentions::add(found.marked, path);
  };
  std::string rest = words;  // without the spans of several words
  for (std::string_view span : spans_in_backticks(words)) {
    if (span.find(' ') == std::string_view::npos) {
      take(span, Written::in_quotes);
      continue;
    }
    // "`python a.py`" and "`GET /users`" do not name a file.
    std::string_view first = span.substr(0, span.find(' '));
    if (is_spaced_file(span) && !is_method_of_request(first) && !is_command(first)) take(span, Written::in_quotes);
    std::fill_n(rest.begin() + (span.data() - words.data()), span.size(), ' ');
  }
  for (std::string_view path : paths_in_prose(rest))
    if (!found.full()) take(path, written_in(words, path));
  if (!std::all_of(found.paths.begin(), found.paths.end(), is_route))
    for (std::vector<std::string>* list : {&found.paths, &found.marked}) std::erase_if(*list, is_route);
  return found;
}

// True for "**Create `a.c`:**".
bool ends_in_colon(std::string_view words) { return words.substr(0, words.find_last_not_of("*_ ") + 1).ends_with(':'); }

// A folder that the words name apart from the path: "`src/`", or "`src`" before it. "" if there is none, or if the path
// has a folder itself.
std::string folder_in(std::string_view words, std::string_view path) {
  if (path.find('/') != std::string_view::npos) return {};
  auto is_plain = [](char byte) {
    return is_digit(byte) || byte == '_' || byte == '-' || (byte >= 'a' && byte <= 'z');
  };
  for (std::string_view span : spans_in_backticks(words)) {
    std::string_view name = span.substr(0, span.find_last_not_of('/') + 1);
    if (name.empty() || path.starts_with(std::string(name) + ".")) continue;
    bool slash = name.size() != span.size() && span.find(' ') == std::string_view::npos;
    bool before = words.find(path) > static_cast<size_t>(span.data() - words.data());
    if (slash || (before && std::all_of(name.begin(), name.end(), is_plain))) return std::string(name);
  }
  return {};
}

class Namer {
 public:
  Namer(const ProseAbove& above, const Block& block, LinesRead& read)
      : above_(above),
        block_(block),
        read_(read),
        near_(last_paragraph(above.since_block())) {}

  Naming run() {
    // Line numbers cite old code: "12:20:src/a.py", "src/a.py#L10", "python src/a.py lines=3-9".
    std::string_view info = block_.info;
    size_t digits = info.find_first_not_of("0123456789:-"), anchor = info.find("#L");
    bool leads = digits != 0 && digits != std::string_view::npos;
    naming_.cited = leads || anchor != std::string_view::npos || info.find("lines=") != std::string_view::npos;
    if (naming_.cited) {
      take(Naming::By::info, name_hint(leads ? info.substr(digits) : info.substr(0, anchor)));
      return std::move(naming_);
    }
    read_label();
    by_info() || by_line_above() || by_rest_of_paragraph() || by_section();
    by_first_line();
    drop_commands();
    take_between_letters();
    if (!naming_.path.empty() && (names_lines(naming_.path) || is_template(naming_.path) || has_glued(naming_.path)))
      doubt(std::exchange(naming_.path, {}));
    else if (naming_.path.empty()) {
      // The tree decides which of these is meant.
      if (std::string_view word = word_after_language(block_.info); !word.empty()) naming_.rivals.emplace_back(word);
      if (!near_.empty() && !ends_list_ && doubtful_names(block_.info).empty()) naming_.caption = line_above();
      Prose lines = above_.since_block();  // the nearest first, as there may be very many
      for (size_t at = lines.size(); at-- > 0;)
        for (std::string& name : names_in_prose(lines[at].text))
          if (naming_.mentioned.size() < kMostInLine) naming_.mentioned.push_back(std::move(name));
    }
    return std::move(naming_);
  }

 private:
  bool take(Naming::By by, std::string path) {
    if (path.empty()) return false;
    naming_.folder.clear();
    naming_.by = by;
    naming_.path = std::move(path);
    naming_.rivals.clear();
    naming_.doubtful.clear();
    naming_.or_doubtful.clear();
    return true;
  }

  // "更新src/a.py文件" means src/a.py, unless it is a file itself.
  void take_between_letters() {
    std::string glued = naming_.path.empty() ? naming_.doubtful : naming_.path;
    std::string path = has_glued(glued) ? path_between_letters(glued) : std::string();
    if (path.empty() || naming_.by == Naming::By::info || ends_list_) return;
    take(Naming::By::sentence, std::move(path));
    naming_.leads = false;
    naming_.rivals = {std::move(glued)};
  }

  bool doubt(std::string path, std::string other = {}) {
    naming_.by = Naming::By::nothing;
    naming_.doubtful = std::move(path);
    naming_.or_doubtful = std::move(other);
    return true;
  }

  std::string_view line_above() const { return near_.back().text; }

  // The prose after the previous block, before the line `end`.
  Prose up_to(const ProseLine* end) const {
    Prose lines = above_.since_block();
    return lines.first(static_cast<size_t>(end - lines.data()));
  }

  // Reads the label in the line above, beside its path ("`a.c` (before):"). If that line is a path without a label, and
  // a paragraph of its own, the paragraph above it may be the label.
  void read_label() {
    if (near_.empty()) return;
    std::string line(line_above());
    std::string path = path_of_caption(line);
    if (size_t at = line.find(path); !path.empty() && at != std::string::npos) line.erase(at, path.size());
    Label label = label_of(line);
    labelled_ = path.empty() && label != Label::none;
    if (!path.empty() && label == Label::none) {
      Prose above = last_paragraph(up_to(near_.data()));
      if (near_.size() == 1 && above.size() == 1) label = label_of(above.front().text);
    } else {
      naming_.labels.created = !path.empty() && label == Label::new_text;
    }
    naming_.labels.old = label == Label::old_text;
    naming_.labels.updated = label == Label::new_text && !naming_.labels.created;
    naming_.labels.shown = label == Label::output || label == Label::example;
  }

  bool by_info() {
    std::vector<std::string> doubtful = doubtful_names(block_.info);
    std::string hint = name_hint(block_.info);
    bool plain = block_.info.find('=') == std::string::npos;
    if (plain && !names_lines(hint) && !is_likely_file(hint, Written::bare)) hint.clear();
    if (doubtful.empty()) return take(Naming::By::info, std::move(hint));
    return doubt(std::move(doubtful.front()));
  }

  bool by_line_above() {
    if (near_.empty() || labelled_) return false;
    std::string_view line = line_above();
    if (take(Naming::By::caption, path_of_caption(line))) {
      ends_list_ = ends_list(up_to(near_.data() + near_.size()), naming_.path);
      return ends_list_ ? doubt(std::exchange(naming_.path, {})) : true;
    }
    if (by_mention(joined(near_.last(1)))) return true;
    if (std::string odd = doubtful_name_in(line); !odd.empty()) return doubt(std::move(odd));
    LoneWord lone = lone_word(line);
    std::string word = lone.word.empty() ? path_in_line(line) : std::string(lone.word);
    if (!word.empty()) naming_.rivals = {std::move(word)};
    return false;
  }

  // Takes the only file that the words name, or the only one that is marked. Otherwise the name is doubtful. A file
  // that is not in the language of the block is skipped. False if the words name no file.
  bool by_mention(const std::string& words) {
    Mentions found = mentions_in(words);
    if (found.paths.empty()) return false;
    bool leads = ends_in_colon(words) || stands_alone(line_above());
    const std::string* only = found.only();
    auto is_other = [&](const std::string& path) { return is_of_other_language(block_.info, path); };
    if (only == nullptr)
      return !leads && std::ranges::all_of(found.paths, is_other) ? true : doubt(found.paths[0], found.paths[1]);
    if (is_other(*only)) return leads ? doubt(*only) : true;
    bool certain = only->find('/') != std::string::npos || !found.marked.empty();
    take(Naming::By::sentence, *only);
    naming_.rivals = longer_names(words, *only);
    naming_.leads = leads && certain;
    naming_.folder = folder_in(words, naming_.path);
    return true;
  }

  bool by_rest_of_paragraph() {
    if (near_.size() < 2) return false;
    Prose rest = near_.first(near_.size() - 1);
    std::string end = ends_in_colon(joined(near_)) ? ":" : "";
    return take(Naming::By::caption, path_of_caption(rest.back().text)) || by_mention(joined(rest) + end);
  }

  // Looks upwards to the heading of the section. These name the block:
  // - A heading, or a line that is all bold. Other blocks may be in between, none of them for another file, if this
  //   block has a label or is in the language of that file.
  // - The only file that the prose names. Other blocks may be in between as above, if this block has a label.
  // - For a label "new" without such a name: the file of the block labelled "old" before it.
  bool by_section() {
    Mentions found;
    bool caption = false, past_block = false;
    std::span<const Block> before = above_.blocks;
    std::optional<std::string_view> passed;  // file of the nearest block in between; "" if that names its files itself
    size_t at = above_.lines.size();
    for (size_t lines = 0, bold = 0; at != 0 && lines < kMostSectionLines && bold <= kMostBoldLines; ++lines) {
      for (; !before.empty() && before.back().prose == at; before = before.first(before.size() - 1)) {
        const Block& block = before.back();
        bool old_half = naming_.labels.updated && block.naming.labels.old && before.size() == above_.blocks.size();
        if (labelled_ ? !old_half && !found.paths.empty() : !past_block && !may_share_heading()) return false;
        past_block = true;
        if (!passed && (block.format != nullptr || !block.naming.path.empty())) passed = block.naming.path;
      }
      const ProseLine& line = above_.lines[--at];
      std::string_view text = line.text;
      bool only_headings = past_block && !labelled_;
      if (only_headings && !stands_alone(text)) continue;
      if (only_headings) ++bold;
      const LinesRead::Names& here = read_.of(line);
      std::string path = here.path;
      if (only_headings && !path.empty() && !may_share(path, found)) return false;
      if (!path.empty() && (labelled_ || stands_alone(text)))
        return ends_list(above_.lines.first(at + 1), path) ? doubt(std::move(path))
                                                           : take_past(passed, Naming::By::section, std::move(path));
      caption = caption || !path.empty();
      for (const std::string& one : path.empty() ? here.paths : std::vector{path}) Mentions::add(found.paths, one);
      if (text.starts_with('#') && (only_headings || label_of(text) == Label::none)) break;
    }
    bool of_pair = labelled_ && naming_.labels.updated && found.paths.empty() && !above_.blocks.empty();
    if (of_pair && above_.blocks.back().naming.labels.old)
      return take(Naming::By::section, above_.blocks.back().naming.path);
    if (found.paths.size() != 1 || (past_block && !labelled_)) return false;
    return take_past(passed, caption ? Naming::By::caption : Naming::By::sentence, found.paths.front());
  }

  // May a heading above another block name this one, too? Not without a language, nor if a label such as "Example"
  // follows the other block.
  bool may_share_heading() const {
    return !language_of(block_.info).empty() && std::ranges::all_of(above_.since_block(), [](const ProseLine& line) {
      Label label = label_of(line.text);
      return label == Label::none || label == Label::new_text;
    });
  }

  // Is the block in the language of that file, and not commands? False if `found`, the names in the prose after the
  // previous block, has another file: then the tree decides.
  bool may_share(std::string_view path, const Mentions& found) const {
    const CommandLanguage* commands = command_language(block_.info);
    return is_language_of(block_.info, path) &&
        (commands == nullptr || may_be_other_file(*commands, path, block_.body)) &&
        std::ranges::all_of(
            found.paths, [&](const std::string& one) { return is_same_file(path, one) || is_same_file(one, path); });
  }

  bool take_past(std::optional<std::string_view> passed, Naming::By by, std::string path) {
    if (!passed || is_same_file(*passed, path) || is_same_file(path, *passed)) return take(by, std::move(path));
    return naming_.labels.updated && doubt(std::move(path));
  }

  // Is the path the last of a list of files, such as "**a.c**" right above "**b.c**", or "- `a.c`" above "- `b.c`"?
  // Such a list does not name the block.
  static bool ends_list(Prose lines, std::string_view path) {
    if (lines.size() < 2) return false;
    const ProseLine &last = lines.back(), &above = lines[lines.size() - 2];
    bool items = begins_item(last.text) && begins_item(above.text);
    if (!items && (last.below_blank || last.text.front() != above.text.front())) return false;
    std::string other = path_of_caption(above.text);
    return !other.empty() && !is_same_file(other, path) && !is_same_file(path, other);
  }

  // Reads a first line that is a comment with only a path. It overrules the prose, unless that names the same file with
  // more folders. After a word with a colon ("# Usage: a.py") it counts only if nothing else names a file, and like a
  // name in a sentence: the file must exist.
  void by_first_line() {
    if (naming_.by == Naming::By::info || block_.form != Block::Form::fenced) return;
    std::string_view body = block_.body;
    Line line = line_from(body, after_space(body));
    constexpr std::string_view kOpenings[] = {"#!", "<?php", "<?xml", "# -*-"};
    if (begins_with_one_of(kOpenings, line.text)) line = line_from(body, line.next);
    std::string language = ascii_lower(language_of(block_.info));
    if ((language == "markdown" || language == "md") && line.text.starts_with('#')) return;
    auto [path, certain] = path_in_comment(line.text);
    if (path.empty() || !is_likely_file(path, Written::bare)) return;
    if (!is_same_file(naming_.path, path)) {
      if (!certain && (!naming_.path.empty() || !naming_.doubtful.empty())) return;
      // It is a remark about the next line, which uses that file.
      std::string_view name = base_name(path), stem = name.substr(0, name.rfind('.'));
      std::string_view used = stem.size() > 1 ? stem : name;
      if (!naming_.path.empty() && line_from(body, line.next).text.find(used) != std::string_view::npos) return;
      std::string of_prose = naming_.path;
      take(certain ? Naming::By::first_line : Naming::By::sentence, std::move(path));
      naming_.of_prose = std::move(of_prose);
    }
    naming_.name_line = line.start;
    naming_.name_line_size = line.text.size();
  }

  void drop_commands() {
    const CommandLanguage* commands = command_language(block_.info);
    std::string_view body = naming_.below_name(block_.body);
    if (commands == nullptr || naming_.by == Naming::By::info || is_script(*commands, naming_.path, body)) return;
    bool caption = naming_.by == Naming::By::caption || naming_.by == Naming::By::first_line;
    bool other = may_be_other_file(*commands, naming_.path, body);
    if (caption && other && has_ending_of(*commands, naming_.path)) return;
    Naming named = std::exchange(naming_, {});
    naming_.labels = named.labels;
    if (named.is_for_edit() && other) doubt(std::move(named.path));
  }

  ProseAbove above_;
  const Block& block_;
  LinesRead& read_;
  Prose near_;              // the paragraph right above
  bool labelled_ = false;   // the line above is only a label
  bool ends_list_ = false;  // the line above ends a list of files
  Naming naming_;
};

}  // namespace

const LinesRead::Names& LinesRead::of(const ProseLine& line) {
  auto [known, is_new] = known_.try_emplace(line.start);
  Names& names = known->second;
  if (!is_new) return names;
  Mentions mentions = mentions_in(joined({&line, 1}));
  names.path = path_of_caption(line.text);
  if (names.path.empty() && stands_alone(line.text) && mentions.only() != nullptr) names.path = *mentions.only();
  names.paths = std::move(mentions.paths);
  return names;
}

Naming naming_of(const ProseAbove& above, const Block& block, LinesRead& read) {
  return Namer(above, block, read).run();
}

}  // namespace aptix::answer
