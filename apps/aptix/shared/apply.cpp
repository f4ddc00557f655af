// From options to an ApplyRequest, and from the Report to the answer.
#include "shared/apply.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "base/text/glob.h"
#include "ops/context/context.h"
#include "render/text.h"
#include "shared/helper.h"
#include "shared/programs.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"
#include "terminal/interactive.h"
#include "terminal/streams.h"

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
  applied.report.diagnostics.add(std::exchange(session.said, {}));
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

// --- the page

namespace {

constexpr mode_t kNewFile = 0666;
constexpr int kMostLinks = 40;  // as many as the kernel follows

Error cannot_write(const std::string& file, int error) {
  return make_error(Code::io_error,
      fmt::format("cannot write '{}': {}", escape_for_display(file), system_message(error)),
      "give '--html' another FILE");
}

std::string resolved(const std::string& path) {
  char whole[PATH_MAX];
  return ::realpath(path.c_str(), whole) != nullptr ? whole : "";
}

// Pages must not be written to git's folder or the state folder.
bool is_in_state(const std::string& path) {
  std::string with_end = path + "/";
  return with_end.find("/.git/") != std::string::npos || with_end.find("/.aptix/") != std::string::npos;
}

// The path that the last link leads to, existing or not; "" with errno set if its folder does not exist.
std::string place_of(std::string file) {
  for (int links = 0; links < kMostLinks; ++links) {
    if (std::string there = resolved(file); !there.empty()) return there;
    size_t slash = file.rfind('/');
    std::string folder = resolved(slash == std::string::npos ? "." : slash == 0 ? "/" : file.substr(0, slash));
    if (folder.empty()) return folder;
    if (folder != "/") folder += '/';
    std::string place = folder + file.substr(slash == std::string::npos ? 0 : slash + 1);
    struct stat about;
    if (::stat(place.c_str(), &about) == 0) return place;  // a pipe behind a link has no name
    char target[PATH_MAX];
    ssize_t size = ::readlink(place.c_str(), target, sizeof target);
    if (size < 0) return place;
    std::string_view to(target, static_cast<size_t>(size));
    file = to.starts_with('/') ? std::string(to) : folder.append(to);
  }
  errno = ELOOP;
  return {};
}

Status write_all(int fd, std::string_view page, const std::string& file) {
  if (int error = write_and_close(fd, page); error != 0) return fail(cannot_write(file, error));
  return {};
}

bool is_special(const struct stat& about) { return !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode); }

Status replace(const std::string& target, mode_t mode, std::string_view page) {
  std::string beside = target.substr(0, target.rfind('/') + 1) + ".aptix-page-XXXXXX";
  int fd = ::mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) return fail(cannot_write(target, errno));
  Status written = ::fchmod(fd, mode) == 0 ? write_all(fd, page, target) : fail(cannot_write(target, errno));
  if (written && ::rename(beside.c_str(), target.c_str()) != 0) written = fail(cannot_write(target, errno));
  if (!written) ::unlink(beside.c_str());
  return written;
}

// Otherwise the answer would be lost.
Status check_inputs(const Session& session, const ops::PageRequest& request) {
  if (!session.command.operands.starts_with("[FILE...")) return {};
  for (const std::string& input : session.arguments.operands())
    if (input != "-" && resolved(input) == request.target)
      return fail(Code::usage, fmt::format("the page would overwrite '{}', which is read", escape_for_display(input)),
          "give '--html' another FILE");
  return {};
}

Status check_place(const std::string& file, const ops::PageRequest& request, const struct stat* there) {
  if (request.target.empty()) return fail(cannot_write(file, errno));
  if (there != nullptr && S_ISDIR(there->st_mode))
    return fail(Code::usage, fmt::format("cannot write '{}': it is a folder", escape_for_display(file)),
        "give '--html' the name of a file");
  if (is_in_state(request.target))
    return fail(Code::usage,
        fmt::format("cannot write '{}': that folder is not for other files", escape_for_display(file)),
        "give '--html' another FILE");
  if (there != nullptr && is_special(*there)) return {};
  std::string folder = request.target.substr(0, request.target.rfind('/') + 1);
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) return fail(cannot_write(file, errno));
  return {};
}

}  // namespace

Result<std::optional<ops::PageRequest>> make_page_request(const Session& session) {
  std::optional<ops::PageRequest> none;
  if (!session.flag("html")) return none;
  std::string file(*session.arguments.value("html"));
  if (file.empty() || file.ends_with('/'))
    return fail(Code::usage, "option '--html' needs the name of a file", "for example '--html change.html'");
  ops::PageRequest request{.target = place_of(file)};
  struct stat about;
  bool exists = ::stat(file.c_str(), &about) == 0;
  TRY(check_place(file, request, exists ? &about : nullptr));
  TRY(check_inputs(session, request));
  request.mode = exists ? about.st_mode & 0777 : kNewFile & ~session.environment.around.umask;
  if (exists) {
    request.device = about.st_dev;
    request.inode = about.st_ino;
  }
  request.facts = {{"Command", session.environment.around.command}, {"Time", local_time(now_ns())},
      {"Root", resolved(std::string(session.arguments.value("root").value_or(".")))}};
  return request;
}

bool is_kept_from_writing(const std::string& file) { return is_in_state(place_of(file)); }

Status write_page(const ops::PageRequest& request, std::string_view page) {
  struct stat about;
  bool exists = ::stat(request.target.c_str(), &about) == 0;
  if (!exists || !is_special(about)) {
    return replace(request.target, request.mode, page);
  }
  int fd = ::open(request.target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return fail(cannot_write(request.target, errno));
  return write_all(fd, page, request.target);
}

Status save_page(const std::optional<ops::PageRequest>& request, Report& report) {
  if (!request || report.page.empty()) return {};
  Status written = write_page(*request, report.page);
  if (written) return written;
  (report.transaction == 0 ? report.diagnostics.errors : report.diagnostics.warnings).push_back(written.error());
  report.complete = report.complete && report.diagnostics.ok();
  return written;
}

}  // namespace aptix::app
