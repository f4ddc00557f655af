// The words that a heading, a caption or a bracket may consist of to say what a code block shows. The one table of
// them: no other words of a language decide what an answer means. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::answer {

enum class Label : uint8_t { none, old_text, new_text, output, example, alternative };

// Dashes, arrows, emoji, wide signs: no letter of any script.
bool is_sign(char32_t code);

// What a line says that is nothing but such words, numbers and signs: "### Before", "**Nachher:**", "(new)". Of several
// the last one counts; after a word for alternatives one letter may follow ("Option B"). `none` for a line with other
// words.
Label label_of(std::string_view line);

// The letter or number of the alternative that the line is a label of, whatever stands after a sign: "### Option A: in
// C";
// "" for one without ("Alternative:"). Nothing for other lines.
std::optional<std::string> sign_of_alternative(std::string_view line);

}  // namespace aptix::answer
