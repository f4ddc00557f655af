// The words that a heading, a caption or a bracket may consist of to say what a code block shows. The one table of
// them: no other words of a language decide what an answer means. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace aptix::format {

enum class Label : uint8_t { none, old_text, new_text, output, example, alternative };

struct LabelRow {
  std::string_view word;  // in small letters
  Label label;
};

// Each has an answer that needs it: scripts/count-labels names it.
std::span<const LabelRow> label_rows();

// What a line says that is nothing but such words, numbers and signs: "### Before", "**Nachher:**", "(new)", "Option B".
// Of several the last one counts. `none` for a line with other words.
Label label_of(std::string_view line);

}  // namespace aptix::format
