// One apply as a function call, without a process: options in, report out.
#include "aptix/apply.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "answer/outline/extract.h"
#include "disk/confined.h"
#include "disk/workspace.h"
#include "ops/apply/apply.h"
#include "ops/config.h"
#include "render/json.h"
#include "render/text.h"

namespace aptix {
namespace {

constexpr uint64_t kMostConfiguration = 16 << 10;

Result<ops::Config> workspace_configuration(const disk::Workspace& workspace) {
  const std::string path = workspace.path() + "/.aptix/config.toml";
  disk::FileSystem& fs = disk::posix_file_system();
  disk::Fd folder(fs, fs.open_root((workspace.path() + "/.aptix").c_str()));
  std::string text;
  int status =
      folder.ok() ? disk::read_whole(fs, folder.get(), "config.toml", kMostConfiguration, text) : -folder.error();
  if (status == -ENOENT) return ops::Config{};
  if (status < 0)
    return fail(Code::config_invalid, "cannot read the configuration '" + path + "': " + system_message(-status));
  return ops::parse_config(text, path);
}

struct Opened {
  std::unique_ptr<disk::Workspace> workspace;
  Outcome<ops::Settings> settings;
};

Result<Opened> open(const ApplyOptions& options) {
  TRY_ASSIGN(user, ops::parse_config(options.configuration, "configuration"));
  mode_t umask = ::umask(0);
  ::umask(umask);
  auto now = std::chrono::system_clock::now().time_since_epoch();
  TRY_ASSIGN(workspace,
      disk::Workspace::open(disk::posix_file_system(), options.root,
          {.caller = options.caller,
              .command = "library",
              .now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
              .umask = umask}));
  TRY_ASSIGN(narrowing, workspace_configuration(*workspace));
  Outcome<ops::Settings> settings = ops::merge(user, narrowing, workspace->path() + "/.aptix/config.toml");
  settings.value.strict = settings.value.strict || options.strict;
  auto policy = std::make_shared<policy::Policy>(settings.value.policy);
  policy->set_strict(settings.value.strict);
  workspace->set_guard(std::move(policy));
  return Opened{std::move(workspace), std::move(settings)};
}

// Removes what was added to the answer on its way.
std::string text_of(std::string_view answer) {
  std::string text(answer);
  if (auto own = answer::with_own_line_ends(text)) text = std::move(*own);
  if (auto inner = answer::unwrapped(text)) text = std::move(*inner);
  return text;
}

ApplyReport told(const Report& report, std::span<const std::unique_ptr<Input>> inputs) {
  render::Text text = render::render_text(report, {.inputs = inputs});
  return {.exit_code = exit_code(report.diagnostics.errors),
      .transaction = report.transaction,
      .text = text.out + text.err,
      .json = render::render_json(report),
      .feedback = report.successful() ? "" : render::feedback(report, {})};
}

ApplyReport failed(Error error) {
  Report report;
  report.command = "library";
  report.diagnostics.errors.push_back(std::move(error));
  return told(report, {});
}

ApplyReport run(std::string_view answer, const ApplyOptions& options) {
  auto opened = open(options);
  if (!opened) return failed(std::move(opened).error());
  ops::ApplyRequest request;
  request.stop = options.dry_run ? ops::Stop::dry_run : ops::Stop::after_commit;
  const ops::Settings& settings = opened->settings.value;
  request.repository = settings.repository;
  request.root_given = true;
  request.strict = settings.strict;
  request.limits = settings.limits;
  request.commit.sync = options.sync;
  request.commit.keep_transactions = settings.keep_transactions;
  request.commit.keep_bytes = settings.keep_bytes;
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("<answer>", text_of(answer), nullptr));
  Report report = ops::apply(inputs, *opened->workspace, request);
  report.diagnostics.add(std::move(opened->settings.diagnostics));
  return told(report, inputs);
}

}  // namespace

ApplyReport apply_answer(std::string_view answer, const ApplyOptions& options) {
  try {
    return run(answer, options);
  } catch (const std::exception& bug) {
    return failed(make_error(Code::internal, std::string("a bug in aptix: ") + bug.what()));
  }
}

const char* library_version() { return APTIX_VERSION; }

}  // namespace aptix
