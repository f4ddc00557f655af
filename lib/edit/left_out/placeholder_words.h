// The small vocabulary of placeholders: what a word can be in one. Pure.
#pragma once

#include <string_view>

namespace aptix::edit {

// What a word can be in a placeholder. A word may be several things.
enum Role : unsigned {
  kStrong = 1,  // says that something is left out: without one of these there is no placeholder
  kNoun = 2,    // what is left out
  kState = 4,   // what became of it
  kFiller = 8,  // says nothing
  kLead = 16,   // may open a phrase before the strong word
  kPlain = 32,  // a noun that needs no strong word between two ellipses in a comment
  kText = 64,   // a noun that makes "rest of the ..." a placeholder by itself
};

// All that a word in small letters can be; 0 when it is none of the vocabulary.
// REQUIRES: it is not empty.
unsigned roles_of(std::string_view word);

}  // namespace aptix::edit
