// The small vocabulary of placeholders: what a word can be in one, and which phrases are placeholders by themselves.
// Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// What a word can be in a placeholder. A word may be several things.
enum Role : unsigned {
  kStrong = 1,  // says that something is left out: without one of these there is no placeholder
  kNoun = 2,    // what is left out
  kState = 4,   // what became of it
  kFiller = 8,  // says nothing
  kLead = 16,   // may open a phrase before the strong word
  kPlain = 32,  // a noun that needs no strong word between two ellipses in a comment
};

struct Phrase {
  std::vector<std::string> words;  // in small letters
  std::vector<unsigned> roles;     // parallel: 0 for a word that is not in the vocabulary
  size_t foreign = 0;              // how many of those

  bool has(unsigned role) const;
  // Does the first word that is not an article and the like say that something is left out?
  bool opens_strongly() const;
  // "is", "are" and then a word that is not in the vocabulary: a sentence about the code.
  bool states_something() const;
};

inline constexpr size_t kMostWords = 12;  // of a placeholder; one more is read

// Not beyond a word of the text that is not in the vocabulary and is one more than `most_foreign`.
Phrase phrase_of(std::string_view text, size_t most_foreign = kMostWords);

// Quick to tell of a line: does a word in it begin like one that says that something is left out, or beyond ASCII?
// Without one no phrase is a placeholder but beside an ellipsis.
bool has_telling_word(std::string_view line);

// "existing code here", "rest of the file", "rest unchanged": a placeholder as a whole comment, without an ellipsis.
// `heading`: it could be a heading, which such words alone may be as well.
bool is_fixed_phrase(const Phrase& phrase, bool heading);

}  // namespace aptix::edit
