// From options to an ApplyRequest, and from the Report to the answer.
#include "document.h"

#include "base/glob.h"

namespace aptix::app {
namespace {

Status read_document_options(const Session& session, ops::ApplyRequest& request) {
  if (!session.arguments.knows("block")) return {};
  for (const std::string& text : session.arguments.values("block")) {
    auto number = ops::parse_size(text);
    if (!number || *number == 0)
      return fail(Code::usage, "option '--block' needs a number from 1 on", "blocks are counted from 1; '-n -v' lists them");
    request.blocks.push_back(*number);
  }
  for (const std::string& pattern : session.arguments.values("only")) {
    TRY_ASSIGN(glob, Glob::parse(pattern));
    request.only.push_back(std::move(glob));
  }
  request.allow_overlap = session.flag("allow-overlap");
  request.allow_placeholders = session.flag("allow-placeholders");
  request.keep_line_ends = session.arguments.value("line-ends").value_or("file") == "file";
  return {};
}

Result<ops::ApplyRequest> make_request(const Session& session, const ops::Settings& settings) {
  ops::ApplyRequest request;
  request.command = session.command.name;
  request.stop = session.dry_run() ? ops::Stop::before_stage : ops::Stop::after_commit;
  request.strict = settings.strict;
  request.want_diff = session.flag("diff");
  request.limits = settings.limits;
  request.commit.sync = !session.flag("no-sync");
  request.commit.threads = session.environment.threads;
  request.commit.keep_transactions = settings.keep_transactions;
  request.commit.keep_bytes = settings.keep_bytes;
  TRY(read_document_options(session, request));
  return request;
}

}  // namespace

Answer run_apply(Session& session, void (*adjust)(ops::ApplyRequest&)) {
  auto opened = open_workspace(session);
  if (!opened) return make_answer(session, std::move(opened).error());
  auto request = make_request(session, opened->settings);
  if (!request) return make_answer(session, std::move(request).error());
  adjust(*request);
  auto inputs = read_inputs(session, request->limits.document_bytes);
  if (!inputs) return make_answer(session, std::move(inputs).error());
  Report report = ops::apply(*inputs, *opened->workspace, *request);
  report.diagnostics.add(std::move(opened->warnings));
  return make_answer(session, report, *inputs);
}

}  // namespace aptix::app
