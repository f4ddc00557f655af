#include "edit/rung/answer_style.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace aptix::edit {

bool AnswerStyle::holds(const Renew& bare, const Edit& edit) {
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  Lines old = lines_from(edit.find, 0, kAll);
  Lines made = lines_from(edit.replace, 0, kAll);
  return std::all_of(made.begin(), made.end(), [&](std::string_view line) {
    std::optional<std::string> read = bare(line);
    return (read && *read == line) || std::find(old.begin(), old.end(), line) != old.end();
  });
}

bool AnswerStyle::add_plain(const std::string& path, std::string_view find, std::string_view replace) {
  File& file = files_[path];
  file.plain.push_back({find, replace});
  return std::all_of(
      file.proofs.begin(), file.proofs.end(), [&](const Renew& bare) { return holds(bare, file.plain.back()); });
}

bool AnswerStyle::add_proof(const std::string& path, const Renew& bare) {
  File& file = files_[path];
  file.proofs.push_back(bare);
  return std::all_of(file.plain.begin(), file.plain.end(), [&](const Edit& edit) { return holds(bare, edit); });
}

}  // namespace aptix::edit
