// The table of tools for agents: name, arguments, result, and the command that does the work. The schemas, 'aptix
// tools', 'tool call', 'mcp' and the shell are all made from these rows. A row adds a name and a shape to a command,
// never behaviour of its own (ddrs/APX-044).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace aptix::ops {

enum class FieldType : uint8_t { text, number, flag, texts, object, objects };
enum class Need : uint8_t { optional, required };

// A property of the arguments or the result, as in the schema.
struct ToolField {
  std::string_view name;
  FieldType type = FieldType::text;
  Need need = Need::optional;
  std::string_view meaning;
  std::string_view words = {};              // text: "truncate|append|create", the only values allowed
  std::span<const ToolField> members = {};  // object, objects
  std::string_view from = {};               // result: the name in the command's result, if different
};

enum class Permission : uint8_t { read, write };
// text: for tools that read a file. Clients show the model only the JSON if a result has any, and models then copy
// lines from escaped text. So these results have no JSON.
enum class Gives : uint8_t { facts, text };
enum class Offered : uint8_t { on_demand, by_default };

class ToolArguments;

// whole: a document. below_name: a patch; `path` is put above it in case it names no file. created, replaced: the whole
// file at `path`, new or not. appended: text to add at the end of the file.
enum class InputIs : uint8_t { whole, below_name, created, replaced, appended };

// What in a call names a file: its first operand, which is read, or `path`, which is written.
enum class CallNames : uint8_t { nothing, operand, path };

// Which root the command runs in, if there are several. named: that of the path in the call, which must be given.
// document: those of the edited files. transaction: that of the first operand. any: the one that knows the id. each:
// all; their lists are concatenated.
enum class RootBy : uint8_t { named, document, transaction, any, each };

// A tool call as a run of a command.
struct ToolCall {
  std::string_view command;            // "bundle apply"
  std::vector<std::string> options{};  // "--lines=1:20"; one word each
  std::vector<std::string> operands{};
  std::string input{};      // standard input of the command
  std::string path{};       // the file of the base and of the edit
  std::string base_sha{};   // "": the document states its own base, or there is none
  bool needs_base = false;  // required if the file exists
  InputIs input_is = InputIs::whole;
  std::string_view only = {};  // "active": only from this source
  CallNames names = CallNames::nothing;
  RootBy root_by = RootBy::named;
};

struct ToolRow {
  std::string_view name;  // at most 40 of [a-z0-9_]
  std::string_view title;
  std::string_view description;  // with an example call; at most 2,048 bytes
  Permission permission = Permission::read;
  Gives gives = Gives::facts;
  Offered offered = Offered::on_demand;
  bool repeatable = false;     // a second call with the same arguments changes nothing
  bool always_loaded = false;  // clients that hide tools behind a search show it at once
  std::span<const ToolField> arguments = {};
  std::span<const ToolField> result = {};
  Result<ToolCall> (*call)(const ToolArguments&) = nullptr;
};

// In the order in which clients list them.
std::span<const ToolRow> tool_rows();
const ToolRow* find_tool(std::string_view name);  // null: there is none

}  // namespace aptix::ops
