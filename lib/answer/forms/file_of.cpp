// The naming of the block says it, or it goes on with the block before.
#include "answer/forms/file_of.h"

#include <algorithm>

#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

// The names, in the root or next to the file.
std::vector<std::string> rivals_of(const std::vector<std::string>& names, const RelPath& path) {
  std::vector<std::string> rivals;
  for (const std::string& name : names) {
    if (is_same_file(path.str(), name)) continue;
    rivals.push_back(name);
    if (!path.parent().empty()) rivals.push_back(std::string(path.parent()) + "/" + name);
  }
  return rivals;
}

// The file of the SEARCH/REPLACE block before, where nothing but prose that names no other file stands between them.
// Its rivals are words of that prose which may be names of files.
BlockName name_of_block_before(const Input& input, const Block& block, const Plan& plan) {
  if (plan.files.empty() || plan.files.back().edits.empty()) return {};
  const FileEdit& before = plan.files.back();
  const Edit& last = before.edits.back();
  const TextBlock* text_block = std::get_if<TextBlock>(&last.what);
  if (text_block == nullptr || text_block->form != TextBlock::Form::search_replace) return {};
  if (last.origin.offset < input.base || block.offset < last.origin.offset - input.base) return {};
  const std::vector<std::string>& names = block.naming.mentioned;
  LoneWord lone = lone_word(block.naming.caption);
  bool other = lone.certain && !is_same_file(before.path.str(), lone.word);
  other = other || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return is_likely_file(name, Written::bare) && !is_same_file(before.path.str(), name);
  });
  return other ? BlockName() : BlockName{before.path.str(), rivals_of(names, before.path)};
}

// "`run`", "RUN", "In `run`:": the only word that may be a name.
std::string word_of_caption(std::string_view caption) {
  LoneWord lone = lone_word(caption);
  bool believed = lone.certain || lone.word.size() == trim(caption).size() || is_odd_path(lone.word);
  if (believed && !lone.word.empty()) return std::string(lone.word);
  std::vector<std::string_view> spans = spans_in_backticks(caption);
  bool letter = spans.size() == 1 && spans[0].size() == 1 && is_letter_or_digit(spans[0][0]);
  return spans.size() == 1 && (letter || is_word_of_name(spans[0])) ? std::string(spans[0]) : std::string();
}

}  // namespace

BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose) {
  const Naming& naming = block.naming;
  bool unsure = purpose == ForFile::to_be_made && naming.by == Naming::By::sentence && !naming.leads;
  if (!naming.path.empty() && !unsure) return {naming.path, naming.rivals};
  // In the language of a shell it may be one of commands about the file, but for the edit in it.
  bool is_doubtful = !naming.path.empty() || !naming.doubtful.empty();
  if (std::string path = path_in_line(naming.caption); !path.empty() && (!is_doubtful || naming.doubtful == path))
    return {path, {}};
  if (unsure) return {};
  std::string word = word_of_caption(naming.caption);
  if (word.empty() && !naming.doubtful.empty()) return {};
  BlockName before = name_of_block_before(input, block, plan);
  return !before.path.empty() || purpose == ForFile::to_be_made ? before : BlockName{word, {}};
}

}  // namespace aptix::answer
