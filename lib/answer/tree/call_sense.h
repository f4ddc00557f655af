// What an object of JSON asks for as a call of a tool, by the meaning of its members: one answer for the look that
// finds calls, for their reader, and for the account of what is not read. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::answer {

enum class Sense : uint8_t {
  none,    // no call that writes, as far as its members say
  unread,  // it names a file and writes, in a way that no reader knows
  files,   // paths and contents alone: other programs have such JSON as well
  edit,
};

struct CallSense {
  Sense sense = Sense::none;
  std::string_view tool;     // "" when nothing names it
  std::string_view path;     // of the file that it writes, "" when it names none
  std::string_view command;  // of a shell
  bool old_text = false;     // one to be replaced, under a name that only calls have
};

// `tool`: that is called with these arguments, "" when nothing says it. REQUIRES: an object.
CallSense sense_of(const json::Value& object, std::string_view tool);

// The tool that the object itself names; "" when it names none.
std::string_view tool_of(const json::Value& object);
// The changes of one file in a line-patch batch?
bool is_batch_entry(const json::Value& object);
// Does it hold a call: an object, a list, or a string of JSON, under a key that interfaces have or the name of a tool?
bool wraps_call(std::string_view key, const json::Value& value);
bool begins_json(std::string_view text);
// An object, a list or a string, at once. REQUIRES: it is not empty.
inline bool begins_value(std::string_view text) { return text[0] == '{' || text[0] == '[' || text[0] == '"'; }

// Hands on what is read of each value of a text that holds them one after the other, and where it begins, as long as
// `see` says so and it has no faults. False where that ended before the text did, or after very many values.
// `between`: what may be between two, besides comments.
inline constexpr std::string_view kSpacesBetween = " \t\r\n", kCommasBetween = " \t\r\n,";
template <class See>
bool each_value(std::string_view text, std::string_view between, See see) {
  constexpr size_t kMostValues = 1000;
  size_t start = 0;
  for (size_t value = 0; value < kMostValues; ++value) {
    start = std::min(text.find_first_not_of(between, start), text.size());
    if (start == text.size()) return true;
    json::ReadResult read = json::read(text.substr(start), {.prefix = true, .partial = true});
    if (!see(read, start) || !read.document || !read.errors.empty()) return false;
    start += read.end;
  }
  return false;
}

// The one walk through a value. Hands each object in it to `see`, from the outside in, and each string that is no JSON,
// until it returns true.
enum class Reach : uint8_t {
  wrapped,   // only within lists and what interfaces put around a call
  anywhere,  // in every object and list
  strings,   // and in every string
};
// `tool`: the one that it is called with; `offset`: of the value, or of the string of JSON that it stands in.
using SeeInside = std::function<bool(const json::Value& value, std::string_view tool, size_t offset)>;
bool look_inside(const json::Value& value, Reach reach, const SeeInside& see, std::string_view tool = {});

// The first object that is wanted.
struct FoundCall {
  Sense sense = Sense::none;
  std::string tool, path, command;
  size_t offset = 0;  // of the object, or of the string that it stands in
};
std::optional<FoundCall> first_call(
    const json::Value& value, Reach reach, bool (*is_wanted)(const CallSense& call), std::string_view tool = {});

}  // namespace aptix::answer
