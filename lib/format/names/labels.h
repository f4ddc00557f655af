// The words next to the name of a file that say what a code block shows of it, and whether it is ordered. In English,
// German, French, Spanish, Russian and Chinese, with a few words of Japanese, Korean, Portuguese and Italian. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// What the words of a line, or of a few, call the block below them. Paths in it are not words.
BlockLabels labels_in(std::string_view words);

// "I show only the parts that change", "The rest is the same": is something left out? Not where the file is complete.
bool shows_part(std::string_view words);

// "Before:", "### New version", "Replace with"
bool is_nothing_but_label(std::string_view line);

// "Change it to:", "to:", "into this:": what stands above is to become what stands below?
bool turns_into(std::string_view line);

// What a whole file is told to be by them.
Whole::Told told_by(const BlockLabels& labels);

// Does the sentence order a change of what stands in the file? Then that is there: "In `a.c`, replace the loop".
bool is_of_existing(std::string_view sentence, std::string_view path);

// What a sentence does with the file that it names.
enum class Spoken : uint8_t {
  orders,    // "Create `a.c`:", "In `a.c`, change this:"
  mentions,  // "As already done in `a.c`", "`a.c` is the place"
  unknown,
};
// `path` stands in the sentence.
Spoken spoken_of(std::string_view sentence, std::string_view path);

// Whether the sentence puts the file into something else, or orders what is to work with it: "Add `a.o` to the app",
// "Create a script that reads `a.csv`".
bool is_for_something_else(std::string_view sentence, std::string_view path);

// "`a.c` (new)", of a line that is hardly more than the path.
bool calls_new(std::string_view line, std::string_view path);

// Whether `path` is what a verb of creating is about: "based on `b.c`, create a file `a.c`".
bool is_to_be_created(std::string_view sentence, std::string_view path);

}  // namespace aptix::format
