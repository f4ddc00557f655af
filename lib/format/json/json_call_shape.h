// Whether JSON looks like calls of edit tools: their arguments, or such a call in whatever an interface wraps around
// it. A look only; format/edit_tool.cpp reads them. Pure, linear.
#pragma once

#include <string_view>

#include "format/json/json_skim.h"

namespace aptix::format {

// What the members of one object say, seen one after the other.
class CallSigns {
 public:
  explicit CallSigns(unsigned depth = 0) : depth_(depth) {}

  void see(std::string_view key, const Skimmer& value);
  bool is_call() const;
  // A call that was cut before its new text: it must not be passed over.
  bool may_be_cut_call() const { return old_text_; }

 private:
  unsigned depth_;  // of the wrapping around this object
  bool old_text_ = false;
  bool new_text_ = false;
  bool path_ = false;
  bool content_ = false;    // whole, under a name that other documents have as well
  bool tool_text_ = false;  // a field that only such tools have
  bool edits_ = false;      // a list of edits
  bool deletes_ = false;    // "type": "delete_file"
  bool commands_ = false;   // "command": "str_replace", or another that is read
  bool looks_ = false;      // another command
  bool unread_ =
      false;  // a command, or a tool, that changes files in a way that is not read: it must not be passed over
  bool patch_ = false;    // a text that holds a V4A patch
  bool writes_ = false;   // the name of a tool that writes files
  bool known_ = false;    // that of one that does nothing but edit
  bool moves_ = false;    // that of one that deletes or moves them
  bool batch_ = false;    // the files of a line-patch batch, or all of one in a string
  bool wrapped_ = false;  // a call in one of the members

  friend bool holds_call(Skimmer value, unsigned depth);
};

// The same for a value of any kind: an array is looked through for the first call.
bool holds_call(Skimmer value, unsigned depth = 0);

// The first words of a V4A patch.
inline constexpr std::string_view kPatchSign = "*** Begin Patch";

// Members that may hold a call, or the text of a patch.
bool may_wrap_call(std::string_view key);
bool may_hold_patch(std::string_view key);

// The name of a tool that writes whole files.
bool is_writing_tool(std::string_view name);
// Of one that does nothing else, or is told to by its command: a call of it without a command is an edit, whatever it
// lacks.
bool is_edit_tool(std::string_view name);
// Of one that deletes or moves them.
bool is_moving_tool(std::string_view name);

}  // namespace aptix::format
