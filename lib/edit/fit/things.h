// The things of a text, such as functions, classes and sections: a head line that names something, with the lines that
// belong to it, found by layout alone. Pure; O(n log n).
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

// What the head of a thing names.
struct NameOfHead {
  std::string name;       // "" if no name identifies it
  bool assigned = false;  // "name = ...", "name: ..."
  bool callback = false;  // a call with a body: "on("ready", () => {"
};
// `code`: the head without comments and surrounding white space. The name of "int f(int a) {" is "f".
NameOfHead name_of_head(std::string_view code, const SourceKind& kind);

std::string_view first_word_of(std::string_view code);
// The first word of a line; of one that begins with another character, all up to white space.
std::string_view first_token(std::string_view line);

inline constexpr uint32_t kNoLine = UINT32_MAX;

// Lines are 0-based. A head may be led by comments, then by decorators, attributes or a type on a line of its own.
struct Thing {
  uint32_t doc = 0, start = 0;  // the first line of the comments, of the decorators; else as `start`, as `head`
  uint32_t head = 0;
  uint32_t last = kNoLine;  // kNoLine: its end is not shown
  bool to_end = false;      // the text ends within or right after it: more of it may follow
  std::string_view head_text;

  bool ends() const { return last != kNoLine; }
  bool has_body() const { return ends() && last > head; }
  // "" if only the whole head identifies it.
  const std::string& name() const { return named().name; }
  std::string_view called() const { return name().empty() ? head_text : std::string_view(name()); }
  bool is_callback() const { return named().callback; }

  // What name() is computed from, on first use.
  std::string_view code;
  const SourceKind* kind = nullptr;
  bool may_be_named = false;
  bool assigned_alone = false;  // ends in ')' or ']': only "name = ..." names it

 private:
  const NameOfHead& named() const;
  mutable std::unique_ptr<NameOfHead> named_;
};

class Things {
 public:
  std::vector<Thing> all;         // by head, including those without an end
  std::vector<uint32_t> at_line;  // the thing whose head is this line, or kNoLine

  const Thing* at(uint32_t line) const {
    return line < at_line.size() && at_line[line] != kNoLine ? &all[at_line[line]] : nullptr;
  }

  // The things with this head (if they have a body or a name), or with this name; at most `most`.
  std::vector<const Thing*> with_head(std::string_view head, size_t most = 2) const;
  std::vector<const Thing*> with_name(const std::string& name, size_t most = 2) const;
  bool has_head(std::string_view head) const { return heads_.contains(head); }

  void index();

 private:
  std::vector<const Thing*> things_of_numbers(const std::vector<uint32_t>& numbers) const;

  TextIndex heads_;
  mutable std::optional<TextIndex> names_;
};

// "class Name", "type Name struct": its lines are members.
bool holds_members(const Thing& thing);
// It begins with a closing bracket, or a word like "end".
bool begins_with_closer(const ScannedLine& line, const SourceKind& kind);

// `hidden`: gap lines, as in scan(). LinesAlone: whether a single line without a name is a thing. Views the scan.
enum class LinesAlone : uint8_t { things, none };
Things things_of(const Scan& scan, const SourceKind& kind, LinesAlone lines, const std::vector<bool>& hidden = {});

}  // namespace aptix::edit
