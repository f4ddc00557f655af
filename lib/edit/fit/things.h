// The things of a text: a first line that names something, with the lines that belong to it, found by layout alone.
// Pure; n log n.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/source_kind.h"
#include "edit/basis/text_index.h"
#include "edit/fit/scan.h"

namespace aptix::edit {

// What the first line of a thing names.
struct NameOfHead {
  std::string name;       // "" when it names nothing that may be known by a name alone
  bool assigned = false;  // by '=' or ':'
  bool callback = false;  // a call that a body is given to
};
// `code`: the line, without comments and white space around it. "int f(int a) {": f.
NameOfHead name_of_head(std::string_view code, const SourceKind& kind);

std::string_view first_word_of(std::string_view code);
// The first word of a line, or the signs that it begins with instead.
std::string_view first_token(std::string_view line);

inline constexpr uint32_t kNoLine = UINT32_MAX;

// Lines from 0. What leads a thing: comments, then decorators, attributes, a type on a line of its own.
struct Thing {
  uint32_t doc = 0, start = 0;  // the first line of the comments, of the decorators; else that of what follows them
  uint32_t head = 0;
  uint32_t last = kNoLine;  // kNoLine: its end is not shown
  bool to_end = false;      // no line comes after it: more of it may follow
  std::string_view head_text;

  bool ends() const { return last != kNoLine; }
  bool has_body() const { return ends() && last > head; }
  // "" when only the head as a whole tells it from others.
  const std::string& name() const { return named().name; }
  std::string_view called() const { return name().empty() ? head_text : std::string_view(name()); }
  // A call that a body is given to.
  bool is_callback() const { return named().callback; }

  // What its name is worked out of, once it is asked for.
  std::string_view code;
  const SourceKind* kind = nullptr;
  bool may_be_named = false;
  bool assigned_alone = false;  // only what is assigned to a name has one

 private:
  const NameOfHead& named() const;
  mutable std::unique_ptr<NameOfHead> named_;
};

class Things {
 public:
  std::vector<Thing> all;         // in the order of their heads; also without an end
  std::vector<uint32_t> at_line;  // which has its head there; kNoLine: none

  const Thing* at(uint32_t line) const {
    return line < at_line.size() && at_line[line] != kNoLine ? &all[at_line[line]] : nullptr;
  }

  // Of those with a body or a name: which have this head, or this name. No more than two of each are told, or `most`.
  std::vector<const Thing*> with_head(std::string_view head, size_t most = 2) const;
  std::vector<const Thing*> with_name(const std::string& name, size_t most = 2) const;
  bool has_head(std::string_view head) const { return heads_.contains(head); }

  void index();

 private:
  std::vector<const Thing*> things_of_numbers(const std::vector<uint32_t>& numbers) const;

  TextIndex heads_;
  mutable std::optional<TextIndex> names_;
};

// A bracket, or a word like "end".
bool begins_with_closer(const ScannedLine& line, const SourceKind& kind);

// `hidden` as in scan(): lines that stand for others. `lines`: whether a line alone that has no name is a thing, too.
// Views the scan.
enum class LinesAlone : uint8_t { things, none };
Things things_of(const Scan& scan, const SourceKind& kind, LinesAlone lines, const std::vector<bool>& hidden = {});

}  // namespace aptix::edit
