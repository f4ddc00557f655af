// The table, and a look-up that does not grow with it: thousands of paths are asked about in a run.
#include "policy/sensitive.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "base/text/wildcard.h"

namespace aptix::policy {
namespace {

constexpr std::string_view kHolds = "may hold credentials";
constexpr std::string_view kRuns = "is run by other programs on their own";
constexpr std::string_view kSteers = "says what an agent may do, or what it runs";

// In lower case. A name; a name with '*'; or a folder whose name begins with a dot, and what is meant in it: names,
// which may have '*', or "**". From what agents and editors ask a person about, and from what scanners look into.
constexpr SensitiveRule kDefaults[] = {
    // environments and secrets of programs
    {".env", kHolds},
    {".env.*", kHolds},
    {"*.env", kHolds},
    {".dev.vars", kHolds},
    {".dev.vars.*", kHolds},
    {"secrets.json", kHolds},
    {"secrets.toml", kHolds},
    {"secrets.yml", kHolds},
    {"secrets.yaml", kHolds},
    {"*.tfvars", kHolds},
    {"*.tfvars.json", kHolds},
    {"*.tfstate", kHolds},
    {"*.tfstate.backup", kHolds},
    {"wp-config.php", kHolds},
    {".renviron", kHolds},
    // keys and key stores
    {"id_rsa", kHolds},
    {"id_dsa", kHolds},
    {"id_ecdsa", kHolds},
    {"id_ecdsa_sk", kHolds},
    {"id_ed25519", kHolds},
    {"id_ed25519_sk", kHolds},
    {"*.pem", kHolds},
    {"*.key", kHolds},
    {"*.p8", kHolds},
    {"*.p12", kHolds},
    {"*.pfx", kHolds},
    {"*.ppk", kHolds},
    {"*.pvk", kHolds},
    {"*.jks", kHolds},
    {"*.jceks", kHolds},
    {"*.bcfks", kHolds},
    {"*.keystore", kHolds},
    {"*.kdb", kHolds},
    {"*.kdbx", kHolds},
    {"*.psafe3", kHolds},
    {"*.keychain", kHolds},
    {"*.keychain-db", kHolds},
    {"*.ovpn", kHolds},
    {"*.agekey", kHolds},
    {".ssh/**", kHolds},
    {".gnupg/**", kHolds},
    {".password-store/**", kHolds},
    {".vault-token", kHolds},
    {".vault_pass", kHolds},
    {".vault_password", kHolds},
    // what programs log in with
    {"credentials", kHolds},
    {"credentials.csv", kHolds},
    {"credentials.db", kHolds},
    {"credentials.ini", kHolds},
    {"credentials.json", kHolds},
    {"credentials.toml", kHolds},
    {"credentials.xml", kHolds},
    {"credentials.yml", kHolds},
    {"credentials.yaml", kHolds},
    {"application_default_credentials.json", kHolds},
    {"client_secret*.json", kHolds},
    {"service-account*.json", kHolds},
    {"service_account*.json", kHolds},
    {"serviceaccount*.json", kHolds},
    {"*firebase-adminsdk*.json", kHolds},
    {".aws/config", kHolds},
    {".azure/**", kHolds},
    {".config/gcloud/**", kHolds},
    {".boto", kHolds},
    {".s3cfg", kHolds},
    {"rclone.conf", kHolds},
    {".rclone.conf", kHolds},
    {".docker/config.json", kHolds},
    {".dockercfg", kHolds},
    {".dockerconfigjson", kHolds},
    {".kube/**", kHolds},
    {"kubeconfig", kHolds},
    {"*.kubeconfig", kHolds},
    {".terraformrc", kHolds},
    {"terraform.rc", kHolds},
    {".terraform.d/credentials.tfrc.json", kHolds},
    {".git-credentials", kHolds},
    {".config/git/credentials", kHolds},
    {".config/gh/hosts.yml", kHolds},
    {".config/glab-cli/config.yml", kHolds},
    {".config/hub", kHolds},
    {".netrc", kHolds},
    {"_netrc", kHolds},
    {".npmrc", kHolds},
    {".pypirc", kHolds},
    {"pip.conf", kHolds},
    {"pip.ini", kHolds},
    {".config/pypoetry/auth.toml", kHolds},
    {".composer/auth.json", kHolds},
    {".m2/settings.xml", kHolds},
    {".m2/settings-security.xml", kHolds},
    {".gradle/gradle.properties", kHolds},
    {".pgpass", kHolds},
    {"pgpass.conf", kHolds},
    {".pg_service.conf", kHolds},
    {".my.cnf", kHolds},
    {".mylogin.cnf", kHolds},
    {".databrickscfg", kHolds},
    {".snowsql/config", kHolds},
    {".snowflake/**", kHolds},
    {".htpasswd", kHolds},
    {".ftpconfig", kHolds},
    {"sftp-config.json", kHolds},
    {"recentservers.xml", kHolds},
    {"sitemanager.xml", kHolds},
    {".msmtprc", kHolds},
    {".fetchmailrc", kHolds},
    {".streamlit/secrets.toml", kHolds},
    {".bash_history", kHolds},
    {".zsh_history", kHolds},
    {".sh_history", kHolds},
    {".mysql_history", kHolds},
    {".psql_history", kHolds},
    {".rediscli_history", kHolds},
    {".sqlite_history", kHolds},
    {".python_history", kHolds},
    {".node_repl_history", kHolds},
    // agents and editors
    {".claude/settings*.json", kSteers},
    {".claude/hooks/**", kSteers},
    {".claude/.credentials.json", kHolds},
    {".claude-plugin/**", kSteers},
    {".claude.json", kSteers},
    {".mcp.json", kSteers},
    {"mcp.json", kSteers},
    {"mcp_config.json", kSteers},
    {".cursor/*.json", kSteers},
    {".cursor/hooks/**", kSteers},
    {".cursorignore", kSteers},
    {".codex/**", kSteers},
    {".gemini/*.json", kSteers},
    {".gemini/extensions/**", kSteers},
    {".geminiignore", kSteers},
    {".aiexclude", kSteers},
    {".copilot/*.json", kSteers},
    {".continue/**", kSteers},
    {".windsurf/*.json", kSteers},
    {".amazonq/**", kSteers},
    {".kiro/settings/**", kSteers},
    {".kiro/hooks/**", kSteers},
    {".junie/mcp/**", kSteers},
    {".factory/*.json", kSteers},
    {".qwen/*.json", kSteers},
    {".opencode/**", kSteers},
    {"opencode.json", kSteers},
    {"opencode.jsonc", kSteers},
    {".crush.json", kSteers},
    {"crush.json", kSteers},
    {".aider.conf.yml", kSteers},
    {".vscode/*.json", kRuns},
    {"*.code-workspace", kRuns},
    {".idea/**", kRuns},
    {".run/*.run.xml", kRuns},
    {".fleet/*.json", kRuns},
    {".zed/*.json", kRuns},
    {".dir-locals.el", kRuns},
    {".exrc", kRuns},
    {".nvimrc", kRuns},
    {".nvim.lua", kRuns},
    {".vimrc", kRuns},
    {".gdbinit", kRuns},
    {".lldbinit", kRuns},
    // shells, git, containers, package managers
    {".envrc", kRuns},
    {".mise.toml", kRuns},
    {"mise.toml", kRuns},
    {".mise/**", kRuns},
    {".bashrc", kRuns},
    {".bash_profile", kRuns},
    {".bash_login", kRuns},
    {".bash_logout", kRuns},
    {".bash_aliases", kRuns},
    {".profile", kRuns},
    {".zshrc", kRuns},
    {".zshenv", kRuns},
    {".zprofile", kRuns},
    {".zlogin", kRuns},
    {".cshrc", kRuns},
    {".tcshrc", kRuns},
    {".kshrc", kRuns},
    {".config/fish/**", kRuns},
    {".config/systemd/**", kRuns},
    {".config/autostart/**", kRuns},
    {".rprofile", kRuns},
    {".irbrc", kRuns},
    {".pryrc", kRuns},
    {".pdbrc", kRuns},
    {".ripgreprc", kRuns},
    {".gitconfig", kRuns},
    {".config/git/config", kRuns},
    {".gitmodules", kRuns},
    {".husky/**", kRuns},
    {".githooks/**", kRuns},
    {".pre-commit-config.yaml", kRuns},
    {".pre-commit-config.yml", kRuns},
    {".pre-commit-hooks.yaml", kRuns},
    {"lefthook*.yml", kRuns},
    {"lefthook*.yaml", kRuns},
    {".lefthook*.yml", kRuns},
    {".lefthook*.yaml", kRuns},
    {".lefthook/**", kRuns},
    {".overcommit.yml", kRuns},
    {".lintstagedrc*", kRuns},
    {".simple-git-hooks.*", kRuns},
    {".devcontainer/**", kRuns},
    {".devcontainer.json", kRuns},
    {".gitpod.yml", kRuns},
    {".idx/**", kRuns},
    {".replit", kRuns},
    {".cargo/config", kRuns},
    {".cargo/config.toml", kRuns},
    {".yarnrc", kRuns},
    {".yarnrc.yml", kRuns},
    {".yarn/plugins/**", kRuns},
    {".yarn/releases/**", kRuns},
    {".pnpmfile.cjs", kRuns},
    {".mvn/**", kRuns},
    // what runs where a change is pushed to
    {".github/workflows/**", kRuns},
    {".github/actions/**", kRuns},
    {".gitea/workflows/**", kRuns},
    {".forgejo/workflows/**", kRuns},
    {".gitlab-ci.yml", kRuns},
    {".circleci/**", kRuns},
    {".travis.yml", kRuns},
    {"azure-pipelines*.yml", kRuns},
    {"bitbucket-pipelines.yml", kRuns},
    {"jenkinsfile", kRuns},
    {".drone.yml", kRuns},
    {".woodpecker.yml", kRuns},
    {".woodpecker/**", kRuns},
    {".buildkite/**", kRuns},
    {".cirrus.yml", kRuns},
    {"appveyor.yml", kRuns},
    {".appveyor.yml", kRuns},
};

// What shows how a file of settings is to look.
constexpr std::string_view kSamples[] = {".example", ".sample", ".template"};

// Rows of one shape, by what is looked up: so that a path is compared with few of them.
enum class Shape : uint8_t { name, ending, wildcard, folder };

constexpr Shape shape_of(std::string_view glob) {
  if (glob.find('/') != std::string_view::npos) return Shape::folder;
  if (glob.find('*') == std::string_view::npos) return Shape::name;
  return glob.starts_with("*.") && glob.rfind('*') == 0 ? Shape::ending : Shape::wildcard;
}

constexpr std::string_view extension(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

constexpr std::string_view key_of(std::string_view glob) {
  switch (shape_of(glob)) {
    case Shape::name: return glob;
    case Shape::ending: return extension(glob);
    case Shape::wildcard: return {};
    case Shape::folder: return glob.substr(0, glob.find('/'));
  }
  return {};
}

constexpr size_t count_of(Shape shape) {
  return static_cast<size_t>(std::count_if(std::begin(kDefaults), std::end(kDefaults),
      [shape](const SensitiveRule& rule) { return shape_of(rule.glob) == shape; }));
}

template <Shape kShape>
constexpr auto rows_of() {
  std::array<const SensitiveRule*, count_of(kShape)> rows{};
  size_t n = 0;
  for (const SensitiveRule& rule : kDefaults)
    if (shape_of(rule.glob) == kShape) rows[n++] = &rule;
  std::sort(rows.begin(), rows.end(),
      [](const SensitiveRule* a, const SensitiveRule* b) { return key_of(a->glob) < key_of(b->glob); });
  return rows;
}

constexpr auto kNames = rows_of<Shape::name>();
constexpr auto kEndings = rows_of<Shape::ending>();
constexpr auto kWildcards = rows_of<Shape::wildcard>();
constexpr auto kFolders = rows_of<Shape::folder>();

// The first row of that key for which `holds`.
template <class Rows, class Holds>
const SensitiveRule* find_row(const Rows& rows, std::string_view key, Holds holds) {
  auto row = std::lower_bound(rows.begin(), rows.end(), key,
      [](const SensitiveRule* one, std::string_view wanted) { return key_of(one->glob) < wanted; });
  for (; row != rows.end() && key_of((*row)->glob) == key; ++row)
    if (holds((*row)->glob)) return *row;
  return nullptr;
}

bool is_sample(std::string_view name) {
  return std::any_of(
      std::begin(kSamples), std::end(kSamples), [&](std::string_view end) { return name.ends_with(end); });
}

const SensitiveRule* by_name(std::string_view name) {
  if (auto row = find_row(kNames, name, [](std::string_view) { return true; })) return row;
  auto ends = [&](std::string_view glob) { return name.ends_with(glob.substr(1)); };
  if (auto row = find_row(kEndings, extension(name), ends)) return row;
  if (is_sample(name)) return nullptr;
  for (const SensitiveRule* rule : kWildcards)
    if (wildcard_matches(rule->glob, name)) return rule;
  return nullptr;
}

// Components of a path against those of a glob, whose last one may be "**": at least one.
bool holds_from(std::string_view glob, std::string_view path) {
  for (;;) {
    size_t slash = glob.find('/'), end = path.find('/');
    std::string_view wanted = glob.substr(0, slash);
    if (wanted == "**") return !path.empty();
    if (!wildcard_matches(wanted, path.substr(0, end))) return false;
    if (slash == std::string_view::npos || end == std::string_view::npos) return slash == end;
    glob.remove_prefix(slash + 1);
    path.remove_prefix(end + 1);
  }
}

const SensitiveRule* by_folder(std::string_view path) {
  for (size_t start = path.starts_with('.') ? 0 : path.find("/."); start != std::string_view::npos;
       start = path.find("/.", start)) {
    if (path[start] == '/') ++start;
    std::string_view below = path.substr(start);
    size_t slash = below.find('/');
    if (slash == std::string_view::npos) return nullptr;
    auto holds = [&](std::string_view glob) { return holds_from(glob, below); };
    if (auto row = find_row(kFolders, below.substr(0, slash), holds)) return row;
  }
  return nullptr;
}

}  // namespace

std::span<const SensitiveRule> sensitive_defaults() { return kDefaults; }

const SensitiveRule* sensitive_by_default(std::string_view path) {
  std::string folded = folded_path(path);
  const SensitiveRule* rule = by_folder(folded);
  return rule != nullptr ? rule : by_name(base_name(folded));
}

std::string folded_path(std::string_view path) {
  std::string folded = fold_compatible(path);
  std::string out;
  out.reserve(folded.size());
  for (size_t start = 0; start <= folded.size();) {
    size_t slash = std::min(folded.find('/', start), folded.size());
    std::string_view name = std::string_view(folded).substr(start, slash - start);
    size_t last = name.find_last_not_of(". ");
    if (last != std::string_view::npos) name = name.substr(0, last + 1);
    if (start != 0) out += '/';
    out += name;
    start = slash + 1;
  }
  return out;
}

}  // namespace aptix::policy
