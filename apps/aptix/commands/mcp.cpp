// aptix mcp: the tools over the Model Context Protocol.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "base/text/trim.h"
#include "disk/workspace.h"
#include "mcp/clients.h"
#include "mcp/confine.h"
#include "mcp/server.h"
#include "shared/helper_starter.h"
#include "tools/roots.h"

namespace aptix::app {
namespace {

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

// What the server and the programs that it runs have to open.
Result<mcp::Confinement> confinement(const Session& session, const std::vector<std::string>& roots) {
  const Environment& environment = session.environment;
  mcp::Confinement to;
  to.writable = roots;
  to.writable.insert(to.writable.end(), {"/dev/null", "/dev/zero"});
  std::string state(session.arguments.value("state-dir").value_or(environment.state_dir));
  disk::FileSystem& files = disk::posix_file_system();
  // What is not there cannot be allowed, and later it could not be made.
  if (!state.empty())
    if (int status = files.mkdir(AT_FDCWD, state.c_str(), 0700); status < 0 && status != -EEXIST)
      return fail(Code::io_error, fmt::format("cannot make {}: {}", in_quotes(state), system_message(-status)),
          status == -ENOENT ? "make the folder above it first" : "name another folder with '--state-dir'");
  if (!state.empty()) to.writable.push_back(state);
  for (const std::string& root : roots) {
    auto workspace =
        disk::Workspace::open(files, root, disk::Surroundings{.home = environment.home, .state_dir = state});
    if (workspace) to.writable.push_back((*workspace)->path());
  }
  if (auto config = read_user_config(environment); config && config->cloud_file)
    to.writable.push_back(config->cloud_file->substr(0, config->cloud_file->rfind('/')) + "/");
  to.readable = {"/usr", "/bin", "/lib", "/lib64", "/etc", "/proc", "/sys/fs", "/dev/urandom"};
  if (!environment.config_file.empty()) to.readable.push_back(environment.config_file);
  std::string config = environment.config_home.empty() ? environment.home + "/.config" : environment.config_home;
  for (const char* name : {"/aptix", "/git"}) to.readable.push_back(config + name);
  to.readable.push_back(environment.home + "/.gitconfig");
  for (const auto* file : {&environment.git_global, &environment.git_system})
    if (*file && !(*file)->empty()) to.readable.push_back(**file);
  return to;
}

std::string own_path() {
  char path[PATH_MAX];
  ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<size_t>(size)) : "aptix";
}

Result<ToolboxOptions> toolbox_options(const Session& session, std::vector<std::string> roots) {
  ToolboxOptions options{.roots = std::move(roots), .sessions = Sessions::own};
  options.session = session.arguments.value("session").value_or(session.environment.session);
  options.profile = session.arguments.value("profile").value_or("");
  TRY_SET(options.narrowing,
      policy::Narrowing::parse(
          session.arguments.values("allow"), session.arguments.values("deny"), session.flag("read-only")));
  options.words = session.arguments.words_of({"state-dir", "wait"});
  options.no_sync = session.flag("no-sync");
  return options;
}

// What is pasted is alone on standard output.
Answer config_answer(const Session& session, const mcp::ClientConfig& config) {
  Said said{.text = config.text};
  said.json = json::object([&](json::Writer& w) { w.field("text", config.text).field("where", config.where); });
  Answer answer = make_answer(session, said);
  if (!session.json() && !session.flag("quiet")) answer.err += config.where;
  return answer;
}

Result<Answer> run_mcp(Session& session) {
  TRY_ASSIGN(roots, tool_roots(session));
  if (auto client = session.arguments.value("print-config"))
    return config_answer(session, mcp::client_config(*client, own_path(), roots.front()));
  TRY_ASSIGN(tools, chosen_tools(session));
  TRY_ASSIGN(options, toolbox_options(session, roots));
  // Its helper has files of its own, such as ~/.pgpass.
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

}  // namespace

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

}  // namespace aptix::app
