// Where a part of a JSON entry stands in the input, found again only when something is said about it. Pure.
#pragma once

#include <string_view>

#include "model/input.h"

namespace aptix::edit {

// `origin`: of an object in a JSON document; `part`: a JSON pointer from that object on, such as "/newLines/3". The
// place of the object itself when the input has no such part there; that of the string, when the object stands in one.
Place place_of_part(const Input& input, const Origin& origin, std::string_view part);

}  // namespace aptix::edit
