// The table, and a look-up whose time does not grow with it: a run asks about thousands of paths.
#include "policy/policy.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "base/text/ascii.h"
#include "base/text/glob.h"
#include "base/text/literal.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::policy {
namespace {

constexpr std::string_view kHolds = "may hold credentials";
constexpr std::string_view kRuns = "is run by other programs on their own";
constexpr std::string_view kSteers = "says what an agent may do, or what it runs";

struct Group {
  std::string_view why;
  std::initializer_list<Literal> globs;
};

// In lower case. Each is a name, a name with '*', or a folder that begins with a dot and names in it, which may contain
// '*' or be "**". Collected from what agents and editors ask a person about, and what scanners look for.
constexpr Group kGroups[] = {
    // environments and secrets of programs
    {kHolds,
        {".env", ".env.*", "*.env", ".dev.vars", ".dev.vars.*", "secrets.json", "secrets.toml", "secrets.yml",
            "secrets.yaml", "*.tfvars", "*.tfvars.json", "*.tfstate", "*.tfstate.backup", "wp-config.php",
            ".renviron"}},
    // keys and key stores
    {kHolds,
        {"id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "*.pem", "*.key", "*.p8",
            "*.p12", "*.pfx", "*.ppk", "*.pvk", "*.jks", "*.jceks", "*.bcfks", "*.keystore", "*.kdb", "*.kdbx",
            "*.psafe3", "*.keychain", "*.keychain-db", "*.ovpn", "*.agekey", ".ssh/**", ".gnupg/**",
            ".password-store/**", ".vault-token", ".vault_pass", ".vault_password"}},
    // what programs log in with
    {kHolds,
        {"credentials", "credentials.csv", "credentials.db", "credentials.ini", "credentials.json", "credentials.toml",
            "credentials.xml", "credentials.yml", "credentials.yaml", "application_default_credentials.json",
            "client_secret*.json", "service-account*.json", "service_account*.json", "serviceaccount*.json",
            "*firebase-adminsdk*.json", ".aws/config", ".azure/**", ".config/gcloud/**", ".boto", ".s3cfg",
            "rclone.conf", ".rclone.conf", ".docker/config.json", ".dockercfg", ".dockerconfigjson", ".kube/**",
            "kubeconfig", "*.kubeconfig", ".terraformrc", "terraform.rc", ".terraform.d/credentials.tfrc.json",
            ".git-credentials", ".config/git/credentials", ".config/gh/hosts.yml", ".config/glab-cli/config.yml",
            ".config/hub", ".netrc", "_netrc", ".npmrc", ".pypirc", "pip.conf", "pip.ini", ".config/pypoetry/auth.toml",
            ".composer/auth.json", ".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties",
            ".pgpass", "pgpass.conf", ".pg_service.conf", ".my.cnf", ".mylogin.cnf", ".databrickscfg",
            ".snowsql/config", ".snowflake/**", ".htpasswd", ".ftpconfig", "sftp-config.json", "recentservers.xml",
            "sitemanager.xml", ".msmtprc", ".fetchmailrc", ".streamlit/secrets.toml", ".bash_history", ".zsh_history",
            ".sh_history", ".mysql_history", ".psql_history", ".rediscli_history", ".sqlite_history", ".python_history",
            ".node_repl_history"}},
    // agents and editors
    {kSteers, {".claude/settings*.json", ".claude/hooks/**"}},
    {kHolds, {".claude/.credentials.json"}},
    {kSteers,
        {".claude-plugin/**", ".claude.json", ".mcp.json", "mcp.json", "mcp_config.json", ".cursor/*.json",
            ".cursor/hooks/**", ".cursorignore", ".codex/**", ".gemini/*.json", ".gemini/extensions/**",
            ".geminiignore", ".aiexclude", ".copilot/*.json", ".continue/**", ".windsurf/*.json", ".amazonq/**",
            ".kiro/settings/**", ".kiro/hooks/**", ".junie/mcp/**", ".factory/*.json", ".qwen/*.json", ".opencode/**",
            "opencode.json", "opencode.jsonc", ".crush.json", "crush.json", ".aider.conf.yml"}},
    {kRuns,
        {".vscode/*.json", "*.code-workspace", ".idea/**", ".run/*.run.xml", ".fleet/*.json", ".zed/*.json",
            ".dir-locals.el", ".exrc", ".nvimrc", ".nvim.lua", ".vimrc", ".gdbinit", ".lldbinit"}},
    // shells, git, containers, package managers
    {kRuns,
        {".envrc", ".mise.toml", "mise.toml", ".mise/**", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout",
            ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".cshrc", ".tcshrc", ".kshrc",
            ".config/fish/**", ".config/systemd/**", ".config/autostart/**", ".rprofile", ".irbrc", ".pryrc", ".pdbrc",
            ".ripgreprc", ".gitconfig", ".config/git/config", ".gitmodules", ".husky/**", ".githooks/**",
            ".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml", "lefthook*.yml",
            "lefthook*.yaml", ".lefthook*.yml", ".lefthook*.yaml", ".lefthook/**", ".overcommit.yml", ".lintstagedrc*",
            ".simple-git-hooks.*", ".devcontainer/**", ".devcontainer.json", ".gitpod.yml", ".idx/**", ".replit",
            ".cargo/config", ".cargo/config.toml", ".yarnrc", ".yarnrc.yml", ".yarn/plugins/**", ".yarn/releases/**",
            ".pnpmfile.cjs", ".mvn/**"}},
    // run by the server that a change is pushed to
    {kRuns,
        {".github/workflows/**", ".github/actions/**", ".gitea/workflows/**", ".forgejo/workflows/**", ".gitlab-ci.yml",
            ".circleci/**", ".travis.yml", "azure-pipelines*.yml", "bitbucket-pipelines.yml", "jenkinsfile",
            ".drone.yml", ".woodpecker.yml", ".woodpecker/**", ".buildkite/**", ".cirrus.yml", "appveyor.yml",
            ".appveyor.yml"}},
};

constexpr size_t kCount = [] {
  size_t count = 0;
  for (const Group& group : kGroups) count += group.globs.size();
  return count;
}();

constexpr auto kDefaults = [] {
  std::array<SensitiveRule, kCount> rows{};
  size_t n = 0;
  for (const Group& group : kGroups)
    for (std::string_view glob : group.globs) rows[n++] = {glob, group.why};
  return rows;
}();

// Samples, which show how to write a file of settings.
constexpr std::string_view kSamples[] = {".example", ".sample", ".template"};

constexpr std::string_view extension(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

// The key of a row, so that a path is compared with few rows: the folder with its slash, the extension, or the name; ""
// for other rows with '*'.
constexpr std::string_view key_of(std::string_view glob) {
  if (size_t slash = glob.find('/'); slash != std::string_view::npos) return glob.substr(0, slash + 1);
  if (glob.find('*') == std::string_view::npos) return glob;
  return glob.starts_with("*.") && glob.rfind('*') == 0 ? extension(glob) : std::string_view();
}

constexpr auto kByKey = [] {
  std::array<const SensitiveRule*, kCount> rows{};
  std::transform(kDefaults.begin(), kDefaults.end(), rows.begin(), [](const SensitiveRule& rule) { return &rule; });
  std::sort(rows.begin(), rows.end(),
      [](const SensitiveRule* a, const SensitiveRule* b) { return key_of(a->glob) < key_of(b->glob); });
  return rows;
}();

// The first row with that key for which `holds` is true.
template <class Holds>
const SensitiveRule* find_row(std::string_view key, Holds holds) {
  auto row = std::lower_bound(kByKey.begin(), kByKey.end(), key,
      [](const SensitiveRule* one, std::string_view wanted) { return key_of(one->glob) < wanted; });
  for (; row != kByKey.end() && key_of((*row)->glob) == key; ++row)
    if (holds((*row)->glob)) return *row;
  return nullptr;
}

const SensitiveRule* by_name(std::string_view name) {
  if (auto row = find_row(name, [&](std::string_view glob) { return glob == name; })) return row;
  auto ends = [&](std::string_view glob) { return glob.starts_with("*.") && name.ends_with(glob.substr(1)); };
  if (auto row = find_row(extension(name), ends)) return row;
  if (ends_with_one_of(kSamples, name)) return nullptr;
  return find_row("", [&](std::string_view glob) {  // few names begin like one of these globs
    return name.starts_with(glob.substr(0, glob.find('*'))) && Glob::of_whole_text(glob).matches(name);
  });
}

// Matches components one by one. A last component "**" matches one or more.
bool holds_from(std::string_view glob, std::string_view path) {
  for (;;) {
    size_t slash = glob.find('/'), end = path.find('/');
    std::string_view wanted = glob.substr(0, slash);
    if (wanted == "**") return !path.empty();
    if (!Glob::of_whole_text(wanted).matches(path.substr(0, end))) return false;
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
    if (auto row = find_row(below.substr(0, slash + 1), holds)) return row;
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
