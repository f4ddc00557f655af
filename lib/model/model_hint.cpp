#include "model/model_hint.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix {
namespace {

// An option for a person, rephrased for a model.
std::string said_to_model(Code code) {
  if (code == Code::input_alternatives) return "give only the one that is meant";
  if (code == Code::block_doubtful)
    return "leave out old texts, output and examples, and give each edit without such a label";
  return {};
}

// Does the text name an option or a command? '-' and '---' alone are lines of a diff.
bool is_for_person(std::string_view text) {
  for (size_t at = text.find("'-"); at != std::string_view::npos; at = text.find("'-", at + 1)) {
    size_t name = text.find_first_not_of('-', at + 1);
    if (name != std::string_view::npos && is_letter(text[name])) return true;
  }
  return text.find("'aptix ") != std::string_view::npos;
}

// Removes options from alternatives: "do this, or give '--that'" becomes "do this".
std::string without_persons(std::string_view part) {
  constexpr std::string_view kOr = ", or ";
  part = trim(part);
  if (!is_for_person(part)) return std::string(part);
  std::string kept;
  for (std::string_view rest = part; !rest.empty();) {
    size_t end = std::min(rest.find(kOr), rest.size());
    if (!is_for_person(rest.substr(0, end))) (kept += kept.empty() ? "" : kOr) += rest.substr(0, end);
    rest.remove_prefix(std::min(end + kOr.size(), rest.size()));
  }
  return kept;
}

}  // namespace

std::string hint_for_model(const std::string& hint, Code code) {
  constexpr std::string_view kGuess = "did you mean ";
  if (hint.starts_with("ask for the whole answer again")) return "send the whole answer again, to its end";
  if (hint.starts_with(kGuess) && hint.ends_with('?'))
    return "name " + hint.substr(kGuess.size(), hint.size() - kGuess.size() - 1) + " if that is meant";
  size_t option = hint.find(", or allow '--");
  size_t why = hint.find(" (", std::min(option, hint.size()));
  if (option != std::string::npos) return hint.substr(0, option) + (why == std::string::npos ? "" : hint.substr(why));
  std::string kept;
  for (std::string_view part : split(hint, ';')) {
    std::string able = without_persons(part);
    if (!able.empty()) kept += (kept.empty() ? "" : "; ") + able;
  }
  return kept.empty() ? said_to_model(code) : kept;
}

}  // namespace aptix
