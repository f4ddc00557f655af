// The part of a hint that a model can follow: it has no options or commands of aptix. Pure.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace aptix {

// How a model is told to answer in the form that suits every file.
inline constexpr const char* kAnswerWithBundle =
    "Answer with a file bundle; each 'find' is copied from the file:\n\n"
    R"({"root": ".", "files": [{"path": "path/of/file", "operation": "patch", "patches": [{"find": "old text", )"
    R"("replace": "new text"}]}]})"
    "\n";

// The hint without what only a person at a terminal can do; "" if nothing is left.
std::string hint_for_model(const std::string& hint, Code code);

}  // namespace aptix
