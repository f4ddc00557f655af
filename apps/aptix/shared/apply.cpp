// From options to an ApplyRequest, and from the Report to the answer.
#include "shared/apply.h"

#include "base/text/glob.h"
#include "ops/context/context.h"
#include "render/feedback.h"
#include "shared/sources.h"
#include "shared/helper.h"
#include "shared/page_file.h"
#include "shared/programs.h"
#include "terminal/git.h"
#include "terminal/interactive.h"

namespace aptix::app {
namespace {

MatchMode match_mode(std::string_view word) {
  if (word == "fuzzy") return MatchMode::fuzzy;
  return word == "whitespace" ? MatchMode::whitespace : MatchMode::exact;
}

WholeMode whole_mode(std::string_view word) {
  if (word == "new") return WholeMode::only_new;
  if (word == "replace") return WholeMode::replace;
  return word == "never" ? WholeMode::never : WholeMode::automatic;
}

Status read_document_options(const Session& session, ops::ApplyRequest& request) {
  if (!session.arguments.knows("block")) return {};
  for (const std::string& text : session.arguments.values("block")) {
    auto number = ops::parse_size(text);
    if (!number || *number == 0)
      return fail(Code::usage, in_quotes(text) + " is not the number of a block for option '--block'",
          "blocks are counted from 1; 'aptix bundle validate -v' lists them");
    request.blocks.push_back(*number);
  }
  request.allow_placeholders = session.flag("allow-placeholders");
  if (!session.arguments.knows("only")) return {};
  for (const std::string& pattern : session.arguments.values("only")) {
    TRY_ASSIGN(glob, Glob::parse(pattern));
    request.only.push_back(std::move(glob));
  }
  request.allow_overlap = session.flag("allow-overlap");
  request.merge = session.flag("merge");
  request.match = match_mode(session.arguments.value("match").value_or("exact"));
  bool alone = session.arguments.value("format").value_or("auto") == "whole";
  if (alone) request.alone = &answer::format_named("whole");
  request.whole = whole_mode(session.arguments.value("whole").value_or(alone ? "replace" : "auto"));
  request.append = session.flag("append");
  request.keep_going = session.flag("keep-going");
  request.keep_line_ends = session.arguments.value("line-ends").value_or("file") == "file";
  return {};
}

}  // namespace

ops::BasePlaces base_places(const Opened& opened) {
  return {.cloud = cloud_place(opened.settings), .run_git = git_runner(opened.workspace->path())};
}

Result<ops::ApplyRequest> make_apply_request(const Session& session, const Opened& opened) {
  const ops::Settings& settings = opened.settings;
  ops::ApplyRequest request;
  request.command = session.command.name;
  request.stop = session.flag("schema-only") ? ops::Stop::after_parse
      : session.dry_run()                    ? ops::Stop::dry_run
                                             : ops::Stop::after_commit;
  request.strict = settings.strict;
  request.want_diff = session.flag("diff");
  TRY_SET(request.page, make_page_request(session));
  request.repository = settings.repository;
  request.bases = base_places(opened);
  request.root_given = session.arguments.has("root");
  request.limits = settings.limits;
  if (session.arguments.knows("verify")) TRY_SET(request.checks, make_checks(session, opened));
  request.commit = commit_options(session, settings);
  TRY(read_document_options(session, request));
  if (const ToolRun* tool = session.tool) {
    request.certain = true;
    if (!tool->path.empty() || !tool->base_sha.empty())
      request.expected = {tool->path, tool->base_sha, tool->needs_base};
  }
  return request;
}

Result<Applied> prepare(const Session& session) {
  uint64_t most_tokens = 0;
  if (session.arguments.knows("max-tokens")) TRY_SET(most_tokens, number_of(session.arguments, "max-tokens", 0));
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(request, make_apply_request(session, opened));
  std::optional<std::string> clipboard;
  if (session.flag("clipboard")) {
    if (!session.arguments.operands().empty())
      return fail(Code::usage, "'--clipboard' reads no FILE", "leave one of them out");
    TRY_SET(clipboard, read_clipboard(request.limits.document_bytes));
  }
  InputForm form = request.keep_line_ends ? InputForm::answer : InputForm::unwrapped;
  TRY_ASSIGN(inputs, read_inputs(session, request.limits.document_bytes, form, std::move(clipboard)));
  return Applied{std::move(opened), std::move(request), std::move(inputs), most_tokens};
}

Result<Applied> apply_document(const Session& session, void (*adjust)(ops::ApplyRequest&)) {
  TRY_ASSIGN(applied, prepare(session));
  adjust(applied.request);
  TRY_ASSIGN(reviewer, make_reviewer(session, applied.request.limits.file_bytes));
  applied.request.reviewer = reviewer.get();
  applied.report = ops::apply(applied.inputs, *applied.opened.workspace, applied.request);
  applied.request.reviewer = nullptr;
  applied.report.diagnostics.add(std::move(applied.opened.warnings));
  save_page(applied.request.page, applied.report);
  hide_from_models(session, applied.opened, applied.report);
  return applied;
}

void hide_from_models(const Session& session, const Opened& opened, Report& report) {
  if (!session.json() && !session.flag("feedback")) return;
  ops::hide_from_models(*opened.workspace, opened.settings.policy, report.root_prefix, report.diagnostics);
  if (session.tool == nullptr) return;
  std::vector<std::string> paths;
  for (const FileReport& file : report.files) paths.push_back(file.path);
  report.diff = ops::diff_for_models(
      *opened.workspace, opened.settings.policy, report.root_prefix, paths, report.diff, report.diagnostics);
}

Answer make_apply_answer(const Session& session, Applied& applied) {
  Report& report = applied.report;
  if (session.flag("feedback")) report.feedback = render::feedback(report, {.max_tokens = applied.most_tokens});
  return make_answer(session, report, applied.inputs);
}

Result<Answer> run_apply(const Session& session, void (*adjust)(ops::ApplyRequest&)) {
  TRY_ASSIGN(applied, apply_document(session, adjust));
  auto kept = std::make_shared<Applied>(std::move(applied));
  std::shared_ptr<Opened> opened(kept, &kept->opened);
  Answer answer = answer_and_push(session, opened, {.transaction = kept->report.transaction}, kept->report.diagnostics,
      [&] { return make_apply_answer(session, *kept); });
  answer.kept = std::move(kept);
  return answer;
}

std::string document_json(std::string_view form, const std::vector<std::string>& paths, const std::string& document) {
  return json::object([&](json::Writer& w) {
    w.field("form", form);
    w.objects("files", paths, [&](const std::string& path) { w.field("path", path); });
    w.field("document", document);
  });
}

}  // namespace aptix::app
