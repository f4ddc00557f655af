// What may have been put on the lines of a hunk on their way, and the lines without it. Pure.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "diff/lines/hunk.h"
#include "edit/rung/refit.h"

namespace aptix::edit {

struct Undressed {
  diff::Hunk hunk;
  std::list<std::string> texts;  // owns its lines
  std::string what;              // was taken off, in words
  Renew bare;                    // takes it off a line
};

// In each way that takes off something: line numbers as a listing has them, which count the old lines one by one, HTML
// entities, and one level of escapes; and the latter two without the numbers.
std::vector<Undressed> undressed(const diff::Hunk& hunk);

}  // namespace aptix::edit
