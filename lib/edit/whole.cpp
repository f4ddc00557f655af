// Content that was only shown is accepted as the whole file if it has most of the old one.
#include "edit/entry_edits.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/balance.h"
#include "edit/fit/bare_comments.h"
#include "edit/fit/gaps.h"
#include "edit/pairs.h"
#include "edit/replace/line_ends.h"
#include "edit/whole_signs.h"

namespace aptix::edit {
namespace {

using Told = Whole::Told;

struct Indents {
  bool tabs, spaces;
};

// At least two spaces: the lines of a comment in "/* */" begin with one, too.
Indents indents_of(std::string_view text) { return {text.find("\n\t") != text.npos, text.find("\n  ") != text.npos}; }

// Is the first line indented, unlike that of the old file?
bool begins_inside(std::string_view text, std::string_view old) {
  auto indented = [](std::string_view content) {
    size_t first = content.find_first_not_of("\r\n");
    return first != std::string_view::npos && (content[first] == ' ' || content[first] == '\t');
  };
  return indented(text) && !indented(old);
}

bool is_makefile(std::string_view path) {
  std::string_view name = base_name(path);
  return name == "Makefile" || name == "makefile" || name == "GNUmakefile" || name.ends_with(".mk");
}

// "all: a.o", but not an assignment.
bool begins_rule(std::string_view line) {
  size_t colon = line.find(':');
  return colon != std::string_view::npos && colon != 0 && line.front() != ' ' && line.front() != '#' &&
      line.substr(colon, 2) != ":=" && line.substr(0, colon).find('=') == std::string_view::npos;
}

// A Makefile with tabs instead of spaces before the lines of its recipes; nothing if it has tabs, or no such lines.
std::optional<std::string> with_recipe_tabs(std::string_view text) {
  if (text.starts_with('\t') || text.find("\n\t") != std::string_view::npos) return std::nullopt;
  std::string out;
  bool in_recipe = false, goes_on = false, changed = false;  // goes_on: a line without a recipe goes on
  while (!text.empty()) {
    std::string_view all = text;
    std::string_view line = take_line(text);
    all = all.substr(0, all.size() - text.size());
    size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    bool recipe = in_recipe && !goes_on && spaces >= 2 && !is_blank(line);
    in_recipe = recipe || (!goes_on && begins_rule(line)) || (in_recipe && (goes_on || is_blank(line)));
    goes_on = !recipe && line.ends_with('\\');
    changed = changed || recipe;
    out += recipe ? "\t" + std::string(all.substr(spaces)) : std::string(all);
  }
  return changed ? std::optional(std::move(out)) : std::nullopt;
}

class WholeFile {
 public:
  WholeFile(EntryEdits& to, size_t at, Indents old_indents)
      : to_(to),
        at_(at),
        given_(std::get<Whole>(to.entry.edits[at].what)),
        exists_(to.content.exists),
        old_(to.text()),
        old_indents_(old_indents) {}

  void write() {
    if (given_.told == Told::cited) return cite();
    if (given_.told == Told::again)
      return exists_ ? void(to_.outcomes[at_].status = EditStatus::already)
                     : overlap("one is the whole file, and the other changes it");
    if (!exists_ && given_.of_existing)
      return to_.fail(at_,
          make_error(Code::file_missing,
              fmt::format("cannot change '{}': there is no such file", escape_for_display(to_.entry.path.str())),
              "check the path, or say that the file is new"));
    write_content();
  }

  // Does another content of the file have these lines, too? With another indentation only if it has more lines: the
  // same lines alone may be meant for another place.
  bool is_in(const WholeFile& other) const {
    std::string_view text = given_.content, others = other.given_.content;
    return given_.told == Told::shown && given_.instead_of.empty() && !is_blank(text) && has_in_a_row(others, text) &&
        (worded_lines(text) == worded_lines(others) || !has_in_a_row(text, others));
  }

  void say_nothing_new() { to_.outcomes[at_].status = EditStatus::already; }
  bool says_nothing_new() const { return to_.outcomes[at_].status == EditStatus::already; }

  size_t at() const { return at_; }

  // The content of one of several; nothing if the edit has failed.
  std::optional<PartText> part() {
    content_ = without_name_line(given_.content);
    if (is_makefile(to_.entry.path.str())) give_tabs();
    std::optional<Diagnostic> why = refusal();
    if (!why && (!exists_ || !may_be_part()))
      why = make_error(Code::content_twice,
          fmt::format("the whole content of '{}' is given twice", escape_for_display(to_.entry.path.str())),
          "give one entry for it");
    if (!why) return PartText{content_, given_.instead_of};
    to_.fail(at_, std::move(*why));
    return std::nullopt;
  }

 private:
  void write_content() {
    content_ = without_name_line(given_.content);
    bool tabs = !given_.is_ordered() && is_makefile(to_.entry.path.str()) && give_tabs();
    bool of_dialect = to_.entry.contract == Contract::unique && to_.entry.operation == Operation::write;
    if (exists_ && of_dialect) content_ = without_shown_line_end(content_, old_);
    if (exists_ && is_judged() && !given_.is_ordered()) content_ = with_last_blank_lines();
    Content next = to_.content;
    next.set(pieces());
    if (stands_already(next)) return;
    if (given_.told == Told::recap) return write_beside();
    if (tabs)
      warn("the recipes of '{}' came with spaces; they were given tabs", "begin the lines of a recipe with a tab");
    if (std::optional<Diagnostic> why = refusal()) return to_.fail(at_, std::move(*why));
    Laid laid{.is_whole = true};
    if (may_be_part()) laid = write_parts(to_, {{at_, {content_, given_.instead_of}}});
    if (!laid.is_whole) return;
    if (std::optional<Diagnostic> why = cut_off(next)) return to_.fail(at_, std::move(*why));
    if (laid.warning) to_.warn(at_, std::move(*laid.warning));
    to_.content = std::move(next);
  }

  bool is_judged() const {
    return given_.told != Told::ordered && !given_.by_hand && to_.bench.options.whole == WholeMode::automatic;
  }

  // If the answer states that it is the content of the file, it is only a part if it has a gap.
  bool may_be_part() {
    if (!exists_ || given_.by_hand || to_.bench.options.whole == WholeMode::replace || is_utf16(old_)) return false;
    return !given_.is_ordered() || gap().has_value() || label_for_code();
  }

  std::optional<uint64_t> gap() {
    if (to_.bench.options.allow_placeholders) return std::nullopt;
    return first_gap(content_, exists_ ? std::optional(old_) : std::nullopt, source_kind(to_.entry.path.str()),
        given_.is_ordered() ? BareEllipsis::text : BareEllipsis::gap);
  }

  // Does a comment that is only a label, e.g. "// rest of the file", replace code?
  bool label_for_code() const {
    if (to_.bench.options.allow_placeholders || to_.kind == CodeOrProse::prose) return false;
    const SourceKind& kind = source_kind(to_.entry.path.str());
    std::optional<BareComment> found = bare_comment(old_, content_, kind);
    return found && is_gap_label(found->text, kind);
  }

  bool stands_already(const Content& next) {
    bool same = exists_ && same_bytes(old_, next);
    EditOutcome& outcome = to_.outcomes[at_];
    outcome.status = same ? EditStatus::already : EditStatus::applied;
    outcome.line = 1;
    outcome.places = same ? 0 : 1;
    return same;
  }

  bool give_tabs() {
    std::optional<std::string> tabbed = with_recipe_tabs(content_);
    if (tabbed) content_ = keep(std::move(*tabbed));
    return tabbed.has_value();
  }

  // Lines that the answer only cites: there is nothing to do if they are in the file.
  void cite() {
    bool stands = exists_ && old_.find(trim(given_.content)) != std::string_view::npos;
    if (!stands)
      return to_.fail(at_,
          doubtful("it gives lines by their numbers, and they do not stand there", "ask for the change as a diff"));
    to_.outcomes[at_].status = EditStatus::already;
  }

  // `what`: a format string for the path.
  void warn(const char* what, std::string hint) {
    to_.warn(at_,
        make_error(Code::whole_doubtful, fmt::format(fmt::runtime(what), escape_for_display(to_.entry.path.str())),
            std::move(hint)));
  }

  void overlap(std::string_view how) { to_.fail(at_, two_kinds(to_.entry.path, how)); }

  // A block that is not the result of the edits beside it may be a part of the file, but not the whole of it.
  void write_beside() {
    if (!may_be_part()) return overlap("the whole file is not what the other edits make of it");
    if (std::optional<Diagnostic> why = refusal()) return to_.fail(at_, std::move(*why));
    if (write_parts(to_, {{at_, {content_, given_.instead_of}}}).is_whole)
      overlap("the whole file is not what the other edits make of it");
  }

  // The content with the blank lines at the end of the old file, if it has fewer.
  std::string_view with_last_blank_lines() {
    auto words_of = [](std::string_view text) {
      size_t end = text.find('\n', std::min(text.find_last_not_of(" \t\r\n"), text.size()));
      return text.substr(0, end == text.npos ? text.size() : end + 1);
    };
    std::string_view words = words_of(content_);
    std::string kept(old_.substr(words_of(old_).size()));
    // Content without CR gets the line ends of the file later, if these are all CR LF.
    if (content_.find('\r') == content_.npos && line_ends(old_).lf == 0) kept = folded(kept);
    bool fewer = words.ends_with('\n') && content_.size() - words.size() < kept.size();
    return fewer ? keep(std::string(words) + kept) : content_;
  }

  std::string_view keep(std::string text) { return to_.bench.changes.texts.emplace_back(std::move(text)); }

  // The content without the comment that only names the file, unless the old file has that line.
  std::string_view without_name_line(std::string_view content) {
    if (given_.name_line.empty() || (exists_ && old_.find(trim(given_.name_line)) != std::string_view::npos))
      return content;
    size_t start = static_cast<size_t>(given_.name_line.data() - content.data());
    std::string_view rest = content.substr(start + given_.name_line.size());
    auto drop_line_end = [&] { rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0); };
    drop_line_end();
    if (start == 0 && !old_.starts_with('\n')) drop_line_end();  // the empty line below it
    return start == 0 ? rest : keep(std::string(content.substr(0, start)) + std::string(rest));
  }

  std::vector<std::string_view> pieces() {
    if (!exists_ || old_ == content_) return {content_};
    std::vector<std::string_view> pieces;
    std::string_view mark = kept_byte_order_mark(old_, content_);
    if (!mark.empty()) pieces.push_back(mark);
    std::optional<std::string> text;
    if (to_.bench.options.keep_line_ends) text = with_line_ends_of(old_, content_);
    pieces.push_back(text ? keep(std::move(*text)) : content_);
    return pieces;
  }

  Diagnostic doubtful(std::string_view why, std::string hint) const {
    return make_error(Code::whole_doubtful,
        fmt::format("the block may not be the whole of '{}': {}", escape_for_display(to_.entry.path.str()), why),
        std::move(hint));
  }

  std::optional<Diagnostic> refusal() {
    const ResolveOptions& options = to_.bench.options;
    // In these cases nothing of the old file can take the place of a gap.
    bool stays = !exists_ || given_.by_hand || options.whole == WholeMode::replace;
    if (std::optional<uint64_t> line = stays ? gap() : std::nullopt)
      return placeholder_in("content", *line, trim(LineIndex(content_).line(*line)));
    if (given_.told == Told::ordered || given_.by_hand) return std::nullopt;
    bool replaces = exists_ && options.whole == WholeMode::only_new;
    if (replaces || options.whole == WholeMode::never)
      return make_error(Code::whole_doubtful,
          fmt::format("'{}' {}", escape_for_display(to_.entry.path.str()),
              replaces ? "is there already, and '--whole new' makes missing files alone"
                       : "is given as a whole file, and '--whole never' takes none"),
          "give '--whole auto', or leave the block out with '--only' or '--block'");
    if (options.whole == WholeMode::replace) return std::nullopt;
    if (!exists_ && !given_.not_new.empty())
      return doubtful(fmt::format("there is no such file, and {}", given_.not_new),
          "put the path alone on the line above the code block, in backticks");
    if (is_utf16(old_) && !is_utf16(content_))
      return doubtful("the file is UTF-16, and the block is not", "save the file as UTF-8 first");
    Given given = given_.is_ordered() ? Given::ordered : Given::shown;
    if (auto sign = sign_of_no_file(content_, old_, to_.entry.path.str(), to_.kind, given))
      return doubtful(sign->what, std::string(sign->hint));
    if (given_.is_ordered()) return std::nullopt;
    if (!exists_ && begins_inside(content_, old_))
      return doubtful("it begins with an indented line, and there is no such file", "ask for the whole file");
    Indents old_by = old_indents_, by = indents_of(content_);
    bool other = old_by.tabs != old_by.spaces && by.tabs != by.spaces && by.tabs != old_by.tabs;
    if (other && to_.kind == CodeOrProse::code)
      return doubtful(fmt::format("it is indented with {}, and the file with {}", by.tabs ? "tabs" : "spaces",
                          old_by.tabs ? "tabs" : "spaces"),
          "indent its lines as the file does");
    if (exists_ && is_blank(content_) && !is_blank(old_)) return doubtful("it is empty", "ask for its text");
    return std::nullopt;
  }

  // A text that was cut off, or in which a comment replaces code, is not a whole file.
  std::optional<Diagnostic> cut_off(const Content& next) const {
    if (!is_judged() || given_.is_ordered()) return std::nullopt;
    std::string text = aptix::joined(next.pieces);
    std::string_view path = to_.entry.path.str();
    if (std::optional<Unbalanced> found = unbalanced(exists_ ? std::optional(old_) : std::nullopt, text, path))
      return doubtful(fmt::format("in its line {}, {}", found->line, found->what), "ask for the rest of the file");
    if (!exists_ || to_.bench.options.allow_placeholders) return std::nullopt;
    GoneLines lines = to_.kind == CodeOrProse::prose ? GoneLines::for_labels : GoneLines::all;
    if (std::optional<BareComment> found = bare_comment(old_, text, source_kind(path), lines))
      return doubtful(fmt::format("{} of code would go for its line {}, '{}'",
                          found->lines == 1 ? "1 line" : fmt::format("{} lines", found->lines), found->line,
                          excerpt_for_display(found->text, 60)),
          "ask for the code that this line stands for");
    return std::nullopt;
  }

  EntryEdits& to_;
  size_t at_;
  const Whole& given_;
  bool exists_;
  std::string_view old_;
  Indents old_indents_;
  std::string_view content_;
};

// The contents without a part that another one repeats with more lines around it.
std::vector<WholeFile*> drop_repeated(std::deque<WholeFile>& files) {
  constexpr size_t kMostTexts = 50;
  std::vector<WholeFile*> kept;
  for (WholeFile& file : files) kept.push_back(&file);
  if (files.size() > kMostTexts) return kept;
  std::erase_if(kept, [&](WholeFile* file) {
    bool repeated = std::any_of(files.begin(), files.end(),
        [&](const WholeFile& other) { return &other != file && !other.says_nothing_new() && file->is_in(other); });
    if (repeated) file->say_nothing_new();
    return repeated;
  });
  return kept;
}

}  // namespace

void write_wholes(EntryEdits& to, size_t first, size_t end) {
  std::deque<WholeFile> files;
  Indents old_indents = indents_of(to.text());  // once for all parts of a file
  for (size_t at = first; at < end; ++at) files.emplace_back(to, at, old_indents);
  std::vector<WholeFile*> kept = drop_repeated(files);
  if (kept.size() == 1) return kept.front()->write();
  std::vector<PartAt> parts;
  for (WholeFile* file : kept)
    if (std::optional<PartText> text = file->part()) parts.push_back({file->at(), *text});
  if (parts.size() == kept.size()) write_parts(to, parts);
}

}  // namespace aptix::edit
