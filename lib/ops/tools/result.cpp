#include "ops/tools/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json/record.h"
#include "base/text/text.h"
#include "ops/tools/copy.h"
#include "ops/tools/cursor.h"
#include "ops/tools/said.h"

namespace aptix::ops {
namespace {

constexpr std::string_view kStale[] = {
    "hash.mismatch", "session.stale_read", "file.changed", "line.mismatch", "merge.conflict"};

struct Read {
  json::Value root;
  std::optional<json::Value> result;  // an object
  bool successful = false;
  std::string diff{};            // of the change, or after a conflict of the proposal
  size_t most_bytes = SIZE_MAX;  // of the result
};

std::vector<json::Value> files_in(const std::optional<json::Value>& result) {
  std::vector<json::Value> files;
  if (!result) return files;
  if (auto list = json::member(*result, "files", json::Type::array))
    for (json::Value file : *list) files.push_back(file);
  return files;
}

// "patch src/a.c (+1 -1)"
std::string files_text(const std::vector<json::Value>& files) {
  std::string out;
  for (const json::Value& file : files) {
    out += fmt::format("{} {}", text_in(file, "operation"), escape_for_display(text_in(file, "path")));
    std::string added = text_in(file, "linesAdded"), removed = text_in(file, "linesRemoved");
    if (text_in(file, "status") == "unchanged") out += " (already applied)";
    else if (!added.empty()) out += fmt::format(" (+{} -{})", added, removed);
    out += "\n";
  }
  return out;
}

std::string message_of(const Read& read, const std::vector<json::Value>& files, std::string_view approval) {
  if (!read.successful) {
    std::string text = all_said(read.root) + next_call(read.root, first_path(read.root), approval);
    return text + "nothing was written\n";
  }
  std::string text = files_text(files);
  auto paths = read.result ? json::member(*read.result, "paths", json::Type::array) : std::nullopt;
  if (paths)
    for (json::Value path : *paths) text += fmt::format("change {}, approved\n", escape_for_display(path.text()));
  std::string transaction = read.result ? text_in(*read.result, "transaction") : "";
  auto dry = read.result ? json::member(*read.result, "dryRun", json::Type::boolean) : std::nullopt;
  if (dry && dry->boolean()) text += "dry run: nothing was written\n";
  else if (transaction.empty()) text += "already applied; nothing was written\n";
  else
    text += fmt::format("transaction {}; undo {{\"transaction\": \"{}\"}} takes it back\n", transaction, transaction);
  return text + all_said(read.root);
}

// Whole lines, with a word about the others.
std::string within(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  std::string_view kept = cut_at_character(text, most);
  size_t end = kept.rfind('\n');
  kept = kept.substr(0, end == std::string_view::npos ? kept.size() : end + 1);
  return fmt::format("{}... {} bytes more\n", kept, text.size() - kept.size());
}

bool names(const ToolRow& tool, std::string_view field) {
  return std::any_of(tool.result.begin(), tool.result.end(), [&](const ToolField& row) { return row.name == field; });
}

ToolResult patch_result(const ToolRow& tool, const Read& read) {
  ToolResult out{.success = read.successful};
  std::vector<json::Value> files = files_in(read.result);
  out.approval = approval_in(read.root);
  out.text = within(message_of(read, files, out.approval), read.most_bytes / 2);
  std::string transaction = read.result ? text_in(*read.result, "transaction") : "";
  std::string sha = files.size() == 1 && read.successful ? text_in(files.front(), "after") : "";
  out.facts = json::object([&](json::Writer& w) {
    w.field("success", out.success).field("message", out.text).field("conflict", has_error(read.root, kStale));
    w.field("diff", within(read.diff, read.most_bytes / 2));
    // The transaction may have the name of its root before it, and the version is of a file.
    std::string_view version = std::string_view(transaction).substr(transaction.rfind(':') + 1);
    if (!transaction.empty()) w.field("version_id", version).field("transaction", transaction);
    if (!sha.empty()) w.field("sha256", sha);
    if (!out.approval.empty()) w.field("approval_id", out.approval);
    if (!names(tool, "files")) return;
    auto row = std::find_if(
        tool.result.begin(), tool.result.end(), [](const ToolField& field) { return field.name == "files"; });
    w.objects("files", files, [&](const json::Value& file) { write_fields(w, file, row->members); });
  });
  return out;
}

void write_said(json::Writer& w, const json::Value& root, std::string_view key, const ToolField& row) {
  w.key(key).begin_array();
  if (auto list = json::member(root, key, json::Type::array))
    for (json::Value one : *list) {
      w.begin_object();
      write_fields(w, one, row.members);
      w.end_object();
    }
  w.end_array();
}

// InvokeResult: {"successful", "result", "errors", "warnings"}.
ToolResult invoke_result(const ToolRow& tool, const Read& read) {
  ToolResult out{.success = read.successful};
  out.approval = approval_in(read.root);
  auto batches = read.result ? json::member(*read.result, "batches", json::Type::array) : std::nullopt;
  out.facts = json::object([&](json::Writer& w) {
    w.field("successful", out.success);
    if (batches && batches->size() > 0) {
      w.key("result").begin_object();
      write_fields(w, *batches->begin(), tool.result[1].members);
      if (std::string id = text_in(*read.result, "transaction"); !id.empty()) w.field("transaction", id);
      w.end_object();
    }
    write_said(w, read.root, "errors", tool.result[2]);
    write_said(w, read.root, "warnings", tool.result[3]);
  });
  out.text = message_of(read, files_in(read.result), out.approval);
  return out;
}

ToolResult failure(std::string text) {
  ToolResult out{.success = false, .has_schema = false};
  out.facts = json::object([&](json::Writer& w) { w.field("success", false).field("message", text); });
  out.text = std::move(text);
  return out;
}

// By the class of the errors, as the command itself exits.
int exit_code_in(const json::Value& root, const ToolResult& result) {
  std::vector<Diagnostic> errors;
  if (auto list = json::member(root, "errors", json::Type::array))
    for (json::Value error : *list)
      for (const CodeInfo& row : all_codes())
        if (row.id == text_in(error, "errorCode")) errors.push_back(make_error(row.code, ""));
  return errors.empty() && !result.success ? 1 : exit_code(errors);
}

// Where the next page begins, after so many objects of this one; "": there is none.
std::string next_cursor(const Read& read, size_t shown) {
  auto next = read.result->find("next");
  std::vector<json::Value> files = files_in(read.result);
  if (!files.empty())
    return next || shown < files.size() ? page_cursor(text_in(files[std::min(shown, files.size()) - 1], "path")) : "";
  auto hits = json::member(*read.result, "hits", json::Type::array);
  if (!hits || shown >= hits->size()) return next ? text_in(*read.result, "next") : "";
  uint64_t end = json::number_member(*read.result, next ? "next" : "total").value_or(0);
  return std::to_string(end - std::min<uint64_t>(end, hits->size()) + shown);
}

// The objects of a result, as many as fit.
std::string some_facts(const ToolRow& tool, const Read& read, size_t most_objects) {
  return json::object([&](json::Writer& w) {
    for (const ToolField& field : tool.result)
      if (field.name != "next_cursor") write_fields(w, *read.result, {&field, 1}, most_objects);
      else if (std::string cursor = next_cursor(read, most_objects); !cursor.empty()) w.field("next_cursor", cursor);
  });
}

ToolResult facts_result(const ToolRow& tool, const Read& read) {
  ToolResult out;
  out.facts = some_facts(tool, read, SIZE_MAX);
  size_t most = SIZE_MAX;
  for (const ToolField& field : tool.result)
    if (auto list = json::member(*read.result, field.name, json::Type::array); list && field.type == FieldType::objects)
      most = std::min(most, list->size());
  while (tool.gives == Gives::facts && out.facts.size() > read.most_bytes && most > 1 && most != SIZE_MAX) {
    most = std::max<size_t>(1, std::min(most - 1, most * read.most_bytes / out.facts.size()));
    out.facts = some_facts(tool, read, most);
  }
  out.text = out.facts;
  return out;
}

// "src/a.c  lines 1-20 of 200  version 12  sha256 ..." and then the lines as they are.
std::string header_of(const json::Value& result) {
  std::string head = escape_for_display(text_in(result, "path"));
  if (std::string start = text_in(result, "startLine"); !start.empty())
    head += fmt::format("  lines {}-{} of {}", start, text_in(result, "endLine"), text_in(result, "lines"));
  if (std::string version = text_in(result, "version"); !version.empty()) head += "  version " + version;
  if (std::string source = text_in(result, "source"); source != "disk") head += "  source " + source;
  if (std::string sha = text_in(result, "sha256"); !sha.empty()) head += "  sha256 " + sha;
  if (std::string note = text_in(result, "note"); !note.empty()) head += "  (" + note + ")";
  return head + "\n";
}

ToolResult diff_result(const ToolRow& tool, const Read& read) {
  std::string diff = within(read.diff, read.most_bytes);
  ToolResult out;
  out.text = (diff.empty() ? "no difference\n" : diff) + all_said(read.root);
  out.facts = json::object([&](json::Writer& w) {
    for (const ToolField& field : tool.result)
      if (field.name == "diff") w.field("diff", diff);
      else write_fields(w, *read.result, {&field, 1}, SIZE_MAX);
  });
  return out;
}

ToolResult text_result(const ToolRow& tool, const Read& read) {
  if (read.result->find("diff")) return diff_result(tool, read);
  ToolResult out = facts_result(tool, read);
  out.text = header_of(*read.result) + text_in(*read.result, "content");
  return out;
}

// The one file that was asked for, where it is of that source.
ToolResult only_of(const ToolRow& tool, const ToolCall& call, const Read& read) {
  std::vector<json::Value> files = files_in(read.result);
  if (files.empty() || text_in(files.front(), "source") != call.only)
    return failure(
        fmt::format("error[file.missing]: {} is not in the Active File List\n  hint: 'list_active_files' lists it\n",
            in_quotes(call.operands.front())));
  return facts_result(
      tool, {.root = read.root, .result = files.front(), .successful = true, .most_bytes = read.most_bytes});
}

}  // namespace

bool tells_of_conflict(std::string_view envelope) {
  auto document = json::read_record(envelope);
  return document && has_error(document->root(), kStale);
}

ToolResult tool_result(const ToolRow& tool, const ToolCall& call, const CommandSaid& said) {
  auto document = json::read_record(said.envelope);
  if (!document) return failure("error[internal]: the command gave no result\n");
  Read read{.root = document->root(), .result = {}};
  read.result = json::member(read.root, "result", json::Type::object);
  auto successful = json::member(read.root, "successful", json::Type::boolean);
  read.successful = successful && successful->boolean();
  read.most_bytes = said.max_tokens > SIZE_MAX / 4 ? SIZE_MAX : said.max_tokens * 7 / 2;
  read.diff = read.result ? text_in(*read.result, "diff") : "";
  if (auto proposal = json::read_record(said.proposal))
    if (auto result = json::member(proposal->root(), "result", json::Type::object))
      read.diff = text_in(*result, "diff");
  constexpr std::string_view kInterrupted[] = {"interrupted"};
  bool interrupted = has_error(read.root, kInterrupted);
  ToolResult out;
  if (names(tool, "conflict")) out = patch_result(tool, read);
  else if (names(tool, "successful")) out = invoke_result(tool, read);
  else if (!read.successful || !read.result)
    out = failure(all_said(read.root) + next_call(read.root, first_path(read.root), ""));
  else if (call.only.empty()) out = tool.gives == Gives::text ? text_result(tool, read) : facts_result(tool, read);
  else out = only_of(tool, call, read);
  out.interrupted = interrupted;
  out.exit_code = exit_code_in(read.root, out);
  return out;
}

ToolResult failed_call(const ToolRow& tool, const Diagnostics& said) {
  std::string text;
  for (const Diagnostic& error : said.errors) {
    text += fmt::format("error[{}]: {}\n", info(error.code).id, error.message);
    if (!error.hint.empty()) text += fmt::format("  hint: {}\n", error.hint);
  }
  ToolResult out = failure(text);
  out.exit_code = exit_code(said.errors);
  bool patches = names(tool, "conflict"), invokes = names(tool, "successful");
  if (!patches && !invokes) return out;
  out.has_schema = true;
  out.facts = json::object([&](json::Writer& w) {
    if (patches) {
      w.field("success", false).field("message", text).field("conflict", false).field("diff", "");
      if (names(tool, "files")) w.key("files").begin_array().end_array();
      return;
    }
    w.field("successful", false);
    w.objects("errors", said.errors, [&](const Diagnostic& error) {
      w.field("errorCode", info(error.code).id).field("message", error.message);
      if (!error.hint.empty()) w.field("hint", error.hint);
    });
    w.key("warnings").begin_array().end_array();
  });
  return out;
}

ToolResult held_call(const ToolRow& tool, std::string_view approval) {
  Error held = make_error(Code::policy_approval_needed, "the person did not approve the change",
      fmt::format("it waits: 'aptix approve {}' carries it out; do not send it again", approval));
  return failed_call(tool, Diagnostics{.errors = {std::move(held)}});
}

}  // namespace aptix::ops
