#include "tools/toolbox.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

#include "base/assert.h"
#include "base/text/trim.h"
#include "ops/files/tree_file.h"
#include "ops/tools/append.h"
#include "ops/tools/arguments.h"
#include "ops/tools/envelope.h"
#include "render/json.h"

namespace aptix::app {
namespace {

// Retries if somebody writes to the file between reading and appending.
constexpr int kMostTries = 8;

bool is_within(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" || path.starts_with(folder + "/");
}

// A patch that names no file gets a header, or a line above it with the name.
std::string named_patch(const std::string& path, const std::string& patch) {
  if (path.empty()) return patch;
  if (trim(patch).starts_with("@@ -"))
    return fmt::format("--- a/{0}\n+++ b/{0}\n{1}", path, patch.substr(after_space(patch)));
  return fmt::format("`{}`\n\n{}", path, patch);
}

// The input of the command.
std::string document_of(const ops::ToolCall& call) {
  switch (call.input_is) {
    case ops::InputIs::below_name: return named_patch(call.path, call.input);
    case ops::InputIs::created: return ops::one_file_bundle(call.path, "create", call.input);
    case ops::InputIs::replaced: return ops::one_file_bundle(call.path, "replace", call.input);
    case ops::InputIs::whole:
    case ops::InputIs::appended: break;
  }
  return call.input;
}

Error no_roots() {
  return make_error(Code::path_outside_root, "the client's folders and those of the server have nothing in common",
      "start the server with '--root' for a folder that the client works in");
}

Error no_root_named(const Roots& roots, const ops::ToolCall& call) {
  bool undoes = call.root_by == ops::RootBy::transaction;
  return make_error(Code::usage, "there are several roots: " + list_of_roots(roots),
      undoes ? fmt::format("give 'transaction' as the result of the edit has it, with the root: \"{}:7\"",
                   root_name(roots, roots.front()))
             : fmt::format("give 'filepath', which may be a root: \"{}\"", roots.front()));
}

std::string envelope_of(Error error) {
  Diagnostics said;
  said.errors.push_back(std::move(error));
  return render::envelope({}, said);
}

}  // namespace

std::vector<std::string> Toolbox::roots() const {
  std::lock_guard held(roots_lock_);
  return roots_;
}

void Toolbox::narrow_roots(const std::vector<std::string>& to) {
  std::vector<std::string> both;
  auto add = [&](const std::string& root) {
    if (std::find(both.begin(), both.end(), root) == both.end()) both.push_back(root);
  };
  for (const std::string& given : to) {
    char real[PATH_MAX];
    if (::realpath(given.c_str(), real) == nullptr) continue;
    std::string folder = real;
    for (const std::string& root : options_.roots) {
      if (is_within(folder, root)) add(folder);
      else if (is_within(root, folder)) add(root);
    }
  }
  std::lock_guard held(roots_lock_);
  roots_ = std::move(both);
}

Environment Toolbox::environment_for(const ToolCaller& caller) const {
  Environment environment = environment_;
  environment.is_tool = true;
  if (!caller.name.empty()) environment.around.caller = caller.name;
  environment.terminal_in = environment.terminal_out = environment.terminal_err = false;
  environment.around.interrupted = caller.interrupted;
  environment.around.committed = caller.committed;
  environment.around.progress = caller.progress;
  return environment;
}

namespace {

// The id of an open session by its id or name; "": there is none.
std::string session_called(const std::string& printed, const std::string& called) {
  ops::Envelope said(printed);
  for (const json::Value& one : said.list("sessions")) {
    std::string id = ops::text_in(one, "session");
    bool is_open = ops::text_in(one, "ended").empty();
    if (is_open && (id == called || ops::text_in(one, "name") == called)) return id;
  }
  return {};
}

}  // namespace

// Without a session, for example in a tree where nothing can be stored, tools still read.
void Toolbox::join(const std::string& root, const Environment& environment, std::string& id) {
  bool given = !options_.session.empty();
  if (!given && options_.sessions == Sessions::given) return;
  std::lock_guard held(sessions_lock_);
  auto known = sessions_.find(root);
  if (known == sessions_.end()) {
    Environment alone = environment;
    alone.session.clear();
    auto run = [&](std::string_view command, std::vector<std::string> options) {
      return run_in(alone, root, {.command = command, .options = std::move(options)}, nullptr);
    };
    std::string found = given ? session_called(run("session list", {}), options_.session) : "";
    if (found.empty()) {
      std::vector<std::string> name;
      if (given) name.push_back("--name=" + options_.session);
      std::string started = run("session start", std::move(name));
      found = ops::Envelope(started).text("session");
    }
    known = sessions_.emplace(root, found).first;
  }
  id = known->second;
}

disk::KnownLog* Toolbox::log_of(const std::string& root) const {
  std::lock_guard held(known_lock_);
  return &logs_[root];
}

std::shared_ptr<ops::KnownSession> Toolbox::known_of(const std::string& session) const {
  std::lock_guard held(known_lock_);
  std::shared_ptr<ops::KnownSession>& known = known_[session];
  if (!known) known = std::make_shared<ops::KnownSession>();
  return known;
}

std::string Toolbox::run_in(
    const Environment& environment, const std::string& root, const ops::ToolCall& call, const ToolRun* tool) const {
  const Command* command = find_command(call.command);
  if (command == nullptr) throw Bug(fmt::format("there is no command '{}'", call.command));
  std::vector<std::string> words = {"--json", "--root=" + root};
  words.insert(words.end(), options_.words.begin(), options_.words.end());
  words.insert(words.end(), call.options.begin(), call.options.end());
  if (options_.no_sync && (command->shared & kNoSync) != 0) words.emplace_back("--no-sync");
  bool writes = command->audited == Audited::writes;
  if (tool != nullptr && writes && (command->shared & kDiff) != 0) words.emplace_back("--diff");
  bool takes_profile = std::ranges::any_of(command->options, [](const Option& row) { return row.name == "profile"; });
  if (!options_.profile.empty() && takes_profile) words.push_back("--profile=" + options_.profile);
  auto arguments = Arguments::of_words(*command, words, call.operands);
  if (!arguments) return envelope_of(std::move(arguments).error());
  AuditTrail trail{.log = log_of(root)};
  if (!environment.session.empty()) trail.known = known_of(environment.session);
  Output nowhere(-1);
  Session session{*command, *arguments, environment, nowhere, &trail, tool};
  Answer answer = run_audited(session);
  if (answer.afterwards) answer.afterwards();
  // Breaks a cycle: the writer and the workspace keep each other alive, and with them the lock.
  if (trail.writer) trail.writer->reset();
  return std::move(answer.out);
}

std::string Toolbox::run_command(const ops::ToolCall& call, const ToolCaller& caller) {
  std::vector<std::string> roots = this->roots();
  if (roots.empty()) return envelope_of(no_roots());
  return run_command(roots.front(), call, caller);
}

std::string Toolbox::run_command(const std::string& root, const ops::ToolCall& call, const ToolCaller& caller) {
  return run_in(environment_for(caller), root, call, nullptr);
}

std::string Toolbox::append_at(
    const Environment& environment, const std::string& root, const ops::ToolCall& call, ToolRun& tool) const {
  auto tree = ops::Tree::open(disk::posix_file_system(), root);
  if (!tree) return envelope_of(std::move(tree).error());
  std::string envelope;
  for (int tries = 0; tries < kMostTries; ++tries) {
    auto old = tree->read_file(call.path);
    bool missing = !old && old.error().code == Code::file_missing;
    if (!old && !missing) return envelope_of(std::move(old).error());
    auto whole = ops::appending_call(call, missing ? std::nullopt : std::optional(std::move(*old)));
    if (!whole) return envelope_of(std::move(whole).error());
    tool.input = &whole->input;
    tool.base_sha = whole->base_sha;
    envelope = run_in(environment, root, *whole, &tool);
    bool raced = call.base_sha.empty() && envelope.find("\"errorCode\":\"hash.mismatch\"") != std::string::npos;
    if (!raced) break;
  }
  return envelope;
}

std::string Toolbox::run_at(
    const std::string& root, const ops::ToolCall& call, const ToolCaller& caller, ToolRun& tool) {
  Environment environment = environment_for(caller);
  environment.around.command = tool.name;
  join(root, environment, environment.session);
  if (call.input_is == ops::InputIs::appended) return append_at(environment, root, call, tool);
  std::string input = document_of(call);
  tool.input = &input;
  return run_in(environment, root, call, &tool);
}

// What the edit would do to the file as it is now: a dry run without the base and without the session.
std::string Toolbox::propose(
    const std::string& root, const ops::ToolCall& call, const ToolCaller& caller, ToolRun tool) const {
  ops::ToolCall tried = call;
  tried.options.emplace_back("--dry-run");
  tool.base_sha.clear();
  tool.needs_base = false;
  std::string input = document_of(call);
  tool.input = &input;
  Environment environment = environment_for(caller);
  environment.session.clear();
  return run_in(environment, root, tried, &tool);
}

// Decides before anything is opened where the command runs, and makes the path relative to that root.
Result<std::string> Toolbox::settle_place(
    const Roots& roots, ops::ToolCall& call, const ToolCaller& caller, const ToolRun& tool) const {
  Environment environment = environment_for(caller);
  environment.session.clear();
  auto run = [&](const std::string& root, const ops::ToolCall& tried) {
    ToolRun look = tool;
    std::string input = document_of(tried);
    look.input = &input;
    return run_in(environment, root, tried, &look);
  };
  bool several = roots.size() > 1;
  if (call.root_by == ops::RootBy::transaction && !call.operands.empty())
    return take_root_off(roots, call.operands.front());
  if (call.root_by == ops::RootBy::document && several) return root_of_document(roots, call, run);
  if (call.root_by == ops::RootBy::any && several) return root_that_knows(roots, call, run);
  std::string* named = call.names == ops::CallNames::path ? &call.path
      : call.names == ops::CallNames::operand             ? &call.operands.front()
                                                          : nullptr;
  if (named == nullptr && several) return fail(no_root_named(roots, call));
  if (named == nullptr) return roots.front();
  TRY_ASSIGN(place,
      find_place(roots, *named, call.names == ops::CallNames::path ? PathFor::writing : PathFor::reading,
          [&](const std::string& root) { return open_at(environment, root); }));
  *named = std::move(place.path);
  return std::move(place.root);
}

Result<OpenedSources> Toolbox::open_at(const Environment& environment, const std::string& root) const {
  const Command& command = *find_command("read");
  std::vector<std::string> words = {"--root=" + root};
  words.insert(words.end(), options_.words.begin(), options_.words.end());
  TRY_ASSIGN(arguments, Arguments::of_words(command, words, {"."}));
  Output nowhere(-1);
  return open_sources(Session{command, arguments, environment, nowhere});
}

ops::ToolResult Toolbox::run(
    const ops::ToolRow& row, const std::optional<json::Value>& given, const ToolCaller& caller) {
  auto arguments = ops::ToolArguments::check(row, given);
  if (!arguments.ok()) return ops::failed_call(row, arguments.diagnostics);
  auto call = row.call(arguments.value);
  if (!call) return ops::failed_call(row, Diagnostics{.errors = {std::move(call).error()}});
  Roots roots = this->roots();
  if (roots.empty()) return ops::failed_call(row, Diagnostics{.errors = {no_roots()}});
  ToolRun tool{.name = row.name, .max_tokens = caller.max_tokens, .base_sha = call->base_sha};
  tool.needs_base = call->needs_base;
  tool.narrowing = options_.narrowing;
  if (row.gives == ops::Gives::text)
    if (auto most = arguments.value.number("max_tokens"))
      tool.max_tokens = std::clamp<uint64_t>(*most, 1, caller.most_tokens);
  if (call->root_by == ops::RootBy::each) {
    std::string listed = list(roots, *call, caller, tool);
    return ops::tool_result(row, *call, {.envelope = listed, .max_tokens = tool.max_tokens});
  }
  auto root = settle_place(roots, *call, caller, tool);
  if (!root) return ops::failed_call(row, Diagnostics{.errors = {std::move(root).error()}});
  tool.path = call->path;
  std::string envelope = run_at(*root, *call, caller, tool), proposal;
  if (call->input_is != ops::InputIs::appended && call->command == "bundle apply" && ops::tells_of_conflict(envelope))
    proposal = propose(*root, *call, caller, tool);
  envelope = told_of(*root, *call, std::move(envelope));
  return ops::tool_result(row, *call, {.envelope = envelope, .proposal = proposal, .max_tokens = tool.max_tokens});
}

// The output of a command below a root, for a client that may have several.
std::string Toolbox::told_of(const std::string& root, const ops::ToolCall& call, std::string printed) const {
  Roots roots = this->roots();
  if (roots.size() <= 1) return printed;
  constexpr std::string_view kFromWorkspace[] = {"approve", "history", "undo"};  // paths of the workspace
  std::string base = root;
  if (std::ranges::find(kFromWorkspace, call.command) != std::end(kFromWorkspace))
    if (auto workspace = disk::Workspace::open(disk::posix_file_system(), root, {.home = environment_.around.home}))
      base = (*workspace)->path();
  return told_of_root(printed, roots, root, base);
}

std::string Toolbox::list(
    const Roots& roots, const ops::ToolCall& call, const ToolCaller& caller, const ToolRun& tool) {
  auto run = [&](const std::string& root, const ops::ToolCall& below) {
    ToolRun each = tool;
    return run_at(root, below, caller, each);
  };
  const std::string& first = roots.front();
  if (roots.size() > 1) return list_below_each(roots, call, run);
  return run(first, call_below(roots, first, call).value_or(call));
}

// For a person's approval: the client has shown the change.
Environment Toolbox::environment_for_person(const ToolCaller& caller) const {
  Environment environment = environment_for(caller);
  environment.is_tool = false;
  environment.through_client = true;
  environment.around.caller += ", approved by a person";
  return environment;
}

std::optional<WaitingChange> Toolbox::find_waiting(const std::string& id, const ToolCaller& caller) {
  Environment environment = environment_for_person(caller);
  ops::ToolCall call{.command = "approve", .options = {"--dry-run", "--diff"}, .operands = {id}};
  Roots roots = this->roots();
  for (const std::string& root : roots) {
    std::string printed = run_in(environment, root, call, nullptr);
    ops::Envelope said(printed);
    if (!said.successful()) continue;
    WaitingChange change{.diff = said.text("diff")};
    for (const json::Value& path : said.list("paths"))
      change.paths.push_back((roots.size() > 1 ? root + ": " : "") + std::string(path.text()));
    return change;
  }
  return std::nullopt;
}

// The result goes to the model: no diff, which could show lines of a sensitive file.
ops::ToolResult Toolbox::approve(const ops::ToolRow& tool, const std::string& id, const ToolCaller& caller) {
  Environment environment = environment_for_person(caller);
  ops::ToolCall call{.command = "approve", .options = {"--yes"}, .operands = {id}};
  std::string printed;
  for (const std::string& root : roots()) {
    std::string below = run_in(environment, root, call, nullptr);
    bool knows_it = !ops::Envelope(below).has_error({Code::approval_unknown});
    if (printed.empty() || knows_it) printed = told_of(root, call, std::move(below));
    if (knows_it) break;
  }
  return ops::tool_result(tool, call, {.envelope = printed, .max_tokens = caller.max_tokens});
}

}  // namespace aptix::app
