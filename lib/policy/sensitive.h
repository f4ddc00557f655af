// The files that are sensitive without any configuration: those that hold credentials, and those that a machine runs by
// itself. Pure: by the path alone.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace aptix::policy {

struct SensitiveRule {
  std::string_view glob;  // at any depth
  std::string_view why;   // goes on after "'PATH' "
};

std::span<const SensitiveRule> sensitive_defaults();

// The first rule that holds for a path from the workspace on, whatever a file system makes of its name; null: none.
const SensitiveRule* sensitive_by_default(std::string_view path);

// A path as the file system may see it that folds most: without case, width, ignorable characters, and without the dots
// and spaces at the end of a name. Two paths of one file fold to one.
std::string folded_path(std::string_view path);

}  // namespace aptix::policy
