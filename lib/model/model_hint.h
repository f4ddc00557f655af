// The part of a hint that a model can follow: it has no options or commands of aptix. Pure.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace aptix {

// The hint without what only a person at a terminal can do; "" if nothing is left.
std::string hint_for_model(const std::string& hint, Code code);

}  // namespace aptix
