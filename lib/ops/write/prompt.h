// Instructions that make a model answer in a form: rules of our own words, the fields from the tables of the readers,
// an example that is composed like any other document.
#pragma once

#include <string>

#include "ops/write/create.h"

namespace aptix::ops {

enum class PromptLength : uint8_t {
  brief,  // rules, an example and what to say where no answer can be given
  full,   // the fields and how to choose among operations as well
};

std::string prompt_for(DocumentForm form, PromptLength length);

// What the example of a prompt changes: the files before, and after.
ChangeSet prompt_example(DocumentForm form);

}  // namespace aptix::ops
