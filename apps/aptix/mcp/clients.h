// The configuration to paste into a client, and where.
#pragma once

#include <string>
#include <string_view>

#include "base/text/literal.h"

namespace aptix::app::mcp {

inline constexpr Literal kClients = "claude|cursor|vscode|codex|gemini|zed";

// `program`: path of aptix; `root`: the folder. REQUIRES: `client` is one of kClients.
struct ClientConfig {
  std::string where;  // for a person: the file, or the command that adds it
  std::string text;   // the content for that file
};
ClientConfig client_config(std::string_view client, std::string_view program, std::string_view root);

}  // namespace aptix::app::mcp
