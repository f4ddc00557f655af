#include "ops/tools/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/text.h"
#include "ops/tools/copy.h"
#include "ops/tools/cursor.h"
#include "ops/tools/said.h"
#include "ops/tools/tool_hint.h"

namespace aptix::ops {
namespace {

bool is_conflict(const Envelope& said) {
  return said.has_error(
      {Code::hash_mismatch, Code::session_stale_read, Code::file_changed, Code::line_mismatch, Code::merge_conflict});
}

struct Read {
  const Envelope& said;
  std::optional<json::Value> result;  // an object
  std::string diff{};                 // of the change, or of the proposal after a conflict
  size_t most_bytes = SIZE_MAX;       // limit for the result

  std::string text(std::string_view key) const { return result ? text_in(*result, key) : ""; }
  std::vector<json::Value> list(std::string_view key) const {
    return result ? list_in(*result, key) : std::vector<json::Value>();
  }
};

// The first whole lines, and how many bytes follow.
std::string within(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  std::string_view kept = cut_at_character(text, most);
  size_t end = kept.rfind('\n');
  kept = kept.substr(0, end == std::string_view::npos ? kept.size() : end + 1);
  return fmt::format("{}... {} bytes more\n", kept, text.size() - kept.size());
}

// "patch src/a.c (+1 -1)", for at most `most` files.
std::string files_text(const std::vector<json::Value>& files, size_t most) {
  std::string out;
  for (size_t i = 0; i < files.size() && i < most; ++i) {
    const json::Value& file = files[i];
    out += fmt::format("{} {}", text_in(file, "operation"), escape_for_display(text_in(file, "path")));
    std::string added = text_in(file, "linesAdded"), removed = text_in(file, "linesRemoved");
    if (text_in(file, "status") == "unchanged") out += " (already applied)";
    else if (!added.empty()) out += fmt::format(" (+{} -{})", added, removed);
    out += "\n";
  }
  if (files.size() > most) out += fmt::format("{} of {} files are listed\n", most, files.size());
  return out;
}

// The files of a change that a person approved.
std::string approved_text(const std::vector<json::Value>& paths, size_t most) {
  std::string out;
  for (size_t i = 0; i < paths.size() && i < most; ++i)
    out += fmt::format("change {}, approved\n", escape_for_display(paths[i].text()));
  if (paths.size() > most) out += fmt::format("{} of {} files are listed\n", most, paths.size());
  return out;
}

// How much room a result has.
struct Room {
  size_t objects = SIZE_MAX;  // per list
  size_t bytes = SIZE_MAX;    // per text
  bool is_tight = false;      // something was left out
};

std::string message_of(const Read& read, const std::vector<json::Value>& files, const Room& room) {
  std::string said = within(all_said(read.said), room.bytes);
  if (!read.said.successful()) return said + next_call(read.said) + "nothing was written\n";
  std::string text = files_text(files, room.objects) + approved_text(read.list("paths"), room.objects);
  std::string transaction = read.text("transaction");
  auto dry = read.result ? json::member(*read.result, "dryRun", json::Type::boolean) : std::nullopt;
  if (dry && dry->boolean()) text += "dry run: nothing was written\n";
  else if (transaction.empty()) text += "already applied; nothing was written\n";
  else text += fmt::format("transaction {}; undo {{\"transaction\": \"{}\"}} undoes it\n", transaction, transaction);
  return text + said;
}

// Makes the result with less and less room until it is short enough.
template <class Make>
void fit(size_t most_bytes, size_t objects, Make make) {
  constexpr size_t kLeastBytes = 200;
  Room room{.objects = std::max<size_t>(objects, 1), .bytes = most_bytes};
  for (;;) {
    size_t size = make(room);
    if (size <= most_bytes || (room.objects == 1 && room.bytes <= kLeastBytes)) return;
    double part = 0.9 * static_cast<double>(most_bytes) / static_cast<double>(size);
    auto less = [&](size_t now) { return static_cast<size_t>(static_cast<double>(now) * part); };
    room = {.objects = std::max<size_t>(less(room.objects), 1),
        .bytes = std::max(less(room.bytes), kLeastBytes),
        .is_tight = true};
  }
}

bool names(const ToolRow& tool, std::string_view field) {
  return std::any_of(tool.result.begin(), tool.result.end(), [&](const ToolField& row) { return row.name == field; });
}

std::string patch_facts(const ToolRow& tool, const Read& read, const ToolResult& out, const Room& room) {
  std::vector<json::Value> files = read.list("files");
  std::string transaction = read.text("transaction");
  std::string sha = files.size() == 1 && out.success ? text_in(files.front(), "after") : "";
  return json::object([&](json::Writer& w) {
    w.field("success", out.success).field("message", out.text).field("conflict", is_conflict(read.said));
    w.field("diff", within(read.diff, room.bytes));
    // `transaction` may start with the name of its root; the version must not.
    std::string_view version = std::string_view(transaction).substr(transaction.rfind(':') + 1);
    if (!transaction.empty()) w.field("version_id", version).field("transaction", transaction);
    if (!sha.empty()) w.field("sha256", sha);
    if (!out.approval.empty()) w.field("approval_id", out.approval);
    if (!names(tool, "files")) return;
    auto listed = std::span(files).first(std::min(files.size(), room.objects));
    auto row = std::ranges::find(tool.result, "files", &ToolField::name);
    w.objects("files", listed, [&](const json::Value& file) { write_fields(w, file, row->members); });
  });
}

ToolResult patch_result(const ToolRow& tool, const Read& read) {
  ToolResult out{.success = read.said.successful()};
  std::vector<json::Value> files = read.list("files");
  out.approval = approval_in(read.said);
  fit(read.most_bytes, files.size(), [&](const Room& room) {
    out.text = message_of(read, files, room);
    out.facts = patch_facts(tool, read, out, room);
    return out.facts.size();
  });
  return out;
}

void write_said(json::Writer& w, std::string_view key, const std::vector<json::Value>& said, const Room& room) {
  w.key(key).begin_array();
  for (const json::Value& one : std::span(said).first(std::min(said.size(), room.objects))) {
    w.begin_object().field("errorCode", text_in(one, "errorCode"));
    w.field("message", within(text_in(one, "message"), room.bytes));
    if (std::string hint = hint_of(one); !hint.empty()) w.field("hint", within(hint, room.bytes));
    w.end_object();
  }
  if (key == "warnings" && room.is_tight)
    w.begin_object()
        .field("errorCode", info(Code::limit_exceeded).id)
        .field("message", fmt::format("{} of each list are shown at most", room.objects))
        .end_object();
  w.end_array();
}

void write_warnings(json::Writer& w, const Read& read, const Room& room) {
  if (std::vector<json::Value> said = read.said.warnings(); !said.empty()) write_said(w, "warnings", said, room);
}

// InvokeResult: {"successful", "result", "errors", "warnings"}.
std::string invoke_facts(const ToolRow& tool, const Read& read, const Room& room) {
  std::vector<json::Value> batches = read.list("batches");
  return json::object([&](json::Writer& w) {
    w.field("successful", read.said.successful());
    if (!batches.empty()) {
      w.key("result").begin_object();
      write_fields(w, batches.front(), tool.result[1].members, room.objects, room.objects);
      if (std::string id = read.text("transaction"); !id.empty()) w.field("transaction", id);
      w.end_object();
    }
    write_said(w, "errors", read.said.errors(), room);
    write_said(w, "warnings", read.said.warnings(), room);
  });
}

ToolResult invoke_result(const ToolRow& tool, const Read& read) {
  constexpr size_t kMostObjects = 10'000;
  ToolResult out{.success = read.said.successful()};
  std::vector<json::Value> files = read.list("files");
  out.approval = approval_in(read.said);
  fit(read.most_bytes, kMostObjects, [&](const Room& room) {
    out.text = message_of(read, files, room);
    out.facts = invoke_facts(tool, read, room);
    return out.facts.size();
  });
  return out;
}

ToolResult failure(std::string text) {
  ToolResult out{.success = false, .has_schema = false};
  out.facts = json::object([&](json::Writer& w) { w.field("success", false).field("message", text); });
  out.text = std::move(text);
  return out;
}

// The exit code of the command, derived from the classes of its errors.
int exit_code_in(const Envelope& said, const ToolResult& result) {
  std::vector<Diagnostic> errors;
  for (const json::Value& error : said.errors()) errors.push_back(make_error(code_of(error), ""));
  return errors.empty() && !result.success ? 1 : exit_code(errors);
}

// The cursor of the next page if this page ends after `shown` objects; "": there is none.
std::string next_cursor(const Read& read, size_t shown) {
  auto next = read.result->find("next");
  std::vector<json::Value> files = read.list("files");
  if (!files.empty())
    return next || shown < files.size() ? page_cursor(text_in(files[std::min(shown, files.size()) - 1], "path")) : "";
  size_t hits = read.list("hits").size();
  if (shown >= hits) return next ? read.text("next") : "";
  uint64_t end = json::number_member(*read.result, next ? "next" : "total").value_or(0);
  return std::to_string(end - std::min<uint64_t>(end, hits) + shown);
}

// Lists within an object are cut only if it is the only object.
std::string some_facts(const ToolRow& tool, const Read& read, const Room& room, size_t objects) {
  size_t inner = room.objects < objects && room.objects == 1 ? room.bytes / 100 : SIZE_MAX;
  return json::object([&](json::Writer& w) {
    for (const ToolField& field : tool.result) {
      std::string text = field.type == FieldType::text ? text_in(*read.result, field.name) : "";
      if (field.name == "warnings") write_warnings(w, read, room);
      else if (text.size() > room.bytes) w.field(field.name, within(text, room.bytes));
      else if (field.name != "next_cursor") write_fields(w, *read.result, {&field, 1}, room.objects, inner);
      else if (std::string cursor = next_cursor(read, room.objects); !cursor.empty()) w.field("next_cursor", cursor);
    }
  });
}

ToolResult facts_result(const ToolRow& tool, const Read& read) {
  ToolResult out;
  size_t objects = read.said.warnings().size();
  for (const ToolField& field : tool.result)
    if (field.type == FieldType::objects) objects = std::max(objects, read.list(field.name).size());
  size_t most = tool.gives == Gives::facts ? read.most_bytes : SIZE_MAX;
  fit(most, objects, [&](const Room& room) {
    out.facts = some_facts(tool, read, room, objects);
    return out.facts.size();
  });
  out.text = out.facts;
  return out;
}

// "src/a.c  lines 1-20 of 200  version 12  sha256 ...", which precedes the lines.
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
  std::string said = within(all_said(read.said), read.most_bytes / 4);
  std::string diff = within(read.diff, read.most_bytes - std::min(read.most_bytes, said.size()));
  if (diff.size() < read.diff.size()) said = "give 'filepath' to see what differs in one file\n" + said;
  ToolResult out;
  out.text = (diff.empty() ? "no difference\n" : diff) + said;
  out.facts = json::object([&](json::Writer& w) {
    for (const ToolField& field : tool.result)
      if (field.name == "diff") w.field("diff", diff);
      else if (field.name == "warnings") write_warnings(w, read, {.bytes = read.most_bytes / 4});
      else write_fields(w, *read.result, {&field, 1}, SIZE_MAX);
  });
  return out;
}

ToolResult text_result(const ToolRow& tool, const Read& read) {
  if (read.result->find("diff")) return diff_result(tool, read);
  ToolResult out = facts_result(tool, read);
  out.text = header_of(*read.result) + read.text("content");
  return out;
}

// The requested file, if it comes from the required source.
ToolResult only_of(const ToolRow& tool, const ToolCall& call, const Read& read) {
  std::vector<json::Value> files = read.list("files");
  if (files.empty() || text_in(files.front(), "source") != call.only)
    return failure(
        fmt::format("error[file.missing]: {} is not in the Active File List\n  hint: 'list_active_files' lists it\n",
            in_quotes(call.operands.front())));
  return facts_result(tool, {.said = read.said, .result = files.front(), .most_bytes = read.most_bytes});
}

}  // namespace

bool tells_of_conflict(std::string_view envelope) { return is_conflict(Envelope(envelope)); }

ToolResult tool_result(const ToolRow& tool, const ToolCall& call, const CommandSaid& said) {
  Envelope envelope(said.envelope), proposal(said.proposal);
  if (!envelope) return failure("error[internal]: the command gave no result\n");
  Read read{.said = envelope, .result = envelope.result()};
  read.most_bytes = said.max_tokens > SIZE_MAX / 4 ? SIZE_MAX : said.max_tokens * 7 / 2;
  read.diff = proposal.result() ? proposal.text("diff") : read.text("diff");
  ToolResult out;
  if (names(tool, "conflict")) out = patch_result(tool, read);
  else if (names(tool, "successful")) out = invoke_result(tool, read);
  else if (!envelope.successful() || !read.result)
    out = failure(within(all_said(envelope), read.most_bytes / 2) + next_call(envelope));
  else if (call.only.empty()) out = tool.gives == Gives::text ? text_result(tool, read) : facts_result(tool, read);
  else out = only_of(tool, call, read);
  out.interrupted = envelope.has_error({Code::interrupted});
  out.exit_code = exit_code_in(envelope, out);
  return out;
}

ToolResult failed_call(const ToolRow& tool, const Diagnostics& said) {
  constexpr size_t kMostErrors = 20;
  auto errors = std::span(said.errors).first(std::min(said.errors.size(), kMostErrors));
  std::string text;
  for (const Diagnostic& error : errors) {
    text += fmt::format("error[{}]: {}\n", info(error.code).id, error.message);
    if (std::string hint = tool_hint(error.hint, error.code); !hint.empty()) text += fmt::format("  hint: {}\n", hint);
  }
  if (errors.size() < said.errors.size())
    text += fmt::format("{} of {} errors are listed\n", errors.size(), said.errors.size());
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
    w.objects("errors", errors, [&](const Diagnostic& error) {
      w.field("errorCode", info(error.code).id).field("message", error.message);
      if (std::string hint = tool_hint(error.hint, error.code); !hint.empty()) w.field("hint", hint);
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
