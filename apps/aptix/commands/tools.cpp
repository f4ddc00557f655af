// aptix tools, tool call, mcp: the functions of aptix as tools for agents. aptix shell: the commands without 'aptix',
// and pasted answers.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "base/json/record.h"
#include "base/text/trim.h"
#include "disk/workspace.h"
#include "mcp/clients.h"
#include "mcp/confine.h"
#include "mcp/server.h"
#include "ops/tools/schema.h"
#include "render/json.h"
#include "shared/helper.h"
#include "shell/shell.h"
#include "tools/roots.h"
#include "tools/toolbox.h"

namespace aptix::app {
namespace {

Result<Answer> run_tools(Session& session) {
  ops::ToolFamily family = ops::ToolFamily::mcp;
  std::string_view word = session.arguments.value("for").value_or("mcp");
  for (size_t i = 0; i < std::size(ops::kToolFamilies); ++i)
    if (ops::kToolFamilies[i] == word) family = static_cast<ops::ToolFamily>(i);
  bool as_json = session.arguments.has("for");
  json::Writer list;
  list.begin_array();
  Said said;
  for (const ops::ToolRow& tool : ops::tool_rows()) {
    ops::write_tool(list, tool, family, ops::ToolDetail::all);
    std::string_view first = tool.description.substr(0, tool.description.find("\n\n"));
    said.text +=
        fmt::format("{:<22} {:<6} {}{}\n", tool.name, tool.permission == ops::Permission::read ? "reads" : "writes",
            first.substr(0, first.find(". ")), tool.offered == ops::Offered::by_default ? "" : "  (--tools)");
  }
  list.end_array();
  std::string schemas = list.take();
  said.json = json::object([&](json::Writer& w) { w.field("for", word).key("tools").raw(schemas); });
  if (as_json) said.text = schemas + "\n";
  return make_answer(session, said);
}

Result<const ops::ToolRow*> tool_named(const std::string& name) {
  if (const ops::ToolRow* tool = ops::find_tool(name)) return tool;
  std::vector<std::string_view> known;
  for (const ops::ToolRow& row : ops::tool_rows()) known.push_back(row.name);
  std::string_view guess = nearest_word(name, known);
  return fail(Code::usage, fmt::format("there is no tool '{}'", escape_for_display(name)),
      guess.empty() ? "'aptix tools' lists them" : fmt::format("did you mean '{}'?", guess));
}

Result<ops::ToolResult> call_tool(const Session& session, const ops::ToolRow& tool) {
  TRY_ASSIGN(roots, tool_roots(session));
  std::string text(session.arguments.value("args").value_or(""));
  if (!session.arguments.has("args"))
    TRY_SET(text, read_all(STDIN_FILENO, "<stdin>", 256u << 20, session.environment.around.interrupted));
  json::ReadResult read = json::read(text.empty() ? std::string_view("{}") : std::string_view(text));
  if (!read.document || !read.errors.empty())
    return fail(read.errors.empty() ? Code::json_syntax : read.errors.front().code,
        fmt::format("the arguments of '{}' are not JSON: {}", tool.name,
            read.errors.empty() ? "" : read.errors.front().message),
        "give one JSON object");
  ToolboxOptions options{.roots = std::move(roots),
      .words = session.arguments.words_of({"state-dir", "wait"}),
      .session = session.environment.session,
      .no_sync = session.flag("no-sync")};
  Toolbox toolbox(session.environment, std::move(options));
  return toolbox.run(tool, read.document->root(),
      {.interrupted = session.environment.around.interrupted, .committed = session.environment.around.committed});
}

// Prints one JSON object, whatever happens.
Result<Answer> run_tool_call(Session& session) {
  static const ops::ToolRow kNone{};
  auto tool = tool_named(session.arguments.operands().front());
  auto result = tool ? call_tool(session, **tool) : Result<ops::ToolResult>(fail(std::move(tool).error()));
  if (!result) result = ops::failed_call(tool ? **tool : kNone, Diagnostics{.errors = {std::move(result).error()}});
  return Answer{.out = result->facts + "\n", .exit_code = result->exit_code};
}

Result<std::vector<const ops::ToolRow*>> chosen_tools(const Session& session) {
  std::vector<const ops::ToolRow*> chosen;
  auto list = session.arguments.value("tools");
  std::vector<std::string_view> names;
  if (list && *list != "all") names = split(*list, ',');
  for (std::string_view name : names)
    if (ops::find_tool(name) == nullptr)
      return fail(Code::usage, fmt::format("there is no tool {}", excerpt_in_quotes(name)), "'aptix tools' lists them");
  for (const ops::ToolRow& row : ops::tool_rows()) {
    bool named = std::find(names.begin(), names.end(), row.name) != names.end();
    bool shown = list ? *list == "all" || named : row.offered == ops::Offered::by_default;
    bool may = row.permission == ops::Permission::read || !session.flag("read-only");
    if (shown && may) chosen.push_back(&row);
  }
  return chosen;
}

// What the server and the programs that it runs need to open.
Result<mcp::Confinement> confinement(const Session& session, const std::vector<std::string>& roots) {
  const Environment& environment = session.environment;
  mcp::Confinement to;
  to.writable = roots;
  to.writable.insert(to.writable.end(), {"/dev/null", "/dev/zero"});
  std::string state(session.arguments.value("state-dir").value_or(environment.around.state_dir));
  disk::FileSystem& files = disk::posix_file_system();
  // A missing folder cannot be allowed, and could not be created later.
  if (!state.empty())
    if (int status = files.mkdir(AT_FDCWD, state.c_str(), 0700); status < 0 && status != -EEXIST)
      return fail(Code::io_error, fmt::format("cannot make {}: {}", in_quotes(state), system_message(-status)),
          status == -ENOENT ? "make the folder above it first" : "name another folder with '--state-dir'");
  if (!state.empty()) to.writable.push_back(state);
  for (const std::string& root : roots) {
    auto workspace =
        disk::Workspace::open(files, root, disk::Surroundings{.home = environment.around.home, .state_dir = state});
    if (workspace) to.writable.push_back((*workspace)->path());
  }
  if (auto config = read_user_config(environment); config && config->cloud_file)
    to.writable.push_back(config->cloud_file->substr(0, config->cloud_file->rfind('/')) + "/");
  to.readable = {"/usr", "/bin", "/lib", "/lib64", "/etc", "/proc", "/sys/fs", "/dev/urandom"};
  if (!environment.config_file.empty()) to.readable.push_back(environment.config_file);
  std::string config = environment.config_home.empty() ? environment.around.home + "/.config" : environment.config_home;
  for (const char* name : {"/aptix", "/git"}) to.readable.push_back(config + name);
  to.readable.push_back(environment.around.home + "/.gitconfig");
  for (const auto* file : {&environment.git_global, &environment.git_system})
    if (*file && !(*file)->empty()) to.readable.push_back(**file);
  return to;
}

// Prints nothing but the text to paste to standard output.
Answer config_answer(const Session& session, std::string_view client, const std::string& root) {
  std::error_code failed;
  std::string own = std::filesystem::read_symlink("/proc/self/exe", failed).string();
  mcp::ClientConfig config = mcp::client_config(client, failed ? "aptix" : own, root);
  Said said{.text = config.text};
  said.json = json::object([&](json::Writer& w) { w.field("text", config.text).field("where", config.where); });
  Answer answer = make_answer(session, said);
  if (!session.json() && !session.flag("quiet")) answer.err += config.where;
  return answer;
}

Result<Answer> run_mcp(Session& session) {
  TRY_ASSIGN(roots, tool_roots(session));
  const Arguments& arguments = session.arguments;
  if (auto client = arguments.value("print-config")) return config_answer(session, *client, roots.front());
  TRY_ASSIGN(tools, chosen_tools(session));
  ToolboxOptions options{.roots = roots, .sessions = Sessions::own};
  options.session = arguments.value("session").value_or(session.environment.session);
  options.profile = arguments.value("profile").value_or("");
  TRY_SET(options.narrowing,
      policy::Narrowing::parse(arguments.values("allow"), arguments.values("deny"), session.flag("read-only")));
  options.words = arguments.words_of({"state-dir", "wait"});
  options.no_sync = session.flag("no-sync");
  // The helper needs files of its own, such as ~/.pgpass.
  if (auto config = read_user_config(session.environment); config && config->cloud_url) begin_helper_starter();
  TRY_ASSIGN(allowed, confinement(session, roots));
  bool confined = session.flag("unconfined") || mcp::confine(allowed);
  if (!confined && session.flag("verbose"))
    Output(STDERR_FILENO).write("aptix: the kernel has no Landlock, so the server is not confined to its roots\n");
  Toolbox toolbox(session.environment, std::move(options));
  mcp::Server server(session.environment, toolbox, {.tools = std::move(tools)});
  server.run();
  return Answer{};
}

Result<Answer> run_shell(Session& session) {
  shell::Shell shell(session.environment,
      {.words = session.arguments.words_of({"root", "state-dir", "wait", "color"}), .yes = session.flag("yes")});
  int exit_code = shell.run();
  return Answer{.exit_code = exit_code};
}

}  // namespace

extern constexpr Command kTools = {
    .name = "tools",
    .summary = "list the tools that agents may call, with their schemas",
    .description =
        "Lists the tools that 'aptix mcp' offers and 'aptix tool call' runs: what each does, and whether it writes. "
        "Those marked '(--tools)' are offered only where 'aptix mcp --tools' names them. With --for it prints their "
        "schemas as an array: 'mcp' as the Model Context Protocol lists them, 'openai' and 'anthropic' as these "
        "families of models take functions.",
    .options = {option("for", "mcp|openai|anthropic", "print the schemas for this family")},
    .examples = {{"aptix tools", "what there is"},
        {"aptix tools --for openai > tools.json", "the functions for a strict function call"}},
    .run = run_tools,
};

extern constexpr Command kToolCall = {
    .name = "tool call",
    .summary = "run a tool with arguments as JSON",
    .operands = "NAME",
    .description =
        "Runs the tool NAME with the JSON object on standard input as its arguments, and prints its result as one JSON "
        "object. It is the same as a call through 'aptix mcp', for agents that run programs: what it writes into a "
        "sensitive file waits for a person, and what it reads is in the audit. The exit code is that of the command "
        "that the tool runs.",
    .shared = kNoSync | kEverywhere,
    .options = {option("args", "JSON", "the arguments, instead of standard input")},
    .examples = {{"aptix tool call read_file --args '{\"filepath\": \"src/main.c\"}'", "a file with its SHA-256"},
        {"aptix tool call apply_patch < call.json", "a patch, held to the SHA-256 that it states"}},
    .run = run_tool_call,
    .is_json = true,
};

extern constexpr Command kMcp = {
    .name = "mcp",
    .summary = "serve the tools to an agent over the Model Context Protocol",
    .description =
        "Speaks the Model Context Protocol on standard input and output: revision 2026-07-28, and 2025-11-25, "
        "2025-06-18, 2025-03-26 and 2024-11-05 with their handshake. It offers list_files, read_file, search_files, "
        "get_diff, write_file, apply_patch, apply_answer and undo; --tools names others. 'aptix tools' lists "
        "all.\n\nEach call is a run of the command that the tool names, with all that it checks: one transaction, "
        "the policy, the audit, in which the client's name is the caller. What a tool writes into a sensitive file "
        "waits for a person: the client asks, where it can and the policy lets it, and else 'aptix approve' "
        "does.\n\nStarting it takes no lock and writes nothing; a folder of --state-dir that is not there is made. "
        "What is read and written belongs to one session, "
        "--session or APTIX_SESSION, else one of this process: an edit of a file that has changed since it was read "
        "is refused. When the input ends, or SIGTERM or SIGINT comes, what is being written is rolled back, and the "
        "exit code is 0.\n\nWhere the kernel has Landlock, the server can open nothing but its roots, its state, the "
        "folder of 'cloud.file' and what programs need to run; the helper of 'cloud.url' is not confined. A client "
        "that names roots of its own narrows them.\n\n--root may be given several times. Then a result names files by "
        "their "
        "absolute paths and a transaction by its root, 'web:7', which undo takes; a path that is in several of the "
        "roots, or a new one, has to be absolute, and an edit goes to the one root that it fits.",
    .shared = kNoSync | kEverywhere,
    .options = {option("tools", "NAME,...", "offer these tools instead of the usual ones; 'all': every one"),
        option(
            "session", "NAME", "the session, by its id or name; one of that name is started where no session has it"),
        option("profile", "NAME", "give no more than this reader may get: local, cloud, review, or one of your own"),
        flag("read-only", "offer no tool that writes"),
        repeatable(option("allow", "GLOB", "let tools write only files that match")),
        repeatable(option("deny", "GLOB", "let tools neither read nor write files that match")),
        flag("unconfined", "do without Landlock"),
        option("print-config", mcp::kClients,
            "print what to put into the configuration of this client; on standard error, where")},
    .examples = {{"aptix mcp --print-config claude", "what to put into a project for Claude Code"},
        {"aptix mcp --root ~/project --read-only", "serve a folder, for reading alone"},
        {"aptix mcp --tools all --deny 'secrets/**'", "all tools, and no look at some files"}},
    .run = run_mcp,
};

extern constexpr Command kShell = {
    .name = "shell",
    .summary = "type commands and paste answers, one after the other",
    .description =
        "Reads lines, with a history and completion of commands and paths by the tab key. '/files [GLOB]' lists files, "
        "'/open PATH[:A-B]' shows one, '/search TEXT', '/diff', '/history PATH', '/stats', '/session', '/undo' and "
        "'/approve' are the commands of these names, '/help' lists all, '/quit' or Ctrl-D leaves.\n\n"
        "'/patch', or any line that is no command, begins a model's answer; a line with nothing but '.', or Ctrl-D, "
        "ends "
        "it. What it would change is shown, and applied when you type 'y'.\n\n"
        "In a pipe it asks nothing, and applies nothing without --yes. The exit code is that of the last command that "
        "failed.",
    .shared = kYes | kEverywhere,
    .examples = {{"aptix shell", "work with a chat beside it"}, {"wl-paste | aptix shell -y", "apply what was copied"}},
    .run = run_shell,
};

}  // namespace aptix::app
