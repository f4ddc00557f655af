// What of a hint a model can do: aptix has options and commands, a model has none of them. Pure.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace aptix {

// The hint without what only a person at the terminal can do; "": nothing is left of it.
std::string hint_for_model(const std::string& hint, Code code);

}  // namespace aptix
