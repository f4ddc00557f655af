// What becomes of parts that are laid on a file: the new text, or "code: what".
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "edit/fit/fit.h"

namespace aptix::edit {

inline std::string told(const Fit& result) {
  if (const Misfit* misfit = std::get_if<Misfit>(&result))
    return std::string(info(misfit->code).id) + ": " + misfit->what;
  return std::get<Fitted>(result).text;
}
inline std::string laid(std::string_view old_text, const std::vector<std::string_view>& blocks, std::string_view path) {
  std::vector<PartText> parts;
  for (std::string_view block : blocks) parts.push_back({block});
  return told(fit(old_text, parts, path));
}
inline std::string laid(std::string_view old_text, std::string_view block, std::string_view path) {
  return laid(old_text, std::vector{block}, path);
}

}  // namespace aptix::edit
