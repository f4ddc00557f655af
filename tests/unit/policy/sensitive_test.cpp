#include "policy/policy.h"

#include <doctest/doctest.h>

namespace aptix::policy {
namespace {

TEST_CASE("files that hold credentials are sensitive at any depth") {
  for (const char* path : {".env", "a/.env", ".env.local", "id_rsa", "a/b/id_ed25519", "server.pem", "x.key", "k.p12",
           "k.pfx", "k.jks", "debug.keystore", "p.kdbx", ".netrc", ".npmrc", "sub/.pypirc", ".aws/credentials",
           "home/.aws/config", ".pgpass", "credentials.json", "a/Credentials.json", ".docker/config.json",
           ".kube/config", ".git-credentials", "prod.env", ".dev.vars", "terraform.tfstate", "a/x.tfstate.backup",
           "x.auto.tfvars", "client_secret_1.apps.json", "my-firebase-adminsdk-x1.json", ".config/gh/hosts.yml",
           ".ssh/config", ".cargo/credentials.toml", ".gnupg/a/b", ".claude/.credentials.json", ".codex/auth.json"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
}

TEST_CASE("files that a machine runs by itself are sensitive at any depth") {
  for (const char* path : {".envrc", ".husky/pre-commit", "sub/.husky/_/x", ".githooks/pre-push", ".vscode/tasks.json",
           "a/.vscode/tasks.json", ".github/workflows/ci.yml", "a/.github/workflows/deep/ci.yml", ".gitlab-ci.yml",
           ".vscode/settings.json", ".devcontainer/devcontainer.json", ".devcontainer/a/setup.sh", ".devcontainer.json",
           ".pre-commit-config.yaml", "lefthook-local.yml", ".idea/runConfigurations/a.xml", "a/x.code-workspace",
           ".circleci/config.yml", "Jenkinsfile", ".bashrc", ".gitmodules", ".cargo/config.toml", ".yarnrc.yml"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
}

TEST_CASE("files that say what an agent may do are sensitive at any depth") {
  for (const char* path : {".claude/settings.json", ".claude/settings.local.json", "a/.claude/hooks/x.sh", ".mcp.json",
           ".cursor/mcp.json", ".cursor/hooks.json", ".vscode/mcp.json", ".codex/config.toml", ".gemini/settings.json",
           ".amazonq/cli-agents/a.json", "opencode.json", ".opencode/plugin/a.ts", ".windsurf/mcp_config.json"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
  CHECK(sensitive_by_default(".mcp.json")->why == "says what an agent may do, or what it runs");
}

TEST_CASE("other files are not sensitive") {
  for (const char* path :
      {"env", "a.env.c", ".env.example", "a/.env.sample", ".env.local.template", "id_rsa.pub", "keys.c", "monkey",
          ".husky", "vscode/settings.json", "x.vscode/tasks.json", ".vscode/a/b.json", ".claude/agents/a.md",
          "AGENTS.md", ".cursor/rules/a.mdc", ".dev.vars.example", "credentials.py", "aws/credentials.md", "mcp.js",
          ".config/gh/config.yml", "package.json", "x/config.json", ".gitignore", ".tfstate/a", "environment",
          ".vscode/tasks.json/a", ".github/dependabot.yml", "my.husky/a", ".github/workflows", "README.md", ""})
    CHECK_MESSAGE(sensitive_by_default(path) == nullptr, path);
}

TEST_CASE("another spelling that a file system may fold is sensitive, too") {
  for (const char* path : {".ENV", ".Env.Local", ".env.", ".env ", "a/.HUSKY/x", ".husky./x",
           "\xEF\xBC\x8E"
           "env",
           ".e\xE2\x80\x8Bnv"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
}

TEST_CASE("a rule says which glob it is and why") {
  const SensitiveRule* rule = sensitive_by_default("deploy/.env.production");
  REQUIRE(rule != nullptr);
  CHECK(rule->glob == ".env.*");
  CHECK(rule->why == "may hold credentials");
}

}  // namespace
}  // namespace aptix::policy
