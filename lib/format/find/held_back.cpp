#include "format/find/held_back.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/line.h"
#include "format/format.h"
#include "format/names/file_kinds.h"
#include "format/names/file_words.h"
#include "format/names/label_table.h"
#include "format/names/line_names.h"
#include "format/names/prose_above.h"

namespace aptix::format {
namespace {

// A line over a block.
struct Said {
  std::string_view line;
  size_t offset = 0;
};

size_t offset_in(std::string_view text, std::string_view line) {
  return static_cast<size_t>(line.data() - text.data());
}

// The line over the block, past lines that are nothing but its path, and these.
std::vector<Said> said_over(std::string_view text, size_t start) {
  std::vector<Said> said;
  ProseAbove prose(text, start);
  for (int paragraphs = 0; paragraphs < 2; ++paragraphs) {
    std::vector<std::string_view> lines = prose.paragraph();
    while (!lines.empty() && !path_in_line(lines.back()).empty()) {
      said.push_back({lines.back(), offset_in(text, lines.back())});
      lines.pop_back();
    }
    if (lines.empty()) continue;
    said.push_back({lines.back(), offset_in(text, lines.back())});
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
    if (line.starts_with("# ") || line.starts_with("##")) return Said{line, start};
  }
  return std::nullopt;
}

// Two blocks that were joined have no label.
bool may_be_held(const Block& block) {
  const BlockLabels& labels = block.naming.labels;
  bool labelled = labels.old || labels.updated || labels.shown;
  return holds_edit(block) && (block.naming.by != Naming::By::section || labelled);
}

bool is_only_shown(Label label) {
  return label == Label::old_text || label == Label::output || label == Label::example;
}

// "### Example", "`a.c` (before):"
bool says_shown(std::string_view line) {
  size_t open = line.find_last_of("([");
  return is_only_shown(label_of(line)) || (open != line.npos && is_only_shown(label_of(line.substr(open))));
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
    bool follows = is_blank(above.substr(above.starts_with("```") ? std::min(above.find('\n'), above.size()) : 0));
    if (follows && i != 0) {
      if (!held.empty() && held.back().block == i - 1) held.push_back({i, held.back().offset});
      continue;
    }
    std::vector<Said> said = said_over(above, above.size());
    if (std::optional<Said> heading = heading_over(above, above.size())) said.push_back(std::move(*heading));
    auto words = std::find_if(said.begin(), said.end(), [](const Said& one) { return says_shown(one.line); });
    if (words != said.end()) held.push_back({i, words->offset + (start - above.size())});
  }
  return held;
}

}  // namespace aptix::format
