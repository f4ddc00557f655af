#include "mcp/clients.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/json/json_writer.h"
#include "base/text/shell_word.h"

namespace aptix::app::mcp {
namespace {

enum class Layout : uint8_t { json, toml };

struct Client {
  std::string_view name, where, key;  // key: the name of the object with the servers
  Layout layout = Layout::json;
  bool says_type = false;  // "type": "stdio"
};

constexpr Client kRows[] = {
    {"claude", ".mcp.json in the project, for Claude Code", "mcpServers"},
    {"cursor", ".cursor/mcp.json in the project, or ~/.cursor/mcp.json", "mcpServers"},
    {"vscode", ".vscode/mcp.json in the project", "servers", Layout::json, true},
    {"codex", "~/.codex/config.toml", "mcp_servers", Layout::toml},
    {"gemini", ".gemini/settings.json in the project, or ~/.gemini/settings.json", "mcpServers"},
    {"zed", "settings.json of Zed", "context_servers"},
};

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

}  // namespace

ClientConfig client_config(std::string_view client, std::string_view program, std::string_view root) {
  const Client& row =
      *std::find_if(std::begin(kRows), std::end(kRows), [&](const Client& one) { return one.name == client; });
  std::string where = fmt::format("put this into {}\n", row.where);
  if (client == "claude")
    where += fmt::format("or once: claude mcp add aptix -- {} mcp --root {}\n", shell_word(std::string(program)),
        shell_word(std::string(root)));
  if (client == "codex")
    where += fmt::format("or once: codex mcp add aptix -- {} mcp --root {}\n", shell_word(std::string(program)),
        shell_word(std::string(root)));
  if (row.layout == Layout::toml)
    return {std::move(where),
        fmt::format(
            "[{}.aptix]\ncommand = {}\nargs = [\"mcp\", \"--root\", {}]\n", row.key, quoted(program), quoted(root))};
  json::Writer w(json::Writer::Style::pretty);
  w.begin_object().key(row.key).begin_object().key("aptix").begin_object();
  if (row.says_type) w.field("type", "stdio");
  w.field("command", program).key("args").begin_array().value("mcp").value("--root").value(root).end_array();
  w.end_object().end_object().end_object();
  return {std::move(where), w.take() + "\n"};
}

}  // namespace aptix::app::mcp
