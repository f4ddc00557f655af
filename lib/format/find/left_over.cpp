#include "format/find/left_over.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/words.h"
#include "format/calls/unread_call.h"
#include "format/calls/vocabulary.h"
#include "format/find/line.h"
#include "format/find/thoughts.h"
#include "format/format.h"
#include "format/forms/whole_files.h"
#include "format/names/file_kinds.h"
#include "format/names/line_names.h"
#include "format/names/name_hint.h"
#include "format/names/prose_names.h"

namespace aptix::format {
namespace {

constexpr size_t kMostBlankLines = 2;  // between two lines of prose, or one and the fence
constexpr size_t kMostProseLines = 3;  // of the paragraph between them
constexpr std::string_view kShells[] = {"", "bash", "sh", "shell", "zsh", "console", "terminal"};

// Words over a block that is no edit.
constexpr std::string_view kShown[] = {"example", "examples", "usage", "output", "outputs", "prints", "before", "old",
    "current", "currently", "previous", "previously", "original", "already", "was", "beispiel", "ausgabe", "vorher",
    "exemple", "sortie", "avant", "ejemplo", "salida", "antes"};

// Words of a sentence that orders something. Those of languages that bend their words are beginnings.
constexpr std::string_view kOrders[] = {"create", "add", "change", "replace", "update", "updated", "edit", "modify",
    "modified", "insert", "write", "put", "rewrite", "make", "append", "extend", "adjust", "set", "save", "overwrite",
    "paste", "apply", "fix", "new", "full", "complete", "crea", "cree", "modifica", "modifie", "modifiez"};
constexpr std::string_view kOrderStems[] = {"erstell", "änder", "ersetz", "ergänz", "füge", "schreib", "crée", "ajout",
    "remplac", "écri", "añad", "agreg", "cambi", "reemplaz", "actualiz", "创建", "修改", "添加", "更新", "替换", "新建",
    "созда", "измен", "добав", "замен", "обнов"};

bool holds_word(std::string_view line, std::span<const std::string_view> words) {
  auto is_letter = [](char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || static_cast<unsigned char>(byte) >= 0x80;
  };
  std::string lower = fold_case(line);
  for (auto at = lower.begin(); at != lower.end();) {
    auto start = std::find_if(at, lower.end(), is_letter);
    at = std::find_if_not(start, lower.end(), is_letter);
    if (is_one_of(words, std::string_view(start, at))) return true;
  }
  return false;
}

bool orders(std::string_view line) {
  if (holds_word(line, kOrders)) return true;
  std::string lower = fold_case(line);
  return std::any_of(std::begin(kOrderStems), std::end(kOrderStems),
      [&](std::string_view stem) { return lower.find(stem) != std::string::npos; });
}

// "12:20:src/a.py", "src/a.py#L10": a citation.
bool is_citation(std::string_view info) {
  size_t digits = info.find_first_not_of("0123456789:-");
  return (digits != 0 && digits != std::string_view::npos) || info.find("#L") != std::string_view::npos ||
      info.find("lines=") != std::string_view::npos;
}

// The prose above a fence, from its nearest line upwards.
class LinesAbove {
 public:
  LinesAbove(std::string_view text, size_t start) : text_(text), at_(start) {}

  // The next line that is not blank; nothing after too many blank lines, at the start, and at another fence.
  std::string_view next() {
    blanks_ = 0;
    while (at_ != 0 && blanks_ <= kMostBlankLines) {
      size_t start = previous_line(text_, at_);
      std::string_view line = trim(text_.substr(start, at_ - start));
      at_ = start;
      if (line.starts_with("```") || line.starts_with("~~~")) return {};
      if (!line.empty()) return line;
      ++blanks_;
    }
    return {};
  }
  bool after_blank() const { return blanks_ != 0; }

 private:
  std::string_view text_;
  size_t at_;
  size_t blanks_ = 0;
};

// "We need `a.c` for it. Now create `b.c`:" orders what its last sentence says.
std::string_view last_sentence(std::string_view line) {
  size_t end = line.rfind(". ");
  return end == std::string_view::npos ? line : line.substr(end + 2);
}

// A caption, a sentence that orders it, or a caption over one short paragraph. REQUIRES: the block is fenced.
std::string path_above(const Input& input, const Block& block) {
  LinesAbove lines(input.bytes, previous_line(input.bytes, block.offset));
  std::string_view line = lines.next();
  if (line.empty() || holds_word(line, kShown)) return {};
  if (std::string path = path_in_line(line); !path.empty()) return path;
  std::string_view sentence = last_sentence(line);
  if (std::string path = path_in_prose(sentence); !path.empty()) return orders(sentence) ? path : std::string();
  if (!paths_in_prose(line).empty()) return {};
  for (size_t prose = 1; prose <= kMostProseLines; ++prose) {
    line = lines.next();
    if (line.empty() || holds_word(line, kShown)) return {};
    if (lines.after_blank()) return path_in_line(line);
    if (!paths_in_prose(line).empty()) return {};
  }
  return {};
}

// The first line, or the one after "#!" and "<?php".
std::string path_in_body(std::string_view body, std::string_view language) {
  Line first = line_from(body, std::min(body.find_first_not_of(" \t\r\n"), body.size()));
  if (first.text.starts_with("#!") || first.text.starts_with("<?")) first = line_from(body, first.next);
  bool heading = language == "markdown" || language == "md";
  return heading && first.text.starts_with('#') ? std::string() : path_in_first_line(first.text);
}

// The path that a code block carries; "" when it carries none.
std::string path_of(const Input& input, const Block& block) {
  if (is_citation(block.info)) return {};
  std::string path = name_hint(block.info, {});
  if (!path.empty()) return path;
  std::string above = path_above(input, block);
  const CommandLanguage* commands = command_language(block.info);
  if (commands != nullptr) return is_script(*commands, above, block.body) ? above : std::string();
  return above.empty() ? path_in_body(block.body, language_of(block.info)) : above;
}

std::optional<Unread> look_at(const Input& input, const Block& block) {
  Unread found{.kind = Unread::Kind::call, .offset = block.offset, .line = 0, .block = {}, .path = {}, .name = {}};
  auto in_input = [&](size_t offset) { return block.to_input(input, offset) - input.base; };
  if (std::optional<UnreadCall> call = unread_call_in(block.body)) {
    found.offset = in_input(call->offset);
    found.path = std::move(call->path);
    found.name = std::move(call->tool);
    return found;
  }
  if (block.form != Block::Form::fenced) return std::nullopt;
  if (looks_like_lost_diff(block)) {
    found.kind = Unread::Kind::diff;
    found.path = path_above(input, block);
    return found;
  }
  found.kind = Unread::Kind::commands;
  if (is_one_of(kShells, ascii_lower(language_of(block.info)))) found.path = heredoc_target(block.body);
  if (!found.path.empty()) return found;
  found.kind = Unread::Kind::file;
  found.path = path_of(input, block);
  return found.path.empty() ? std::nullopt : std::optional(std::move(found));
}

// Tags in the prose that carry a path and a content: <file path="a.c">, <write_to_file> with <path> and <content> in
// it.
class TagScanner {
 public:
  TagScanner(const Input& input, std::span<const Block> blocks) : text_(input.bytes), blocks_(blocks) {}

  std::vector<Unread> run() {
    for (size_t at = 0; at < text_.size();) {
      Line line = line_from(text_, at);
      if (std::optional<Thoughts> thoughts = thoughts_at(text_, line)) {
        if (thoughts->from_start) found_.clear();
        at = thoughts->end;
        continue;
      }
      at = take_tag(line);
      while (next_ < blocks_.size() && blocks_[next_].offset < at) at = std::max(at, blocks_[next_++].end);
    }
    return std::move(found_);
  }

 private:
  struct Tag {
    std::string_view name;
    std::string_view attributes;
    size_t end = 0;  // in the text
  };

  static std::optional<Tag> tag_in(const Line& line) {
    size_t open = line.start + indent_of(line.text).bytes;
    std::string_view text = trim(line.text);
    size_t close = text.find('>');
    size_t name = std::min(text.find_first_of(" \t>"), text.size());
    bool is_tag = text.size() > 2 && text[0] == '<' && std::isalpha(static_cast<unsigned char>(text[1])) != 0;
    if (!is_tag || close == std::string_view::npos || text[close - 1] == '/') return std::nullopt;
    return Tag{text.substr(1, name - 1), text.substr(name, close - name), open + close + 1};
  }

  // path="a.c", filePath='a.c'
  static std::string path_in(const Tag& tag) {
    constexpr std::string_view kNamed[] = {"file", "artifact", "antArtifact", "document"};
    for (size_t at = tag.attributes.find('='); at < tag.attributes.size(); at = tag.attributes.find('=', at + 1)) {
      std::string_view key = trim(tag.attributes.substr(0, at));
      key = key.substr(std::min(key.find_last_of(" \t\"'") + 1, key.size()));
      std::string_view value = tag.attributes.substr(at + 1);
      if (value.size() < 2 || (value[0] != '"' && value[0] != '\'')) continue;
      value = value.substr(1, value.find(value[0], 1) - 1);
      bool names = is_path_key(key) || (is_one_of(kNamed, tag.name) && (key == "name" || key == "title"));
      if (names && is_path_text(value)) return std::string(value);
    }
    return {};
  }

  static bool is_path_tag(std::string_view name) { return is_path_key(name) || name == "source"; }
  static bool is_text_tag(std::string_view name) { return is_text_key(name) || name == "document_content"; }

  // <path>a.c</path> next to <content>; one of these comes first.
  std::string path_among_children(std::string_view inside, std::string_view tag) {
    constexpr size_t kNear = 4096;
    constexpr size_t kMostLooks = 1000;  // of pages there may be many
    std::string_view first = trim(inside.substr(0, kNear));
    std::string_view child = first.starts_with('<') ? first.substr(1, first.find('>') - 1) : std::string_view();
    if ((!is_path_tag(child) && !is_text_tag(child)) || ++looks_ > kMostLooks) return {};
    std::string path;
    bool writes = is_name_of_writer(tag);
    std::string_view near = inside.substr(0, kNear);
    for (size_t open = near.find('<'); open < near.size(); open = near.find('<', open + 1)) {
      size_t close = near.find('>', open);
      if (close == std::string_view::npos) break;
      std::string_view name = near.substr(open + 1, close - open - 1);
      std::string_view value = trim(near.substr(close + 1, near.find('<', close) - close - 1));
      if (path.empty() && is_path_tag(name) && is_path_text(value)) path = value;
      writes = writes || is_text_tag(name);
    }
    return writes ? path : std::string();
  }

  // Where "</name>" begins after `from`; each name is looked for once as long as what was found lies ahead.
  size_t closing(std::string_view name, size_t from) {
    constexpr size_t kMostNames = 64;
    auto known = closing_.find(name);
    if (known != closing_.end() && known->second >= from) return known->second;
    if (known == closing_.end() && closing_.size() == kMostNames) return std::string_view::npos;
    size_t at = text_.find("</" + std::string(name) + ">", from);
    closing_[std::string(name)] = at;
    return at;
  }

  // REQUIRES: `end` lies after where the walk stands.
  bool holds_block_before(size_t end) const { return next_ < blocks_.size() && blocks_[next_].offset < end; }

  // Where to go on.
  size_t take_tag(const Line& line) {
    std::optional<Tag> tag = tag_in(line);
    size_t close = tag ? closing(tag->name, tag->end) : std::string_view::npos;
    if (close == std::string_view::npos) return line.next;
    std::string_view inside = text_.substr(tag->end, close - tag->end);
    std::string path = path_in(*tag);
    if (path.empty()) path = path_among_children(inside, tag->name);
    if (path.empty() || is_blank(inside) || holds_block_before(close)) return line.next;
    found_.push_back({.kind = Unread::Kind::tag,
        .offset = line.start,
        .line = 0,
        .block = {},
        .path = std::move(path),
        .name = std::string(tag->name)});
    return line_from(text_, close).next;
  }

  std::string_view text_;
  std::span<const Block> blocks_;
  size_t next_ = 0;   // the first block that was not passed yet
  size_t looks_ = 0;  // at what stands in a tag
  std::map<std::string, size_t, std::less<>> closing_;
  std::vector<Unread> found_;
};

}  // namespace

std::vector<Unread> unread_edits(const Input& input, std::span<const Block> blocks, std::span<const size_t> left) {
  std::vector<Unread> found;
  for (size_t index : left) {
    std::optional<Unread> unread = look_at(input, blocks[index]);
    if (!unread) continue;
    unread->block = index;
    found.push_back(std::move(*unread));
  }
  std::vector<Unread> tags = TagScanner(input, blocks).run();
  std::move(tags.begin(), tags.end(), std::back_inserter(found));
  std::sort(found.begin(), found.end(), [](const Unread& a, const Unread& b) { return a.offset < b.offset; });
  LineNumbers lines(input.bytes);
  for (Unread& unread : found) unread.line = lines.at(unread.offset);
  return found;
}

}  // namespace aptix::format
