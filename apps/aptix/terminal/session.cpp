// Makes answers in the requested form, and joins the session of the run.
#include "terminal/session.h"

#include <algorithm>

#include "base/text/shell_word.h"
#include "render/json.h"

namespace aptix::app {
namespace {

constexpr int kGitDoesNotApply = 1, kGitFatal = 128, kGitUsage = 129;

bool wants_colour(const Environment& environment, std::string_view choice, bool terminal) {
  if (choice == "always") return true;
  if (choice == "never" || environment.no_color) return false;
  return terminal || environment.force_color;
}

// git's exit code for one of our errors: 1 if something does not apply, fatal if something cannot be read.
int git_exit_code(const Diagnostic& error) {
  if (error.code == Code::usage) return kGitUsage;
  if (error.code == Code::internal || error.code == Code::interrupted) return info(error.code).exit_class;
  if (has_no_git_code(error.code)) return info(error.code).exit_class;
  if (error.code == Code::path_symlink || error.code == Code::path_special || error.code == Code::path_conflict)
    return kGitDoesNotApply;
  return info(error.code).exit_class == 1 ? kGitDoesNotApply : kGitFatal;
}

constexpr std::string_view kQuoted = "'aptix ";

// `words` starts with the command's first word. Commands that use no file mean the same in any folder.
bool is_about_files(std::string_view words) {
  constexpr std::string_view kElsewhere[] = {"completion", "help", "prompt", "schema"};
  std::string_view word = words.substr(0, words.find_first_of(" '"));
  return std::any_of(commands().begin(), commands().end(),
             [&](const Command* command) { return command->name.substr(0, command->name.find(' ')) == word; }) &&
      std::find(std::begin(kElsewhere), std::end(kElsewhere), word) == std::end(kElsewhere);
}

void name_place(const Session& session, Diagnostics& said) {
  for (auto* list : {&said.errors, &said.warnings})
    for (Diagnostic& one : *list) one.hint = as_typed_here(session, std::move(one.hint));
}

}  // namespace

std::string as_typed_here(const Session& session, std::string text) {
  size_t at = text.find(kQuoted);
  if (at == std::string::npos) return text;
  std::string options;
  for (std::string_view name : {"root", "state-dir"})
    if (auto value = session.arguments.knows(name) ? session.arguments.value(name) : std::nullopt)
      options += fmt::format("{} {} ", name == "root" ? "-C" : "--state-dir", shell_word(*value));
  for (; at != std::string::npos; at = text.find(kQuoted, at)) {
    at += kQuoted.size();
    if (is_about_files(std::string_view(text).substr(at))) text.insert(at, options);
  }
  return text;
}

int exit_code_of(std::span<const Diagnostic> errors, ExitCodes exit_codes) {
  if (exit_codes == ExitCodes::ours) return exit_code(errors);
  int result = 0;
  for (const Diagnostic& error : errors) result = std::max(result, git_exit_code(error));
  return result;
}

render::TextOptions Session::text_options(std::span<const std::unique_ptr<Input>> inputs) const {
  std::string_view choice = arguments.knows("color") ? arguments.value("color").value_or("auto") : "auto";
  render::TextOptions options;
  options.colour_out = wants_colour(environment, choice, environment.terminal_out);
  options.colour_err = wants_colour(environment, choice, environment.terminal_err);
  options.diff = flag("diff");
  options.feedback = flag("feedback");
  options.diff_for_terminal = environment.terminal_out || (choice == "always");
  options.verbosity = flag("quiet") ? render::Verbosity::quiet
      : flag("verbose")             ? render::Verbosity::verbose
                                    : render::Verbosity::normal;
  options.width = environment.width;
  options.inputs = inputs;
  return options;
}

Said text_alone(std::string text) {
  auto json = json::object([&](json::Writer& w) { w.field("text", text); });
  return {.text = std::move(text), .json = std::move(json)};
}

Answer begin_answer(const Session& session, const Diagnostics& said, uint64_t transaction) {
  note_errors(session, said);
  return {.exit_code = exit_code_of(said.errors, session.command.exit_codes), .transaction = transaction};
}

Answer make_answer(const Session& session, Said&& said) { return make_answer(session, said); }

Answer make_answer(const Session& session, Said& said) {
  Diagnostics before = std::exchange(session.said, {});
  before.add(std::exchange(said.diagnostics, {}));
  said.diagnostics = std::move(before);
  name_place(session, said.diagnostics);
  Answer answer = begin_answer(session, said.diagnostics, said.transaction);
  if (session.json()) {
    answer.out = render::envelope(said.json, said.diagnostics);
    return answer;
  }
  render::TextOptions options = session.text_options(said.inputs);
  if (options.diff) answer.out = render::diff_text(said.diff, options);
  std::string& text = options.diff ? answer.err : answer.out;
  text = std::move(said.text);
  if (options.verbosity != render::Verbosity::quiet) text += as_typed_here(session, std::move(said.remark));
  answer.err += render::render_diagnostics(said.diagnostics, options);
  return answer;
}

Answer make_answer(const Session& session, Report& report, std::span<const std::unique_ptr<Input>> inputs) {
  name_place(session, report.diagnostics);
  Answer answer = begin_answer(session, report.diagnostics, report.transaction);
  if (session.json()) {
    answer.out = render::render_json(report);
    if (!session.flag("quiet")) answer.err = render::skipped_edits(report);
    return answer;
  }
  render::TextOptions options = session.text_options(inputs);
  if (session.command.name == "bundle validate" || session.command.name == "patch validate")
    options.purpose = render::Purpose::validate;
  options.undo = as_typed_here(session, std::move(options.undo));
  render::Text text = render::render_text(report, options);
  answer.out = std::move(text.out);
  answer.err = std::move(text.err);
  return answer;
}

Answer usage_answer(Error error, const Environment& environment, Form form) {
  Diagnostics diagnostics;
  diagnostics.errors.push_back(std::move(error));
  Answer answer;
  answer.exit_code = exit_code_of(diagnostics.errors, form.exit_codes);
  if (form.json) answer.out = render::envelope({}, diagnostics);
  else
    answer.err = render::render_diagnostics(
        diagnostics, {.colour_err = wants_colour(environment, "auto", environment.terminal_err)});
  return answer;
}

Status join_session(const Session& session, disk::Workspace& workspace, const ops::Settings& settings) {
  bool joins = session.trail != nullptr && !session.environment.session.empty() && !session.command.outside_session;
  if (!joins) return {};
  std::shared_ptr<ops::LiveSession>& live = session.trail->live;
  if (!live) {
    std::shared_ptr<ops::KnownSession> known = session.trail->known;
    if (!known) known = std::make_shared<ops::KnownSession>();
    TRY_ASSIGN(opened, ops::LiveSession::open(workspace, session.environment.session, std::move(known)));
    opened->lower_budget(settings.session);
    if (std::string name = opened->profile(); !name.empty()) {
      TRY_ASSIGN(profile, context::find_profile(settings.profiles, name));
      if (profile.session_tokens != UINT64_MAX) opened->lower_budget({.read_tokens = profile.session_tokens});
    }
    live = std::move(opened);
  }
  workspace.set_memory(live);
  return {};
}

ops::LiveSession* live_session(const Session& session) {
  return session.trail == nullptr ? nullptr : session.trail->live.get();
}

bool notes_reads(const Session& session) {
  return live_session(session) != nullptr || (session.trail != nullptr && session.environment.is_tool);
}

Status note_reads(const Session& session, std::span<const ops::SeenFile> files, uint64_t bytes) {
  if (!notes_reads(session)) return {};
  if (ops::LiveSession* live = live_session(session)) TRY(live->note_reads(files, bytes));
  for (const ops::SeenFile& file : files)
    session.trail->record.paths.push_back({.path = file.path, .before = file.sha, .after = file.sha});
  return {};
}

}  // namespace aptix::app
