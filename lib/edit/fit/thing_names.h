// What the first line of a thing names. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/source_kind.h"

namespace aptix::edit {

struct NameOfHead {
  std::string name;       // "" when it names nothing that may be known by a name alone
  bool assigned = false;  // by '=' or ':'
  bool callback = false;  // a call that a body is given to
};

// `code`: the line, without comments and white space around it. "int f(int a) {": f.
NameOfHead name_of_head(std::string_view code, const SourceKind& kind);

// "if (x) {": what begins with a word of control is no thing.
bool begins_with_control(std::string_view code);

std::string_view first_word_of(std::string_view code);
// The first word of a line, or the signs that it begins with instead.
std::string_view first_token(std::string_view line);

}  // namespace aptix::edit
