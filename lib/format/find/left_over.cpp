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
#include "format/names/file_kinds.h"

namespace aptix::format {
namespace {

constexpr std::string_view kShells[] = {"", "bash", "sh", "shell", "zsh", "console", "terminal"};

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
    found.path = block.naming.path;
    return found;
  }
  found.kind = Unread::Kind::commands;
  if (is_one_of(kShells, ascii_lower(language_of(block.info)))) found.path = heredoc_target(block.body);
  if (!found.path.empty()) return found;
  found.kind = block.naming.doubtful.empty() ? Unread::Kind::file : Unread::Kind::name;
  found.path = block.naming.is_for_edit() ? block.naming.path : block.naming.doubtful;
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
