#include "mcp/answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/record.h"
#include "base/text/trim.h"
#include "ops/tools/copy.h"
#include "ops/tools/envelope.h"

namespace aptix::app::mcp {
namespace {

// Codex cuts longer texts in the middle.
constexpr uint64_t kTokensForCodex = 8'700 * 2 / 7;  // with the line above the text
constexpr uint64_t kTokensOfResource = 25'000;
constexpr std::string_view kFileUri = "file://";

ToolCaller caller_of(Job& job) {
  ToolCaller caller{
      .name = job.peer.name, .interrupted = &job.interrupted, .committed = &job.committed, .progress = &job.progress};
  if (job.peer.name.starts_with("codex")) caller.max_tokens = caller.most_tokens = kTokensForCodex;
  return caller;
}

std::string arguments_text(const Job& job) {
  json::Writer w;
  auto arguments = param(*job.message, "arguments");
  if (arguments) ops::write_value(w, *arguments);
  else w.null();
  return w.take();
}

// Shows what would be written, and nothing that the model says about it.
std::string question_about(const Job& job, const WaitingChange& change, std::string_view approval) {
  constexpr size_t kMostDiff = 4000, kMostPaths = 20;
  std::string text = fmt::format("{} wants to change what needs your approval, by '{}':\n",
      job.peer.name.empty() ? "The client" : job.peer.name, job.tool->name);
  for (size_t i = 0; i < change.paths.size() && i < kMostPaths; ++i)
    text += fmt::format("  {}\n", excerpt_for_display(change.paths[i]));
  if (change.paths.size() > kMostPaths) text += fmt::format("  and {} more\n", change.paths.size() - kMostPaths);
  std::string_view shown = cut_at_character(change.diff, kMostDiff);
  text += "\n" + escape_block_for_display(shown);
  if (shown.size() < change.diff.size())
    text += fmt::format("\n... {} bytes more: 'aptix approve --dry-run --diff {}' shows all\n",
        change.diff.size() - shown.size(), approval);
  return text;
}

std::string to_uri(std::string_view path) {
  std::string uri(kFileUri);
  for (char c : path) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
        std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<uint8_t>(c));
  }
  return uri;
}

// A note for a file that is not returned whole; "" if it is.
std::string what_is_missing(const json::Document& facts, const std::string& path) {
  auto whole = json::member(facts.root(), "is_full_file", json::Type::boolean);
  if (whole && whole->boolean()) return {};
  auto number = [&](std::string_view key) { return json::number_member(facts.root(), key).value_or(0); };
  std::string call =
      json::object([&](json::Writer& w) { w.field("filepath", path).field("start", number("end_line") + 1); });
  return fmt::format("[aptix: these were lines {} to {} of {}; read_file {} goes on]", number("start_line"),
      number("end_line"), number("lines"), call);
}

std::vector<std::string_view> prompt_names() { return split(find_command("prompt")->operands, '|'); }

std::string list_prompts(const Job& job) {
  return reply(
      job.peer, job.id(),
      [](json::Writer& w) {
        w.objects("prompts", prompt_names(), [&](std::string_view name) {
          w.field("name", name).field("description", fmt::format("how to answer with edits: {}", name));
        });
      },
      Cached::by_anyone);
}

}  // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
  if (!uri.starts_with(kFileUri)) return std::nullopt;
  std::string path;
  std::string_view rest = uri.substr(kFileUri.size());
  for (size_t i = 0; i < rest.size(); ++i) {
    auto digit = [&](size_t at) {
      char c = at < rest.size() ? rest[at] : ' ';
      return c >= '0' && c <= '9' ? c - '0'
          : c >= 'a' && c <= 'f'  ? c - 'a' + 10
          : c >= 'A' && c <= 'F'  ? c - 'A' + 10
                                  : -1;
    };
    if (rest[i] != '%') path += rest[i];
    else if (digit(i + 1) < 0 || digit(i + 2) < 0) return std::nullopt;
    else path += static_cast<char>(digit(i + 1) * 16 + digit(i + 2)), i += 2;
  }
  return path;
}

std::optional<std::string> Answers::answer(Job& job) {
  const std::string& method = job.message->method;
  try {
    if (job.asked) return take_up(job);
    if (method == "tools/call") return call_tool(job);
    if (method == "resources/list") return list_resources(job);
    if (method == "resources/read") return read_resource(job);
    if (method == "prompts/list") return list_prompts(job);
    if (method == "prompts/get") return get_prompt(job);
    if (method == "resources/templates/list")
      return reply(
          job.peer, job.id(), [](json::Writer& w) { w.key("resourceTemplates").begin_array().end_array(); },
          Cached::by_anyone);
  } catch (const std::exception& bug) {
    return error_reply(job.id(), kInternalError, fmt::format("a bug in aptix: {}", escape_for_display(bug.what())));
  }
  return error_reply(job.id(), kNoMethod, fmt::format("there is no method '{}'", excerpt_for_display(method)));
}

std::optional<std::string> Answers::call_tool(Job& job) {
  auto arguments = param(*job.message, "arguments");
  std::string state = text_param(*job.message, "requestState");
  if (!state.empty()) {
    auto approval = sealed_.open(state, job.tool->name, arguments_text(job), now_ns());
    auto responses = param(*job.message, "inputResponses");
    bool given = responses && responses->type() == json::Type::object;
    auto said = answer_in(given ? responses->find("approve") : std::nullopt);
    if (approval && said == true) return carry_out(job, *approval, nullptr);
    if (approval && said == false) {
      ops::ToolResult refused = ops::held_call(*job.tool, *approval);
      return call_reply(job.peer, job.id(), *job.tool, refused);
    }
  }
  ops::ToolResult result = toolbox_.run(*job.tool, arguments, caller_of(job));
  bool asks = !result.approval.empty() && job.peer.can_be_asked;
  auto change = asks ? toolbox_.find_waiting(result.approval, caller_of(job)) : std::nullopt;
  if (!change) return call_reply(job.peer, job.id(), *job.tool, result);
  return with_approval(job, result, question_about(job, *change, result.approval));
}

std::optional<std::string> Answers::with_approval(Job& job, const ops::ToolResult& held, std::string_view question) {
  if (job.peer.is_modern()) return input_required(job, held, question);
  if (ask_(job, held, question)) return std::nullopt;
  return call_reply(job.peer, job.id(), *job.tool, held);
}

std::string Answers::take_up(Job& job) {
  const ops::ToolResult& held = job.asked->held;
  if (job.asked->said == true) return carry_out(job, held.approval, &held);
  return call_reply(job.peer, job.id(), *job.tool, held);
}

std::string Answers::input_required(Job& job, const ops::ToolResult& held, std::string_view question) {
  std::string state = sealed_.seal(held.approval, job.tool->name, arguments_text(job), now_ns());
  return json::object([&](json::Writer& w) {
    w.field("jsonrpc", "2.0").key("id").raw(job.id()).key("result").begin_object();
    w.field("resultType", "input_required").key("inputRequests").begin_object().key("approve").begin_object();
    w.field("method", "elicitation/create").key("params").begin_object();
    write_question(w, job.peer, question);
    w.end_object().end_object().end_object().field("requestState", state).end_object();
  });
}

// The person agreed in the client; the audit record says so.
std::string Answers::carry_out(Job& job, const std::string& approval, const ops::ToolResult* held) {
  ops::ToolResult result = toolbox_.approve(*job.tool, approval, caller_of(job));
  if (!result.success && held != nullptr) return call_reply(job.peer, job.id(), *job.tool, *held);
  return call_reply(job.peer, job.id(), *job.tool, result);
}

std::string Answers::list_resources(Job& job) {
  std::vector<std::pair<std::string, std::string>> found;  // root and path
  for (const std::string& root : toolbox_.roots()) {
    ops::ToolCall call{.command = "excerpt", .options = {"--max-lines=1"}};
    std::string printed = toolbox_.run_command(root, call, caller_of(job));
    ops::Envelope said(printed);
    for (const json::Value& file : said.list("files")) found.emplace_back(root, ops::text_in(file, "path"));
  }
  return reply(
      job.peer, job.id(),
      [&](json::Writer& w) {
        w.objects("resources", found, [&](const auto& one) {
          const auto& [root, path] = one;
          w.field("uri", to_uri(root + "/" + path)).field("name", path);
          w.field("mimeType", path.ends_with(".md") ? "text/markdown" : "text/plain");
        });
      },
      Cached::by_one);
}

std::string Answers::read_resource(Job& job) {
  std::string uri = text_param(*job.message, "uri");
  auto path = path_of_uri(uri);
  std::string data = json::object([&](json::Writer& w) { w.field("uri", uri); });
  if (!path) return error_reply(job.id(), kInvalidParams, "the resource is unknown", data);
  std::string text =
      json::object([&](json::Writer& w) { w.field("filepath", *path).field("max_tokens", kTokensOfResource); });
  json::ReadResult arguments = json::read(text);
  if (!arguments.document) return error_reply(job.id(), kInvalidParams, "the resource is unknown", data);
  ops::ToolResult result = toolbox_.run(*ops::find_tool("read_file"), arguments.document->root(), caller_of(job));
  if (!result.success)
    return error_reply(
        job.id(), kInvalidParams, fmt::format("the resource cannot be read: {}", trim(result.text)), data);
  auto facts = json::read_record(result.facts);
  return reply(
      job.peer, job.id(),
      [&](json::Writer& w) {
        w.key("contents").begin_array().begin_object().field("uri", uri).field("mimeType", "text/plain");
        w.field("text", facts ? json::text_member(facts->root(), "content").value_or("") : "").end_object();
        if (std::string more = facts ? what_is_missing(*facts, *path) : ""; !more.empty())
          w.begin_object().field("uri", uri).field("mimeType", "text/plain").field("text", more).end_object();
        w.end_array();
      },
      Cached::by_one);
}

std::string Answers::get_prompt(Job& job) {
  std::string name = text_param(*job.message, "name");
  std::vector<std::string_view> names = prompt_names();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return error_reply(job.id(), kInvalidParams, fmt::format("unknown prompt: {}", excerpt_for_display(name)));
  std::string printed = toolbox_.run_command({.command = "prompt", .operands = {name}}, caller_of(job));
  return reply(job.peer, job.id(), [&](json::Writer& w) {
    w.key("messages").begin_array().begin_object().field("role", "user").key("content").begin_object();
    w.field("type", "text").field("text", ops::Envelope(printed).text("prompt"));
    w.end_object().end_object().end_array();
  });
}

}  // namespace aptix::app::mcp
