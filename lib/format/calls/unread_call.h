// Calls of tools that write, in any shape that no format reads: by the meaning of their fields, or by the name of the
// tool. A look only, so that none is lost; format/edit_tool.h reads those that are known. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::format {

struct UnreadCall {
  std::string tool;   // "" when it has no name
  std::string path;   // of the file that it writes
  size_t offset = 0;  // in the text
};

// The first such call in the value, however it is wrapped. `tool`: the name of the tool whose arguments the value
// holds.
std::optional<UnreadCall> unread_call(const json::Value& value, std::string_view tool = {});

// The same for text: JSON, one value after another; JSON that is broken; calls in tags.
std::optional<UnreadCall> unread_call_in(std::string_view text);

// What a member or a tag of that name may hold: the path of a file; a text that is written or that goes.
bool is_path_key(std::string_view key);
bool is_text_key(std::string_view key);

// Is `text` the path of a file, and nothing else?
bool is_path_text(std::string_view text);

// The file that the commands of a shell write from a here-document: "cat > a.txt <<'EOF'"; "" when they write none.
std::string heredoc_target(std::string_view commands);

}  // namespace aptix::format
