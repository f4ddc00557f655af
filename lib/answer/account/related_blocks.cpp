#include "answer/account/account.h"

#include <set>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// The nearest line above the block that is not only a path, the paths between, and the heading above.
std::vector<ProseLine> said_over(Prose prose) {
  constexpr size_t kMostToHeading = 40;
  std::vector<ProseLine> said;
  Prose rest = prose;
  for (int paragraphs = 0; paragraphs < 2; ++paragraphs) {
    Prose lines = last_paragraph(rest);
    rest = rest.first(static_cast<size_t>(lines.data() - rest.data()));
    while (!lines.empty() && !path_in_line(lines.back().text).empty()) {
      said.push_back(lines.back());
      lines = lines.first(lines.size() - 1);
    }
    if (lines.empty()) continue;
    said.push_back(lines.back());
    break;
  }
  Prose near = prose.last(std::min(prose.size(), kMostToHeading));
  auto heading = std::find_if(near.rbegin(), near.rend(),
      [](const ProseLine& line) { return line.text.starts_with("# ") || line.text.starts_with("##"); });
  if (heading != near.rend()) said.push_back(*heading);
  return said;
}

bool is_only_shown(Label label) {
  return label == Label::old_text || label == Label::output || label == Label::example;
}

std::vector<std::string_view> lines_that_say(std::string_view text, std::string_view signs) {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_from(text)) {
    std::string_view rest = line.text;
    if (!rest.empty() && signs.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
    if (rest = trim(rest); !rest.empty()) lines.push_back(rest);
  }
  return lines;
}

bool stands_in(const std::vector<std::string_view>& shown, const std::vector<std::string_view>& edit) {
  return std::search(edit.begin(), edit.end(), shown.begin(), shown.end()) != edit.end();
}

}  // namespace

bool may_be_content(const Input& input, Prose prose, const Block& block, std::span<const FileEdit> files) {
  const std::string& label = block.naming.path;
  if (files.empty() || !block.naming.is_for_edit() || !may_show_edits(label)) return false;
  if (block.format->is_document || block.format->is_batch || block.format->is_whole) return false;
  constexpr size_t kNear = 600;  // bytes that may name the file of the edit, or say that it is to be applied
  size_t begin = block.offset - std::min(block.offset, kNear);
  Prose near = prose.first(block.prose);
  auto is_far = [&](const ProseLine& line) { return line.start < begin; };
  near = {std::partition_point(near.begin(), near.end(), is_far), near.end()};
  for (const FileEdit& file : files) {
    std::string_view path = file.path.str();
    bool named = std::any_of(near.begin(), near.end(),
        [&](const ProseLine& line) { return line.text.find(base_name(path)) != std::string_view::npos; });
    if (named || is_same_file(path, label) || is_same_file(label, path)) return false;
  }
  bool patch = label.ends_with(".patch") || label.ends_with(".diff");
  constexpr std::string_view kJson[] = {".json", ".jsonl"};
  if (ends_with_one_of(kJson, label) && block.format->json == JsonKind::none) return false;
  bool by_prose =
      block.naming.by == Naming::By::sentence || (block.naming.by == Naming::By::caption && block.format->is_diff);
  if (by_prose && !patch) return false;  // a name from the prose does not make the names in the block doubtful
  // Commands may also be in code blocks.
  std::string_view text = std::string_view(input.bytes).substr(begin, block.end - begin + kNear);
  constexpr std::string_view kApplies[] = {"git apply", "git am", "patch -p"};
  return !(patch && holds_one_of(kApplies, text) && label.find('/') == std::string::npos);
}

std::vector<HeldBack> held_back_in(const Extracted& answer) {
  std::vector<HeldBack> held;
  size_t floor = 0;
  for (size_t i = 0; i < answer.blocks.size(); ++i) {
    const Block& block = answer.blocks[i];
    Prose above = Prose(answer.prose).subspan(floor, block.prose - floor);
    floor = block.prose;
    if (!holds_edit(block)) continue;
    if (above.empty() && i != 0) {
      if (!held.empty() && held.back().block == i - 1) held.push_back({i, held.back().offset});
      continue;
    }
    std::vector<ProseLine> said = said_over(above);
    // "### Example", "`a.c` (before):"
    auto words = std::ranges::find_if(said, [](const ProseLine& one) {
      size_t open = one.text.find_last_of("([");
      return is_only_shown(label_of(one.text)) ||
          (open != one.text.npos && is_only_shown(label_of(one.text.substr(open))));
    });
    if (words != said.end()) held.push_back({i, words->start});
  }
  return held;
}

std::vector<uint64_t> alternatives_in(std::string_view text, const Extracted& answer) {
  std::vector<uint64_t> lines;
  std::set<std::string> signs;
  std::vector<size_t> edits;  // or may be: a block without a name may change the file that was named last
  for (size_t i = 0; i < answer.blocks.size(); ++i) {
    const Block& block = answer.blocks[i];
    if (block.format != nullptr ? !block.format->is_fault : command_language(block.info) == nullptr) edits.push_back(i);
  }
  auto last = edits.end();  // the edit below the previous label
  bool any = false;         // one of them is certainly an edit
  LineNumbers numbers(text);
  for (size_t at = 0, next = 0; at < answer.prose.size(); ++at) {
    while (next < answer.blocks.size() && answer.blocks[next].prose <= at) ++next;
    auto edit = std::lower_bound(edits.begin(), edits.end(), next);
    if (edit == edits.end()) break;
    std::optional<std::string> sign = sign_of_alternative(answer.prose[at].text);
    bool parts = sign && (!sign->empty() || edit != edits.begin());
    if (!parts || edit == last || !signs.insert(*sign).second) continue;
    last = edit;
    any = any || answer.blocks[*edit].format != nullptr;
    lines.push_back(numbers.at(answer.prose[at].start));
  }
  return any && (lines.size() > 1 || signs.contains("")) ? lines : std::vector<uint64_t>();
}

bool are_neighbours(Prose prose, const Block& first, const Block& second) {
  constexpr size_t kMostProseBetween = 300;  // bytes
  size_t bytes = 0;
  for (size_t at = first.prose; at < second.prose; ++at) {
    const ProseLine& line = prose[at];
    bytes += line.text.size();
    bool begins_another = at > first.prose && line.below_blank;
    bool section = line.text.starts_with('#') && label_of(line.text) != Label::new_text;
    if (bytes > kMostProseBetween || begins_another || section) return false;
  }
  return true;
}

bool may_be_written_in(const Block& block, std::string_view path) { return !is_of_other_language(block.info, path); }

bool is_in_language_of(const Block& block, std::string_view path, const Block& other) {
  std::string language = ascii_lower(language_of(block.info));
  if (language.empty()) return false;
  bool is_whole = other.format != nullptr && other.format->is_whole;
  return is_language_of(block.info, path) || (is_whole && ascii_lower(language_of(other.info)) == language);
}

bool repeats_lines(std::string_view shown, std::string_view edit) {
  std::vector<std::string_view> lines = lines_that_say(shown, "");
  return !lines.empty() && (stands_in(lines, lines_that_say(edit, "")) || stands_in(lines, lines_that_say(edit, "+-")));
}

}  // namespace aptix::answer
