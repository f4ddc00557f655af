// aptix session: what one reader has read and written in the course of a task.

#include "ops/session/session.h"
#include "base/uuid.h"
#include "shared/reading.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr uint64_t kBriefLines = 40, kBriefTokens = 1000;  // per entry document

constexpr std::string_view kHowToAskForMore =
    "To ask for more: 'aptix files [GLOB]' lists, 'aptix search TEXT' finds, 'aptix summarize PATH' and 'aptix read "
    "--lines A:B PATH' show, 'aptix read --delta PATH' shows what has changed, 'aptix prompt file-access' says all.\n";

// --- start

struct Brief {
  std::string text{}, json{};  // the members of an object, without braces
};

Result<Brief> make_brief(const Session& session) {
  TRY_ASSIGN(listed, list_files(session, {.detail = ops::Detail::contents}));
  if (!listed->describer) return fail(std::move(listed->said.diagnostics.errors.front()));
  ops::FileSums by_tag = ops::sums_by_tag(*listed->describer, listed->registry);
  ops::FileSum all;
  for (const ops::RegisteredFile& file : listed->registry.files) all.add(file.stamp.size);
  Brief brief{.text = fmt::format("{}, {} bytes:", render::count_of(all.count, "file"), all.bytes)};
  for (const auto& [tag, sum] : by_tag) brief.text += fmt::format(" {} {}", sum.count, escape_for_display(tag));
  brief.text += "\n";
  TRY_ASSIGN(opened, open_files(session));
  TRY_ASSIGN(entries, opened.files.entry_documents());
  std::string documents;
  uint64_t redactions = 0;
  for (const std::string& path : entries) {
    auto file = opened.files.read(path);
    if (!file || is_sensitive(opened, *file)) continue;
    ops::Allowance allowance;
    ops::Shown shown = ops::excerpt(*file, {.lines = kBriefLines, .tokens = kBriefTokens}, allowance);
    brief.text += fmt::format("\n==> {} <==\n{}", escape_for_display(file->path), shown.text);
    documents += (documents.empty() ? "" : ",") + shown.json;
    redactions += shown.redactions;
  }
  brief.text = for_stream(session, std::move(brief.text)) + "\n" + std::string(kHowToAskForMore);
  brief.json = json::object([&](json::Writer& w) {
    write_sum(w, all);
    write_sums(w, "byTag", by_tag);
    w.key("documents").raw("[" + documents + "]");
    w.field("redactions", redactions).field("more", kHowToAskForMore);
  });
  return brief;
}

Result<ops::SessionState> new_session(const Session& session, const ops::Settings& settings) {
  ops::Occasion now = occasion(session);
  ops::SessionState state;
  state.id = UuidFamily(now.now_ns, now.random).id(0);
  state.name = session.arguments.value("name").value_or("");
  state.caller = session.environment.around.caller;
  state.started_ns = now.now_ns;
  state.profile = session.arguments.value("profile").value_or("");
  if (!state.profile.empty()) TRY(context::find_profile(settings.profiles, state.profile));
  return state;
}

Result<Answer> run_session_start(Session& session) {
  if (session.flag("shell") && session.flag("brief"))
    return fail(
        Code::usage, "'--shell' prints a line for a shell, so '--brief' cannot come after it", "leave one of them out");
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(state, new_session(session, opened.settings));
  Brief brief;
  if (session.flag("brief")) TRY_SET(brief, make_brief(session));
  TRY(begin_audit(session));
  TRY(ops::LiveSession::start(*opened.workspace, state));
  if (session.trail != nullptr) session.trail->record.session = state.id;
  Said said;
  said.text = session.flag("shell") ? fmt::format("export APTIX_SESSION={}\n", state.id) : state.id + "\n";
  said.text += brief.text;
  said.json = json::object([&](json::Writer& w) {
    write_session(w, state);
    if (!brief.json.empty()) w.key("brief").raw(brief.json);
  });
  return make_answer(session, said);
}

// --- the selected session

// The session of ID, else of APTIX_SESSION.
Result<std::shared_ptr<ops::LiveSession>> meant_session(const Session& session, const Opened& opened) {
  const std::vector<std::string>& operands = session.arguments.operands();
  bool named = session.command.operands == "[ID]" && !operands.empty();
  std::string id = named ? operands.front() : session.environment.session;
  if (id.empty())
    return fail(
        Code::session_unknown, "no session is named", "set APTIX_SESSION: eval \"$(aptix session start --shell)\"");
  TRY_ASSIGN(live, ops::LiveSession::open(*opened.workspace, id));
  live->lower_budget(opened.settings.session);
  if (const std::string& name = live->state().profile; !name.empty()) {
    auto profile = context::find_profile(opened.settings.profiles, name);
    if (profile && profile->session_tokens != UINT64_MAX) live->lower_budget({.read_tokens = profile->session_tokens});
  }
  return live;
}

// --- show

std::string view_json(const ops::LiveSession& live, const ops::SessionView& view) {
  return json::object([&](json::Writer& w) {
    write_session(w, live.state());
    w.objects("reads", view.reads, [&](const ops::ViewedRead& read) {
      w.field("path", read.read.path).field("sha256", read.read.sha.hex()).field("time", utc_time(read.read.time_ns));
      w.field("lines", ops::shown_lines(read.read.lines)).field("stale", read.stale);
    });
    w.objects("writes", view.writes, [&](const ops::NotedWrite& write) {
      w.field("path", write.path).field_or_null("sha256", hex_of(write.sha));
      w.field("time", utc_time(write.time_ns)).field("transaction", std::to_string(write.transaction));
    });
    w.objects("active", view.active, [&](const ops::ActiveEntry& entry) {
      w.field("docPath", entry.file.doc_path).field("path", entry.file.path).field("isDirty", entry.dirty);
    });
    w.objects("pending", view.pending, [&](const ops::WaitingChange& waiting) {
      w.field("id", waiting.id).field("kind", waiting.kind).list("paths", waiting.paths);
    });
    w.list("uncommitted", view.uncommitted);
    w.objects("tasks", live.state().tasks, [&](const ops::SessionTask& task) {
      w.field("id", task.id).field("text", task.text).field("done", task.done);
    });
    write_budget(w, live);
  });
}

std::string budget_line(std::string_view what, uint64_t used, uint64_t limit) {
  return limit == 0 ? fmt::format("{} {}", what, used) : fmt::format("{} {} of {}", what, used, limit);
}

std::string read_text(const ops::ViewedRead& read) {
  return fmt::format("  {} {:.12}  {}  {}{}\n", read.stale ? "stale" : "     ", read.read.sha.hex(),
      local_time(read.read.time_ns), escape_for_display(read.read.path),
      read.read.lines.empty() ? "" : ":" + ops::shown_lines(read.read.lines));
}

std::string view_text(const ops::LiveSession& live, const ops::SessionView& view) {
  const ops::SessionState& state = live.state();
  std::string text = fmt::format("session {}{}, begun {} by {}{}\n", state.id,
      state.name.empty() ? "" : fmt::format(" '{}'", escape_for_display(state.name)), local_time(state.started_ns),
      escape_for_display(state.caller),
      state.profile.empty() ? "" : fmt::format(", profile {}", escape_for_display(state.profile)));
  auto heading = [&](std::string_view name, size_t count) {
    if (count != 0) text += fmt::format("{}:\n", name);
  };
  heading("read", view.reads.size());
  for (const ops::ViewedRead& read : view.reads) text += read_text(read);
  heading("written", view.writes.size());
  for (const ops::NotedWrite& write : view.writes)
    text += fmt::format("        {:.12}  {}  {}\n", write.sha ? write.sha->hex() : "deleted     ",
        local_time(write.time_ns), escape_for_display(write.path));
  heading("active", view.active.size());
  for (const ops::ActiveEntry& entry : view.active) text += fmt::format("  {}\n", escape_for_display(entry.file.path));
  heading("waiting", view.pending.size());
  for (const ops::WaitingChange& waiting : view.pending) text += fmt::format("  {} {}\n", waiting.kind, waiting.id);
  heading("not committed", view.uncommitted.size());
  for (const std::string& path : view.uncommitted) text += fmt::format("  {}\n", escape_for_display(path));
  heading("tasks", state.tasks.size());
  for (const ops::SessionTask& task : state.tasks)
    text += fmt::format("  [{}] {} {}\n", task.done ? "x" : " ", task.id, escape_for_display(task.text));
  return text +
      fmt::format("used: {}; {}; {}\n",
          budget_line("tokens read (estimated)", state.tokens_read, live.budget().read_tokens),
          budget_line("files written", state.writes.size(), live.budget().write_files),
          budget_line("bytes written", state.bytes_written, live.budget().write_bytes));
}

Result<Answer> run_session_show(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(live, meant_session(session, found.opened));
  Said said;
  ops::SessionView view = said.diagnostics.take(
      ops::view_session(*found.opened.workspace, found.sources, git_surroundings(session.environment), live->state()));
  said.json = view_json(*live, view);
  said.text = view_text(*live, view);
  return make_answer(session, said);
}

// --- list, task, end

Result<Answer> run_session_list(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(all, ops::list_sessions(*opened.workspace));
  auto tell = [](json::Writer& w, const ops::ListedSession& listed) {
    const ops::SessionState& state = listed.state;
    write_session(w, state);
    return fmt::format("{}  {}  {:<7}  {}{}{}\n", state.id, local_time(state.started_ns),
        state.ended_ns ? "ended" : "open", escape_for_display(state.caller), state.name.empty() ? "" : "  ",
        escape_for_display(state.name));
  };
  Said said = list_of("sessions", all, "there are no sessions\n", tell);
  for (ops::ListedSession& listed : all)
    if (listed.damage) said.diagnostics.warnings.push_back(std::move(*listed.damage).at(listed.state.id));
  return make_answer(session, said);
}

Result<Answer> run_session_task(Session& session) {
  const std::vector<std::string>& words = session.arguments.operands();
  bool adds = words.front() == "add", finishes = words.front() == "done";
  if ((!adds && !finishes) || words.size() < 2 || (finishes && words.size() > 2))
    return fail(Code::usage, "a task is added by a text, or done by its id",
        "write 'aptix session task add TEXT' or 'aptix session task done ID'");
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(live, meant_session(session, opened));
  TRY(begin_audit(session));
  Said said;
  if (finishes) {
    TRY(live->finish_task(words[1]));
    said.json = json::object([&](json::Writer& w) { w.field("id", words[1]).field("done", true); });
    said.remark = fmt::format("done: {}\n", escape_for_display(words[1]));
    return make_answer(session, said);
  }
  std::string text = words[1];
  for (size_t i = 2; i < words.size(); ++i) text += " " + words[i];
  TRY_ASSIGN(id, live->add_task(text));
  said.json = json::object([&](json::Writer& w) { w.field("id", id).field("text", text).field("done", false); });
  said.text = id + "\n";
  return make_answer(session, said);
}

Result<Answer> run_session_end(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(live, meant_session(session, opened));
  TRY(begin_audit(session));
  TRY(live->end());
  Said said;
  said.json = json::object([&](json::Writer& w) { write_session(w, live->state()); });
  said.remark = fmt::format("ended {}\n", live->state().id);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kSessionStart = {
    .name = "session start",
    .summary = "begin a session, which remembers what is read and written",
    .description =
        "Prints the id of a new session. Commands that run with APTIX_SESSION set to it note there what they show and "
        "write: then an edit of a file that has changed since the session read it is refused (session.stale_read, exit "
        "code 1) unless the document itself says for which text it was made, by a SHA-256 or by git's name of the old "
        "text. What the session itself writes counts as known. 'aptix read --delta' shows only what has changed since "
        "the last read.\n\n"
        "'[session]' in the configuration bounds what a session may do: read_tokens, write_files, write_bytes; a "
        "profile bounds it by its session_tokens. Over that a command is refused with policy.budget, exit code 4.\n\n"
        "The session is kept in .aptix/sessions of the workspace. With --json: session, name, started, ended, caller, "
        "profile, and with --brief a member brief.",
    .options = {option("name", "TEXT", "a name for people"), kProfile,
        flag("shell", "print a line for 'eval' that sets APTIX_SESSION, instead of the id"),
        flag("brief",
            "after the id, print what a newcomer needs: how many files of which kind, excerpts of the entry documents, "
            "how to ask for more")},
    .examples = {{"aptix session start --shell", "for 'eval': all that follows in that shell is one session"},
        {"aptix session start --brief --profile local", "for a model with little room"}},
    .run = run_session_start,
    .audited = Audited::writes,
    .outside_session = true,
};

extern constexpr Command kSessionShow = {
    .name = "session show",
    .summary = "tell what a session has read and written, and what is under way",
    .operands = "[ID]",
    .description =
        "Tells of the session of APTIX_SESSION, or of ID: the files that it read, those first that have changed since "
        "(stale); the files that it wrote; which files are active, which changes wait for an approval or are stored, "
        "what git calls uncommitted, the tasks, and how much of its budget is used.\n\n"
        "With --json: session, name, started, ended, caller, profile, reads (path, sha256, time, lines, stale), writes "
        "(path, sha256, time, transaction), active, pending, uncommitted, tasks (id, text, done), budget (readTokens, "
        "used, writeFiles, filesWritten, writeBytes, bytesWritten; null where there is no limit).",
    .examples = {{"aptix session show", "what this session knows, and what of it is out of date"}},
    .run = run_session_show,
    .outside_session = true,
};

extern constexpr Command kSessionList = {
    .name = "session list",
    .summary = "list the sessions of the workspace",
    .description =
        "One line for each session, the oldest first. With --json: sessions (session, name, started, ended, caller, "
        "profile).",
    .examples = {{"aptix session list", "which sessions there are, and which have ended"}},
    .run = run_session_list,
    .outside_session = true,
};

extern constexpr Command kSessionTask = {
    .name = "session task",
    .summary = "add a task to the session, or mark one as done",
    .operands = "add|done WORD...",
    .description =
        "'task add TEXT' adds a task to the session of APTIX_SESSION and prints its id; 'task done ID' marks it as "
        "done. 'aptix session show' lists the tasks.",
    .examples = {{"aptix session task add 'Close the file on errors'", "prints the id, such as 1"},
        {"aptix session task done 1", "the task is done"}},
    .run = run_session_task,
    .audited = Audited::writes,
    .outside_session = true,
};

extern constexpr Command kSessionEnd = {
    .name = "session end",
    .summary = "end a session",
    .operands = "[ID]",
    .description =
        "Ends the session of APTIX_SESSION, or that of ID. What it read and wrote stays in its file; a command that is "
        "still run in it is refused with session.unknown, exit code 2.",
    .examples = {{"aptix session end && unset APTIX_SESSION", "end it, and go on without one"}},
    .run = run_session_end,
    .audited = Audited::writes,
    .outside_session = true,
};

}  // namespace aptix::app
