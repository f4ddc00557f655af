// A comment that says nothing but that code is as it was or was left out, in whatever language. Such words may also
// stand over code of their own: only what goes for them tells. Pure; linear.
#pragma once

#include <string_view>
#include <vector>

namespace aptix::edit {

// "body unchanged", "(other lines as before)", "wie bisher", "код без изменений". `words`: without the signs of the
// comment. `named`: code, whose words may stand in it, too ("validate() as before").
bool says_only_that_code_stays(std::string_view words, std::string_view named = {});

// The words without which none does, but for those beyond ASCII.
std::vector<std::string_view> words_that_say_so();

}  // namespace aptix::edit
