// Opens what a command needs: the workspace, its settings (flags over environment over workspace over user), the
// inputs.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "answer/outline/extract.h"
#include "base/text/trim.h"
#include "policy/policy.h"
#include "terminal/interactive.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr uint64_t kMaxConfig = 16 << 10;  // limits how deep keys can be nested, for the stack

// True if the folder of `path` is closed to this user: another user's home, which has no settings for this user.
bool cannot_be_entered(const std::string& path) {
  int error = errno;
  std::string folder = path.substr(0, path.rfind('/'));
  bool closed = error == EACCES && ::faccessat(AT_FDCWD, folder.c_str(), X_OK, AT_EACCESS) != 0 && errno == EACCES;
  errno = error;
  return closed;
}

// A missing file means no settings. Anything but a small regular file is an error: a cloned folder may contain a FIFO
// with that name.
Result<ops::Config> read_config(const std::string& path, bool required) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && !required && (errno == ENOENT || errno == ENOTDIR || cannot_be_entered(path))) return ops::Config{};
  if (fd < 0)
    return fail(Code::config_invalid,
        fmt::format("cannot read the configuration '{}': {}", escape_for_display(path), system_message(errno)),
        "repair the file, or let APTIX_CONFIG name another");
  struct stat status;
  bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  auto text = regular ? read_all(fd, path, kMaxConfig, nullptr)
                      : Result<std::string>(fail(Code::config_invalid,
                            fmt::format("the configuration '{}' is not a file", escape_for_display(path))));
  ::close(fd);
  if (!text && text.error().code == Code::limit_exceeded)
    return fail(Code::config_invalid,
        fmt::format("the configuration '{}' is larger than {} bytes", escape_for_display(path), kMaxConfig),
        "shorten the file");
  if (!text) return fail(std::move(text).error());
  return text->empty() ? ops::Config{} : ops::parse_config(*text, path);
}

// "" if there is no place for one.
std::string user_config_path(const Environment& environment) {
  if (!environment.config_file.empty()) return environment.config_file;
  if (!environment.config_home.empty() && environment.config_home.front() == '/')
    return environment.config_home + "/aptix/config.toml";
  return environment.around.home.empty() ? "" : environment.around.home + "/.config/aptix/config.toml";
}

}  // namespace

Result<ops::Config> read_user_config(const Environment& environment) {
  std::string path = user_config_path(environment);
  return path.empty() ? ops::Config{} : read_config(path, !environment.config_file.empty());
}

namespace {

// True if an absolute path, in any spelling, names that folder or something below it.
bool leads_into(const std::string& path, const struct stat& folder) {
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    struct stat about {};
    if (::stat(path.substr(0, end).c_str(), &about) != 0) return false;
    if (about.st_dev == folder.st_dev && about.st_ino == folder.st_ino) return true;
    if (end == std::string::npos) return false;
  }
}

// Patterns are relative to the workspace: one that repeats the workspace's path protects nothing.
Status check_patterns(const policy::Rules& rules, const std::string& top) {
  struct stat about {};
  bool any = std::any_of(rules.lists.begin(), rules.lists.end(), [](const auto& list) { return list.has_value(); });
  if (!any || ::stat(top.c_str(), &about) != 0) return {};
  for (size_t i = 0; i < policy::kLists; ++i)
    for (const policy::PathRule& rule : rules.lists[i].value_or(std::vector<policy::PathRule>()))
      if (rule.pattern().starts_with('/') && leads_into(rule.pattern(), about))
        return fail(make_error(Code::config_invalid,
            fmt::format("'policy.{}' holds {}, which repeats the path of the workspace", policy::kListNames[i],
                excerpt_in_quotes(rule.pattern())),
            "write the pattern from the workspace on, as 'secrets/**'")
                        .at(rules.from));
  return {};
}

// The rules if a configuration cannot be read: deny everything, because a run in that workspace would fail.
policy::Rules all_denied(const std::string& config) {
  policy::Rules rules{.from = config};
  for (policy::List list : {policy::List::deny_read, policy::List::deny_write})
    if (auto all = policy::PathRule::parse("**")) rules.list(list).emplace().push_back(std::move(*all));
  return rules;
}

class InnerConfigs final : public policy::InnerWorkspaces {
 public:
  // `user`: a folder with only `.git` counts if the user has rules, which apply below it, too.
  InnerConfigs(std::string top, const policy::Rules& user) : top_(std::move(top) + "/") {
    for (const auto& list : user.lists) user_has_rules_ |= list.has_value();
  }

  std::span<const Inner> above(std::string_view path) const override {
    std::string_view folder = path.substr(0, std::min(path.rfind('/'), path.size()));
    if (folder.size() == path.size()) return {};
    {
      std::shared_lock lock(mutex_);
      if (auto known = known_.find(folder); known != known_.end()) return known->second;
    }
    std::span<const Inner> outer = above(folder);
    std::vector<Inner> found(outer.begin(), outer.end());
    if (const policy::Rules* rules = rules_of(folder)) found.push_back({rules, folder.size() + 1});
    std::unique_lock lock(mutex_);
    return known_.try_emplace(std::string(folder), std::move(found)).first->second;
  }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  // Null: the folder is not a workspace.
  const policy::Rules* rules_of(std::string_view folder) const {
    std::string path = top_ + std::string(folder), config = path + "/.aptix/config.toml";
    bool has_config = ::faccessat(AT_FDCWD, config.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0 || errno == EACCES;
    if (!has_config && !(user_has_rules_ && ::access((path + "/.git").c_str(), F_OK) == 0)) return nullptr;
    Result<ops::Config> read = has_config ? read_config(config, true) : ops::Config{};
    bool good = read && check_patterns(read->policy, path);
    std::unique_lock lock(mutex_);
    return &rules_.emplace_back(good ? std::move(read->policy) : all_denied(config));
  }

  std::string top_;
  bool user_has_rules_ = false;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, std::vector<Inner>, Hash, std::equal_to<>> known_{};  // by folder
  mutable std::deque<policy::Rules> rules_{};
};

// Looks a user up in /etc/passwd: one line per user with name, password, number and four more fields, separated by ":".
// nullopt: there is no such user. The functions of <pwd.h> that also ask other services load them at run time, which
// crashes a static binary.
std::optional<uint64_t> user_named(std::string_view name) {
  constexpr uint64_t kMostBytes = 64 << 20;
  Result<std::string> list = read_file("/etc/passwd", kMostBytes, nullptr);
  if (!list || name.empty()) return std::nullopt;
  for (std::string_view line : split(*list, '\n')) {
    std::vector<std::string_view> fields = split(line, ':');
    auto number = fields.size() == 7 && fields[0] == name ? parse_number(fields[2]) : std::nullopt;
    if (number && *number <= UINT32_MAX) return number;
  }
  return std::nullopt;
}

// Each is a name or a number.
Result<std::vector<uid_t>> users_of(const std::vector<std::string>& names) {
  std::vector<uid_t> users;
  for (const std::string& name : names) {
    auto number = parse_number(name);
    if (!number || *number > UINT32_MAX) number = user_named(name);
    if (!number)
      return fail(Code::config_invalid,
          fmt::format("'trust.owners' names '{}', which is not a user in /etc/passwd", escape_for_display(name)),
          "mend the name in your configuration file, or give the user's number");
    users.push_back(static_cast<uid_t>(*number));
  }
  return users;
}

Result<int> lock_wait_ms(const Session& session, int otherwise) {
  if (!session.flag("wait")) return otherwise;
  constexpr uint64_t kMostSeconds = 24 * 60 * 60;
  std::string_view typed = *session.arguments.value("wait");
  if (auto seconds = parse_number(typed); seconds && *seconds <= kMostSeconds) return static_cast<int>(*seconds * 1000);
  return fail(Code::usage,
      fmt::format("'{}' is not a number of seconds for option '--wait'", escape_for_display(typed.substr(0, 200))),
      fmt::format("give a whole number from 0 to {}", kMostSeconds));
}

Result<disk::Surroundings> surroundings(const Session& session, const ops::Config& user) {
  disk::Surroundings around = session.environment.around;
  TRY_SET(around.owners, users_of(user.trusted_owners));
  TRY_SET(around.lock_wait_ms, lock_wait_ms(session, around.lock_wait_ms));
  if (auto typed = session.arguments.knows("state-dir") ? session.arguments.value("state-dir") : std::nullopt)
    around.state_dir = *typed;
  around.now_ns = now_ns();
  around.in_repository = session.command.exit_codes == ExitCodes::git;
  return around;
}

Status apply_strictness(const Session& session, bool& strict) {
  const std::string& word = session.environment.strict;
  if (word == "1" || word == "true") strict = true;
  else if (word == "0" || word == "false") strict = false;
  else if (!word.empty())
    return fail(Code::usage,
        fmt::format("'{}' is not a value of APTIX_STRICT", escape_for_display(word.substr(0, 200))),
        "set it to 1 or 0");
  if (session.flag("strict")) strict = true;
  return {};
}

Status apply_limits(const Arguments& arguments, Limits& limits) {
  struct Row {
    std::string_view option;
    uint64_t& value;
  };
  const Row rows[] = {{"max-input", limits.document_bytes}, {"max-files", limits.files}, {"max-edits", limits.edits},
      {"max-file", limits.file_bytes}, {"max-result", limits.result_bytes}, {"max-growth", limits.growth}};
  for (const Row& row : rows) {
    if (!arguments.knows(row.option)) continue;
    TRY_SET(row.value, number_of(arguments, row.option, row.value));
  }
  return {};
}

// Adds diagnostics without repeating warnings, for a command that opens the workspace twice.
void add_once(Diagnostics& said, Diagnostics&& more) {
  std::erase_if(more.warnings, [&said](const Diagnostic& warning) {
    return std::ranges::any_of(said.warnings, [&warning](const Diagnostic& known) {
      return known.code == warning.code && known.message == warning.message && known.path == warning.path;
    });
  });
  said.add(std::move(more));
}

// Removes what was added to the text on its way (see InputForm).
std::shared_ptr<const std::string> in_form(InputForm form, std::shared_ptr<const std::string> text) {
  auto take = [&text](std::optional<std::string> other) {
    if (other) text = std::make_shared<const std::string>(std::move(*other));
  };
  if (form == InputForm::answer) take(answer::with_own_line_ends(*text));
  if (form != InputForm::as_given) take(answer::unwrapped(*text));
  return text;
}

}  // namespace

Result<Opened> open_workspace(const Session& session) {
  std::string root(session.arguments.value("root").value_or(""));
  TRY_ASSIGN(user, read_user_config(session.environment));
  TRY_ASSIGN(around, surroundings(session, user));
  TRY_ASSIGN(workspace, disk::Workspace::open(disk::posix_file_system(), root, std::move(around)));
  std::string path = workspace->path() + "/.aptix/config.toml";
  TRY_ASSIGN(narrowing, read_config(path, false));
  for (const ops::Config* config : {&user, &narrowing}) TRY(check_patterns(config->policy, workspace->path()));
  Outcome<ops::Settings> merged = ops::merge(user, narrowing, path);
  TRY(apply_strictness(session, merged.value.strict));
  TRY(apply_limits(session.arguments, merged.value.limits));
  merged.value.policy.set_inner(std::make_shared<InnerConfigs>(workspace->path(), merged.value.policy.user()));
  auto policy = std::make_shared<policy::Policy>(merged.value.policy);
  policy->set_strict(merged.value.strict);
  policy->set_asker(session.environment.is_tool ? policy::Asker::tool : policy::Asker::command_line);
  workspace->set_guard(std::move(policy));
  if (session.tool != nullptr && session.tool->narrowing.any())
    workspace->set_guard(policy::narrowed(workspace->guard(), session.tool->narrowing));
  workspace->set_ask(make_ask(session));
  TRY(join_session(session, *workspace, merged.value));
  watch(session, *workspace);
  if (session.line != nullptr) session.line->work();
  std::vector<ConfigFile> configs = {
      {user_config_path(session.environment), std::move(user.keys)}, {std::move(path), std::move(narrowing.keys)}};
  add_once(session.said, std::move(merged.diagnostics));
  return Opened{std::move(workspace), merged.value, std::move(configs)};
}

disk::CommitOptions commit_options(const Session& session, const ops::Settings& settings) {
  disk::CommitOptions options;
  options.sync = !session.flag("no-sync");
  options.threads = session.environment.threads;
  options.keep_transactions = settings.keep_transactions;
  options.keep_bytes = settings.keep_bytes;
  return options;
}

ops::Making making(const Session& session, const ops::Settings& settings) {
  return {session.dry_run(), session.flag("diff"), commit_options(session, settings)};
}

Result<std::vector<std::unique_ptr<Input>>> read_inputs(
    const Session& session, uint64_t most, InputForm form, std::optional<std::string> clipboard) {
  std::vector<std::unique_ptr<Input>> inputs;
  auto add = [&](std::string name, std::string bytes) {
    auto text = std::make_shared<const std::string>(std::move(bytes));
    note_input(session, name, text);
    const Input* previous = inputs.empty() ? nullptr : inputs.back().get();
    inputs.push_back(std::make_unique<Input>(std::move(name), in_form(form, std::move(text)), previous));
  };
  if (clipboard) {
    add("<clipboard>", std::move(*clipboard));
    return inputs;
  }
  if (session.tool != nullptr && session.tool->input != nullptr) {
    if (session.tool->input->size() > most) return fail(Code::limit_exceeded, "the input is too large", "split it");
    add("<call>", *session.tool->input);
    return inputs;
  }
  std::vector<std::string> files = session.arguments.operands();
  if (files.empty()) files.emplace_back("-");
  for (const std::string& file : files) {
    if (file == "-" && session.environment.terminal_in)
      return fail(Code::usage, fmt::format("'aptix {}' reads its input from a file or a pipe", session.command.name),
          fmt::format("name a file, or pipe the answer in: 'aptix {} < answer.md'", session.command.name));
    // The program that writes to the pipe may use the same terminal.
    if (file == "-" && session.line != nullptr) session.line->wait_for({});
    TRY_ASSIGN(bytes, read_file(file, most, session.environment.around.interrupted));
    if (session.line != nullptr) session.line->work();
    add(file == "-" ? "<stdin>" : file, std::move(bytes));
  }
  return inputs;
}

Result<uint64_t> number_of(const Arguments& arguments, std::string_view option, uint64_t otherwise) {
  auto text = arguments.value(option);
  if (!text) return otherwise;
  if (auto number = ops::parse_size(*text)) return *number;
  return fail(Code::usage,
      fmt::format("'{}' is not a number for option '--{}'", escape_for_display(text->substr(0, 200)), option),
      "give a number, or a size such as 64K, 64M or 2G");
}

}  // namespace aptix::app
