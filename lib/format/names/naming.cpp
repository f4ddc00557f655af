// From the nearest to the furthest; the first that speaks decides.
#include "format/names/naming.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/folder_named.h"
#include "format/names/labels.h"
#include "format/names/line_names.h"
#include "format/names/name_hint.h"
#include "format/names/odd_names.h"
#include "format/names/prose_above.h"
#include "format/names/prose_names.h"
#include "format/names/section.h"
#include "format/names/version_label.h"

namespace aptix::format {
namespace {

constexpr size_t kMostSectionLines = 400;  // between a heading and a block of its section
constexpr size_t kMostInSentence = 100;    // names of files, where it says something of each

// "/version", "/api/users": of a server, where a file is named next to it.
bool is_route(std::string_view path) { return path.starts_with('/') && base_name(path).find('.') == path.npos; }

// The first ones: each is looked up in the sentence.
std::vector<std::string> distinct_paths(std::string_view sentence) {
  std::vector<std::string> paths;
  for (std::string_view path : paths_in_prose(sentence)) {
    if (paths.size() > kMostInSentence) return paths;
    if (std::find(paths.begin(), paths.end(), path) == paths.end() && is_likely_file(path, written_in(sentence, path)))
      paths.emplace_back(path);
  }
  // Next to letters of a language without spaces.
  for (std::string_view path : spans_in_backticks(sentence))
    if (is_file(path, Written::in_quotes) && is_likely_file(path, Written::in_quotes) &&
        std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.emplace_back(path);
  if (paths.size() > 1 && !std::all_of(paths.begin(), paths.end(), is_route)) std::erase_if(paths, is_route);
  return paths;
}

// "Request/Response", "CI/CD", "client / server" are words; "bin/deploy" and "App.config" are not.
bool may_be_words(std::string_view path) {
  std::string_view name = base_name(path);
  if (name.size() == path.size()) return !is_likely_file("a/" + std::string(path), Written::bare);
  bool capital = std::isupper(static_cast<unsigned char>(path.front())) != 0;
  return capital && name.find('.') == std::string_view::npos;
}

// Of a line that is a caption: nothing but a path, and what it is dressed with. The path rules judge it.
std::string likely_path_in_line(std::string_view line) {
  std::string path = path_in_line(line);
  if (path.empty()) return {};
  bool labelled = fold_case(line.substr(0, line.find(path))).find("file") != std::string::npos;
  std::string rest(line);
  if (size_t at = rest.find(path); at != std::string::npos) rest.erase(at, path.size());
  bool words = std::any_of(rest.begin(), rest.end(), is_letter);
  bool alone = !words && path.find(' ') == std::string::npos && !is_product(path) && !may_be_words(path);
  return labelled || alone || is_likely_file(path, written_in(line, path)) ? path : std::string();
}

// What the words around the name say: the labels of a line are not those of its path.
BlockLabels labels_without(std::string_view words, std::string_view path) {
  std::string rest(words);
  for (size_t at = rest.find(path); !path.empty() && at != std::string::npos; at = rest.find(path))
    rest.replace(at, path.size(), " ");
  BlockLabels labels = labels_in(rest);
  bool is_version = calls_version(rest);
  labels.old = labels.old && is_version;
  labels.shown = labels.shown && is_version;
  // Another thing in quotes is what is complete.
  std::vector<std::string_view> spans = spans_in_backticks(rest);
  if (!std::all_of(spans.begin(), spans.end(), is_blank)) labels.complete = false;
  return labels;
}

// "12:20:src/a.py", "src/a.py#L10", "python src/a.py lines=3-9"
bool is_citation(std::string_view info) {
  size_t digits = info.find_first_not_of("0123456789:-");
  return (digits != 0 && digits != std::string_view::npos) || info.find("#L") != std::string_view::npos ||
      info.find("lines=") != std::string_view::npos;
}

// The path that a citation cites.
std::string cited_path(std::string_view info) {
  size_t digits = info.find_first_not_of("0123456789:-");
  bool leads = digits != std::string_view::npos && digits != 0;
  return name_hint(leads ? info.substr(digits) : info.substr(0, info.find("#L")));
}

// Of the line of its fence, or of its own first one.
size_t start_of(std::string_view text, const Block& block) {
  if (block.offset == 0) return 0;
  return block.form == Block::Form::fenced ? previous_line(text, block.offset) : text.rfind('\n', block.offset - 1) + 1;
}

class Namer {
 public:
  Namer(std::string_view text, const Block& block)
      : text_(text),
        block_(block),
        prose_(text, start_of(text, block)),
        near_(prose_.paragraph()) {}

  Naming run() {
    naming_.cited = is_citation(block_.info);
    if (naming_.cited) {
      take(Naming::By::info, cited_path(block_.info), {}, joined(near_));
      return std::move(naming_);
    }
    by_info() || by_caption() || by_sentence() || by_paragraph_below_caption() || by_section() || by_heading();
    by_first_line();
    drop_commands();
    add_words_around();
    bool captioned = naming_.by == Naming::By::caption;
    bool names_other = names_lines(naming_.path) || is_template(naming_.path) || has_glued(naming_.path);
    if (!naming_.path.empty() && (names_other || (captioned && naming_.labels.withheld)))
      doubt(std::exchange(naming_.path, {}));
    else if (naming_.path.empty() && !near_.empty() && doubtful_names(block_.info).empty())
      naming_.caption = near_.back();
    return std::move(naming_);
  }

 private:
  bool take(Naming::By by, std::string path, std::vector<std::string> rivals, std::string_view words) {
    if (path.empty()) return false;
    naming_.by = by;
    naming_.labels = labels_without(words, path);
    naming_.folder =
        by == Naming::By::sentence || by == Naming::By::caption ? folder_named(words, path) : std::string();
    bool sentence = by == Naming::By::sentence;
    naming_.labels.existing = sentence && is_of_existing(words, path);
    naming_.labels.created = sentence ? is_to_be_created(words, path) : calls_new(words, path);
    naming_.path = std::move(path);
    naming_.rivals = std::move(rivals);
    naming_.doubtful.clear();
    return true;
  }

  bool doubt(std::string path) {
    naming_.by = Naming::By::nothing;
    naming_.doubtful = std::move(path);
    return true;
  }

  // "The rest is unchanged": over the block or its caption, below it, or at the top of the answer.
  void add_words_around() {
    if (naming_.path.empty() || block_.end == 0 || block_.end > text_.size()) return;
    Line line = line_from(text_, block_.end);
    for (size_t lines = 0; lines < kMostBlankLines + 1 && line.start < text_.size(); ++lines) {
      if (!is_blank(line.text) && !looks_like_fence(trim(line.text))) break;
      line = line_from(text_, line.next);
    }
    constexpr size_t kLongestTop = 600;
    std::string_view top = text_.substr(0, std::min(kLongestTop, previous_line(text_, block_.offset)));
    top = top.substr(0, top.find("\n\n"));
    bool part = shows_part(line.text) || shows_part(joined(near_)) || shows_part(joined(above_)) || shows_part(top);
    naming_.labels.part = naming_.labels.part || part;
  }

  bool by_info() {
    std::string near = joined(near_);
    std::vector<std::string> doubtful = doubtful_names(block_.info);
    std::string hint = name_hint(block_.info);
    bool plain = block_.info.find('=') == std::string::npos;
    if (plain && !names_lines(hint) && !is_likely_file(hint, Written::bare)) hint.clear();
    if (doubtful.empty()) return take(Naming::By::info, std::move(hint), {}, near);
    std::string above = near_.empty() ? std::string() : path_in_line(near_.back());
    return settles(doubtful, above) ? take(Naming::By::caption, std::move(above), {}, near_.back())
                                    : doubt(std::move(doubtful.front()));
  }

  bool by_caption() {
    if (near_.empty()) return false;
    std::string_view line = near_.back();
    std::string path = likely_path_in_line(line);
    std::vector<std::string> rivals = rivals_in_line(line, path);
    if (take(Naming::By::caption, std::move(path), std::move(rivals), line)) {
      above_ = prose_.paragraph();
      if (ends_list_of_names()) return doubt(std::exchange(naming_.path, {}));
      if (above_.size() == 1 && is_nothing_but_label(above_.front())) {
        BlockLabels labels = labels_in(above_.front());
        naming_.labels.old = naming_.labels.old || labels.old;
        naming_.labels.updated = naming_.labels.updated || labels.updated;
      }
      return true;
    }
    LoneWord lone = lone_word(line);
    std::string odd = is_odd_path(lone.word) ? std::string(lone.word) : spaced_path_in_line(line);
    if (odd.empty()) odd = template_in_line(line);
    if (!odd.empty()) return doubt(std::move(odd));
    std::string word = lone.word.empty() ? path_in_line(line) : std::string(lone.word);
    if (!word.empty()) naming_.rivals = {std::move(word)};
    return false;
  }

  // "- `a.c`", "- `b.c`": a list of files, and not what one of them is called.
  bool ends_list_of_names() const {
    if (above_.size() != 1 || !begins_item(near_.back()) || !begins_item(above_.front())) return false;
    std::string other = path_in_line(above_.front());
    return !other.empty() && !is_same_file(naming_.path, other) && !is_same_file(other, naming_.path);
  }

  // The last sentence, or the one that names a file when all of the paragraph names no other.
  bool by_sentence() {
    std::string near = joined(near_);
    std::vector<std::string_view> sentences = sentences_of(near);
    if (sentences.empty()) return false;
    std::string_view sentence = sentences.back();
    std::vector<std::string> paths = distinct_paths(sentence);
    // Where a name goes on after what looks like the end of a sentence, no sentence holds it.
    auto names_one = [](std::string_view one) { return !distinct_paths(one).empty(); };
    auto named = std::find_if(sentences.begin(), sentences.end(), names_one);
    if (paths.empty() && named != sentences.end() && distinct_paths(near).size() == 1) {
      sentence = *named;
      paths = distinct_paths(sentence);
    }
    naming_.labels = labels_in(near);
    if (paths.empty()) return false;
    bool leads = near.ends_with(':') || sentence.ends_with(':') || stands_alone(near);
    return paths.size() > 1 ? by_creation(sentence, paths, leads) : by_verb(sentence, paths.front(), leads);
  }

  // Of the one file in a sentence, by what it says of that.
  bool by_verb(std::string_view sentence, std::string path, bool leads) {
    std::vector<std::string> rivals = rivals_in_line(sentence, path);
    switch (is_subject(sentence, path) ? Spoken::unknown : spoken_of(sentence, path)) {
      case Spoken::orders: return take(Naming::By::sentence, std::move(path), std::move(rivals), sentence);
      case Spoken::mentions: return true;
      case Spoken::unknown: break;
    }
    bool in_heading = stands_alone(near_.back()) && sentence.find("(`" + path + "`)") != std::string_view::npos;
    if (in_heading && !naming_.labels.withheld && !naming_.labels.depends)
      return take(Naming::By::sentence, std::move(path), std::move(rivals), sentence);
    bool other = naming_.labels.shown || (naming_.labels.old && !naming_.labels.updated);
    return leads && !other ? doubt(std::move(path)) : true;
  }

  // The sentence is about the file, and so may the block be: it uses it.
  bool is_subject(std::string_view sentence, std::string_view path) const {
    if (!is_for_something_else(sentence, path)) return false;
    for (const Line& line : lines_from(block_.body, 0))
      if (uses_file(line.text, path)) return true;
    return false;
  }

  // Of several files in a sentence, the one that it says to create.
  bool by_creation(std::string_view sentence, const std::vector<std::string>& paths, bool leads) {
    if (paths.size() > kMostInSentence) return leads ? doubt(paths.front()) : true;
    std::vector<std::string> made;
    for (const std::string& path : paths)
      if (is_to_be_created(sentence, path) && !is_subject(sentence, path)) made.push_back(path);
    if (made.size() == 1) return take(Naming::By::sentence, std::move(made.front()), {}, sentence);
    bool orders = std::any_of(paths.begin(), paths.end(),
        [&](const std::string& path) { return spoken_of(sentence, path) == Spoken::orders; });
    return leads && orders ? doubt(paths.front()) : true;
  }

  bool by_paragraph_below_caption() {
    std::vector<std::string_view> above = prose_.paragraph();
    if (above.size() != 1 || !distinct_paths(joined(near_)).empty()) return false;
    std::vector<std::string_view> over = prose_.paragraph();
    if (!over.empty() && !path_in_line(over.back()).empty()) return false;  // a list of names
    std::string path = likely_path_in_line(above.front());
    BlockLabels below = naming_.labels;
    if (!take(Naming::By::caption, std::move(path), {}, above.front())) return false;
    BlockLabels& labels = naming_.labels;
    bool is_version = calls_version(joined(near_));
    labels.shown = below.shown && is_version && !below.orders;
    labels.old = labels.old || (below.old && is_version);
    labels.part = labels.part || below.part;
    labels.complete = labels.complete || below.complete;
    labels.updated = labels.updated || below.updated;
    labels.find = below.find;
    labels.replace = below.replace;
    return true;
  }

  // "Before:" and "After:" below a heading or a caption with a path.
  bool by_section() {
    BlockLabels labels = naming_.labels;
    if (near_.size() != 1 || !is_nothing_but_label(near_.front())) return false;
    bool in_block = false;
    size_t at = previous_line(text_, block_.offset);
    for (size_t lines = 0; at != 0 && lines < kMostSectionLines; ++lines) {
      size_t start = previous_line(text_, at);
      std::string_view line = trim(text_.substr(start, at - start));
      at = start;
      if (looks_like_fence(line)) in_block = !in_block;
      if (in_block || line.empty() || looks_like_fence(line)) continue;
      std::string path = likely_path_in_line(line);
      if (path.empty() && stands_alone(line)) path = path_in_prose(line);
      if (!path.empty()) {
        take(Naming::By::section, std::move(path), {}, {});
        naming_.labels = labels;
        return true;
      }
      if (line.starts_with('#')) return false;
    }
    return false;
  }

  // The only block of a section whose heading names the file, below a list or more than one paragraph.
  bool by_heading() {
    std::string_view heading = heading_of_lone_block(text_, start_of(text_, block_), block_.end);
    std::string path = likely_path_in_line(heading), near = joined(near_);
    bool other = block_.form != Block::Form::fenced || path.empty() || !distinct_paths(near).empty() ||
        (!language_of(block_.info).empty() && is_of_other_language(block_.info, path)) || calls_version(near);
    return !other && take(Naming::By::caption, std::move(path), {}, heading);
  }

  // A comment that is nothing but a path; it goes before what stands above, unless that says the same at more length.
  void by_first_line() {
    if (naming_.by == Naming::By::info) return;
    std::string_view body = block_.body;
    Line line = line_from(body, after_space(body));
    constexpr std::string_view kOpenings[] = {"#!", "<?php", "<?xml", "# -*-"};
    if (begins_with_one_of(kOpenings, line.text)) line = line_from(body, line.next);
    std::string language = ascii_lower(language_of(block_.info));
    if ((language == "markdown" || language == "md") && line.text.starts_with('#')) return;
    std::string path = path_in_comment(line.text);
    if (path.empty() || !is_likely_file(path, Written::bare)) return;
    if (!is_same_file(naming_.path, path)) {
      bool remark = !naming_.path.empty() && is_remark(line.text, line_from(body, line.next).text, path);
      if (remark) return;
      BlockLabels labels = naming_.labels;
      std::string near = joined(near_);
      take(Naming::By::first_line, std::move(path), {}, near);
      if (near.empty()) naming_.labels = labels;
    }
    naming_.name_line = line.start;
    naming_.name_line_size = line.text.size();
  }

  void drop_commands() {
    const CommandLanguage* commands = command_language(block_.info);
    std::string_view body = block_.body;
    body.remove_prefix(std::min(naming_.name_line + naming_.name_line_size, body.size()));
    if (commands == nullptr || naming_.by == Naming::By::info || is_script(*commands, naming_.path, body)) return;
    Naming named = std::exchange(naming_, {});
    naming_.labels = named.labels;
    if (named.is_for_edit() && may_be_other_file(*commands, named.path, body)) doubt(std::move(named.path));
  }

  std::string_view text_;
  const Block& block_;
  ProseAbove prose_;
  std::vector<std::string_view> near_;
  std::vector<std::string_view> above_;  // over a caption
  Naming naming_;
};

}  // namespace

Naming naming_of(std::string_view text, const Block& block) {
  Naming naming = Namer(text, block).run();
  // What is ordered is no example, and what is to take the place of the old is not the old.
  if (naming.by == Naming::By::sentence && naming.labels.orders) naming.labels.shown = naming.labels.old = false;
  return naming;
}

}  // namespace aptix::format
