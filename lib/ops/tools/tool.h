// The table of tools for agents: what a tool is called, what it takes, what it gives, and which command does it. The
// schemas, 'aptix tools', 'tool call', 'mcp' and the shell all come from these rows. A row adds a name and a shape to a
// command and never behaviour of its own (ddrs/APX-044).
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

// A property of the arguments or of the result, as the schemas say it.
struct ToolField {
  std::string_view name;
  FieldType type = FieldType::text;
  Need need = Need::optional;
  std::string_view meaning;
  std::string_view words = {};              // text: "truncate|append|create", where nothing else is allowed
  std::span<const ToolField> members = {};  // object, objects
  std::string_view from = {};               // result: the member of the command's result, where it has another name
};

enum class Permission : uint8_t { read, write };
// text: what reads a file. Clients show their model only the JSON of a result that has any, and a model then copies
// lines from escaped text; so these have none.
enum class Gives : uint8_t { facts, text };
enum class Offered : uint8_t { on_demand, by_default };

class ToolArguments;

// whole: a document. below_name: a patch, which may name no file, so that `path` is put above it. created, replaced:
// all of the file at `path`, new or not. appended: a text that is to come after what it has.
enum class InputIs : uint8_t { whole, below_name, created, replaced, appended };

// What of a call names a file: its first operand, which is read, or `path`, which is written.
enum class CallNames : uint8_t { nothing, operand, path };

// Below which root the command runs, where there are several. named: by the path in the call, which has to be there.
// document: by the files that its edits are for. transaction: by the first operand. any: the one that knows of it.
// each: all, and their lists come after each other.
enum class RootBy : uint8_t { named, document, transaction, any, each };

// A tool call, said as a run of a command.
struct ToolCall {
  std::string_view command;            // "bundle apply"
  std::vector<std::string> options{};  // "--lines=1:20"; each one word
  std::vector<std::string> operands{};
  std::string input{};      // what the command reads on standard input
  std::string path{};       // that the base is of, and that an edit is for
  std::string base_sha{};   // "": the document itself says for which text it was made, or nobody does
  bool needs_base = false;  // where the file is there
  InputIs input_is = InputIs::whole;
  std::string_view only = {};  // "active": of this source alone
  CallNames names = CallNames::nothing;
  RootBy root_by = RootBy::named;
};

struct ToolRow {
  std::string_view name;  // at most 40 of [a-z0-9_]
  std::string_view title;
  std::string_view description;  // with an example of a call; at most 2,048 bytes
  Permission permission = Permission::read;
  Gives gives = Gives::facts;
  Offered offered = Offered::on_demand;
  bool repeatable = false;     // called once more with the same arguments it changes nothing
  bool always_loaded = false;  // clients that hide tools behind a search show it at once
  std::span<const ToolField> arguments = {};
  std::span<const ToolField> result = {};
  Result<ToolCall> (*call)(const ToolArguments&) = nullptr;
};

// In the order in which clients list them.
std::span<const ToolRow> tool_rows();
const ToolRow* find_tool(std::string_view name);  // null: there is none

}  // namespace aptix::ops
