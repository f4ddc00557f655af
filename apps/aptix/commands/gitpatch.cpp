// aptix gitpatch: reads the options of git-apply(1) and passes them on.
#include "ops/gitpatch/gitpatch.h"
#include "base/text/trim.h"

#include <algorithm>
#include <climits>
#include <filesystem>

#include "render/json.h"
#include "shared/apply.h"
#include "shared/programs.h"
#include "shared/sources.h"
#include "terminal/git.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

Result<std::optional<unsigned>> small_number(const Arguments& arguments, std::string_view option, char letter) {
  std::optional<std::string_view> text = arguments.value(option);
  if (!text) return std::nullopt;
  std::optional<uint64_t> number = parse_number(*text);
  if (number && *number <= UINT_MAX) return static_cast<unsigned>(*number);
  return fail(Code::usage,
      fmt::format("'{}' is not a number for option '-{}'", escape_for_display(text->substr(0, 200)), letter));
}

void take_flags(const Session& session, ops::GitPatchRequest& request) {
  struct Row {
    std::string_view option;
    bool& value;
  };
  const Row rows[] = {{"check", request.check}, {"stat", request.stat}, {"numstat", request.numstat},
      {"summary", request.summary}, {"print", request.print}, {"apply", request.apply}, {"reject", request.reject},
      {"3way", request.three_way}, {"index", request.index}, {"cached", request.cached},
      {"intent-to-add", request.intent_to_add}, {"allow-empty", request.allow_empty}, {"recount", request.recount},
      {"unidiff-zero", request.rules.unidiff_zero}, {"inaccurate-eof", request.rules.inaccurate_eof},
      {"allow-overlap", request.rules.allow_overlap}, {"no-add", request.rules.no_add}};
  for (const Row& row : rows) row.value = session.flag(row.option);
  if (session.flag("null")) request.name_form = git::NameForm::with_nul;
  if (session.flag("reverse")) request.rules.direction = git::Direction::reverse;
  if (session.flag("quiet")) request.verbosity = git::Verbosity::quiet;
  else if (session.flag("verbose")) request.verbosity = git::Verbosity::verbose;
}

Result<ops::GitPatchRequest> gitpatch_request(const Session& session, const Opened& opened) {
  const ops::Settings& settings = opened.settings;
  const Arguments& arguments = session.arguments;
  if (session.flag("unsafe-paths"))
    return fail(Code::path_outside_root,
        "'--unsafe-paths' is not supported: nothing outside of the root is ever written",
        "run it with --root at a folder that holds all files of the patch");
  ops::GitPatchRequest request;
  take_flags(session, request);
  // The order matters: the first filter that matches decides, and the last option about whitespace.
  for (const Arguments::Typed& typed : arguments.typed()) {
    std::string_view name = typed.option->name;
    using Kind = ops::NameFilter::Kind;
    if (name == "include" || name == "exclude")
      request.filters.push_back({name == "include" ? Kind::include : Kind::exclude, typed.value});
    if (name == "ignore-whitespace" || name == "ignore-space-change") request.ignore_blanks = ops::IgnoreBlanks::change;
    if (name == "no-ignore-whitespace") request.ignore_blanks = ops::IgnoreBlanks::no;
  }
  TRY_SET(request.strip, small_number(arguments, "strip", 'p'));
  TRY_ASSIGN(context, small_number(arguments, "context", 'C'));
  if (context) request.rules.least_context = *context;
  request.fake_ancestor = arguments.value("build-fake-ancestor").value_or("");
  if (!request.fake_ancestor.empty()) request.fake_ancestor = std::filesystem::absolute(request.fake_ancestor).string();
  if (!request.fake_ancestor.empty() && is_kept_from_writing(request.fake_ancestor))
    return fail(Code::usage,
        fmt::format("cannot write '{}': that folder is not for other files", escape_for_display(request.fake_ancestor)),
        "give '--build-fake-ancestor' another FILE");
  request.directory = arguments.value("directory").value_or("");
  if (auto word = arguments.value("whitespace")) {
    request.whitespace = ops::parse_whitespace_action(*word);
    if (!request.whitespace)
      return fail(Code::usage, fmt::format("unrecognized whitespace option '{}'", *word),
          "give nowarn, warn, fix, error or error-all");
  }
  request.dry_run = session.dry_run();
  request.want_diff = session.flag("diff");
  TRY_SET(request.page, make_page_request(session));
  request.strict = settings.strict;
  request.limits = settings.limits;
  TRY_SET(request.checks, make_checks(session, opened));
  if (request.cached && session.arguments.has("verify"))
    return fail(Code::usage, "'--verify' does not go with '--cached', which changes no file", "leave one of them out");
  request.commit = commit_options(session, settings);
  return request;
}

Answer refuse(const Session& session, Error error) {
  Diagnostics diagnostics{.errors = {error}};
  Answer answer = begin_answer(session, diagnostics, 0);
  if (session.json()) {
    answer.out = render::envelope({}, diagnostics);
    return answer;
  }
  GitLine line{GitLine::Kind::error, std::move(error)};
  answer.err = render::render_git_lines({&line, 1}, session.text_options());
  return answer;
}

// git's message for a patch that cannot be opened or is too large.
Error cannot_open(Error error) {
  if (error.code == Code::limit_exceeded) error.message = "git apply: failed to read: " + error.message;
  size_t colon = error.message.rfind(": ");
  if (error.code != Code::input_unreadable || colon == std::string::npos) return error;
  std::string why = error.message.substr(colon + 2);
  if (!why.empty() && why.front() >= 'a' && why.front() <= 'z')
    why.front() = static_cast<char>(why.front() - 'a' + 'A');
  size_t quote = error.message.find('\'');
  size_t end = error.message.rfind('\'', colon);
  if (quote == std::string::npos || end <= quote) return error;
  error.message = "can't open patch '" + error.message.substr(quote + 1, end - quote - 1) + "': " + why;
  return error;
}

Answer tell(const Session& session, ops::GitPatchResult& result, std::span<const std::unique_ptr<Input>> inputs) {
  Answer answer = begin_answer(session, result.report.diagnostics, result.report.transaction);
  answer.exit_code = result.exit_code;
  if (session.json()) {
    answer.out = render::render_json(result.report);
    return answer;
  }
  render::TextOptions options = session.text_options(inputs);
  answer.out = std::move(result.out);
  if (options.diff) answer.out += render::diff_text(result.report.diff, options);
  answer.err = render::render_git_lines(result.log, options);
  return answer;
}

Result<Answer> run_gitpatch(Session& session) {
  if (session.flag("lenient")) {
    for (const Arguments::Typed& typed : session.arguments.typed())
      for (const Option& own : session.command.options)
        if (own.name == typed.option->name && own.name != "lenient")
          return refuse(session,
              make_error(
                  Code::usage, fmt::format("'--{}' does not go with '--lenient'", own.name), "leave one of them out"));
    return run_apply(session, [](ops::ApplyRequest& request) { request.alone = &answer::format_named("diff"); });
  }
  if (session.flag("interactive"))
    return refuse(session, make_error(Code::usage, "'--interactive' needs '--lenient'", "give both"));
  auto opened = open_workspace(session);
  if (!opened) return refuse(session, std::move(opened).error());
  auto request = gitpatch_request(session, *opened);
  if (!request) return refuse(session, std::move(request).error());
  if (!request->applies() && session.trail != nullptr) session.trail->only_reads = true;
  auto inputs = read_inputs(session, request->limits.document_bytes, InputForm::as_given);
  if (!inputs) return refuse(session, cannot_open(std::move(inputs).error()));
  const std::string& root = opened->workspace->root_path();
  ops::GitRepository repository(find_git(root, session.environment), git_runner(root));
  ops::GitPatchResult result = ops::gitpatch(*inputs, *opened->workspace, repository, *request);
  result.report.diagnostics.add(std::exchange(session.said, {}));
  if (Status saved = save_page(request->page, result.report); !saved) {
    result.exit_code =
        std::max(result.exit_code, exit_code_of(result.report.diagnostics.errors, session.command.exit_codes));
    result.log.push_back(
        {result.report.transaction == 0 ? GitLine::Kind::error : GitLine::Kind::warning, std::move(saved).error()});
  }
  return answer_and_push(session, std::make_shared<Opened>(std::move(*opened)),
      {.transaction = result.report.transaction}, result.report.diagnostics,
      [&] { return tell(session, result, *inputs); });
}

}  // namespace

extern constexpr Command kGitpatch = {
    .name = "gitpatch",
    .summary = "apply unified diffs as 'git apply' does, all or none",
    .operands = "[FILE...]",
    .description =
        "Reads unified diffs from the FILEs or from standard input and applies them to the files below the root. It "
        "takes the options of 'git apply' and means the same by them: counts must be right, and a hunk may move but "
        "must fit exactly. Its messages and its exit codes are git's: 0 applied, 1 does not apply, 128 cannot be read "
        "or is refused, 129 wrong command line. See git-apply(1).\n\n"
        "Unlike git, it makes all FILEs one transaction, which 'aptix undo' undoes: nothing is deleted before its "
        "replacement is ready, a file keeps its owner, mode and attributes, and a crash leaves the old tree. "
        "'--unsafe-paths' is refused, since nothing outside of the root is ever written.\n\n"
        "With '--lenient' it reads diffs as 'aptix bundle apply' does, in fences and prose as well: wrong or missing "
        "counts and line numbers, missing headers and prefixes, lost spaces, tabs shown as spaces and other line ends "
        "do not matter where only one place in the file can be meant. Each such repair is a warning; '--strict' "
        "refuses it. The options of 'git apply' do not go with '--lenient', and '--interactive' goes only with it.\n\n"
        "In a sub-folder of a repository, names in git-style diffs are relative to the top of the repository, and "
        "files outside of the sub-folder are left out. The index (--index, --cached, --3way, -N), settings and "
        "attributes are git's own business: aptix asks git. A submodule is its entry in the index, and in the tree a "
        "folder that is made, or removed when it is empty.",
    .shared = kLimits | kVerify | kDryRun | kDiff | kHtml | kStrict | kNoSync | kYes | kInteractive | kRootLong |
        (kEverywhere & ~kRoot),
    .options = {repeatable(option("exclude", "PATTERN",
                    "leave out files that match PATTERN; of --exclude and --include the first that matches decides")),
        repeatable(option("include", "PATTERN", "take only files that match PATTERN; '*' stands for any characters")),
        option("strip", "N", "take N leading folders off the names (1; guessed for plain diffs)", 'p'),
        option("directory", "DIR", "put DIR in front of all names"),
        flag("check", "only check whether the patch applies"),
        flag("stat", "only print how many lines change, as a graph"),
        flag("numstat", "only print how many lines change, as numbers"),
        flag("summary", "only print creations, deletions, renames and mode changes"),
        flag("print", "only print the patches that were read, with right counts and full headers"),
        flag("apply", "apply all the same, in addition to --check, --stat and their like"),
        flag("null", "with --numstat: end names with NUL and do not quote them", 'z'),
        flag("reverse", "apply the patch in reverse", 'R'),
        option("context", "N", "take a place where only N lines of context around the change match", 'C'),
        flag("unidiff-zero", "take hunks without context by their line numbers"),
        flag("recount", "count the lines of hunks instead of believing their headers"),
        flag("inaccurate-eof", "take the last line feed as missing where the diff could not say so"),
        flag("allow-overlap", "let hunks change lines that earlier hunks have changed"),
        flag("no-add", "leave out the lines that the patch adds"),
        flag("allow-empty", "do not fail on an input without a patch"),
        flag("reject", "apply the hunks that fit and write the others to .rej files"),
        option("whitespace", "ACTION",
            "what to do about added lines with whitespace errors: nowarn, warn, fix (or strip), error, error-all"),
        flag("ignore-whitespace", "ignore changes of white space in context lines"),
        flag("ignore-space-change", "the same"),
        hidden(flag("no-ignore-whitespace", "do not, whatever the configuration says")),
        flag("index", "apply to the index, too; both must have the files as the patch expects them"),
        flag("cached", "apply to the index alone"),
        flag("3way", "merge with what is there, from the blobs that the patch names; conflicts are left marked", '3'),
        flag("intent-to-add", "tell the index of new files, without their content", 'N'),
        flag("lenient", "read diffs as 'bundle apply' does: repair what has one meaning, and say so"),
        option("build-fake-ancestor", "FILE", "only make an index in FILE of the blobs that the patches were made for"),
        hidden(flag("allow-binary-replacement", "accepted and ignored")),
        hidden(flag("binary", "accepted and ignored")),
        hidden(flag("unsafe-paths", "refused: the root is never left"))},
    .examples = {{"aptix gitpatch fix.patch", "apply a patch to the files of the work tree"},
        {"aptix gitpatch --check --stat fix.patch", "see whether it would apply, and what it changes"},
        {"aptix gitpatch -R fix.patch", "take the patch out again"},
        {"aptix gitpatch --lenient -n answer.md",
            "see what a diff that a model wrote would change, wrong counts or not"},
        {"git diff HEAD~1 -- src | aptix gitpatch --root ../other", "carry a change over to another folder"}},
    .run = run_gitpatch,
    .exit_codes = ExitCodes::git,
    .audited = Audited::writes,
};

}  // namespace aptix::app
