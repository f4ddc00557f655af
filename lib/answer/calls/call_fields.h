// The members of one call, by what they mean. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "answer/tree/json_support.h"
#include "answer/tree/vocabulary.h"
#include "base/json/json.h"
#include "model/plan.h"

namespace aptix::answer {

// Where the JSON of a call stands in the block: its values have an offset from `base`, or, inside of another text, all
// the same one.
struct CallText {
  size_t base = 0;
  bool inside = false;
  bool tags = false;                      // of their own names: texts in them end with a line
  bool lines = false;                     // old and new texts are whole lines
  Whole::Told told = Whole::Told::shown;  // of whole files that no tool is called for

  size_t at(const json::Value& value) const { return inside ? base : base + value.offset(); }
};

// What is called: the name of the tool, "" when nothing says it.
struct CallName {
  std::string_view tool;
  bool alone = true;  // no other call stands next to it, so it must be an edit
};

// "the call of 'Edit'", "the call"
std::string call_of(const CallName& name);

struct CallFields {
  std::array<std::optional<json::Value>, kMeanings> values;

  const std::optional<json::Value>& operator[](Meaning meaning) const { return values[static_cast<size_t>(meaning)]; }
  bool has(Meaning meaning) const { return (*this)[meaning].has_value(); }
  std::string_view text(Meaning meaning) const { return has(meaning) ? (*this)[meaning]->text() : std::string_view(); }

  // The text of a whole file, under any name.
  const std::optional<json::Value>& whole() const {
    return has(Meaning::content) ? (*this)[Meaning::content] : (*this)[Meaning::plain_content];
  }
};

// A call that is being read.
struct CallReading {
  BlockReading& reading;
  const CallText& text;
  const CallName& name;
  std::deque<json::Document>& documents;  // keeps what is read on the way
};

// Nothing when a member cannot be read; what is wrong is said.
std::optional<CallFields> read_call_fields(
    const CallReading& call, const json::Value& object, const std::string& pointer);

}  // namespace aptix::answer
