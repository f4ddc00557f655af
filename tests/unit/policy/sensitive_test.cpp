#include "policy/sensitive.h"

#include <doctest/doctest.h>

namespace aptix::policy {
namespace {

TEST_CASE("files that hold credentials are sensitive at any depth") {
  for (const char* path : {".env", "a/.env", ".env.local", "id_rsa", "a/b/id_ed25519", "server.pem", "x.key", "k.p12",
           "k.pfx", "k.jks", "debug.keystore", "p.kdbx", ".netrc", ".npmrc", "sub/.pypirc"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
}

TEST_CASE("files that a machine runs by itself are sensitive at any depth") {
  for (const char* path : {".envrc", ".husky/pre-commit", "sub/.husky/_/x", ".githooks/pre-push", ".vscode/tasks.json",
           "a/.vscode/tasks.json", ".github/workflows/ci.yml", "a/.github/workflows/deep/ci.yml", ".gitlab-ci.yml"})
    CHECK_MESSAGE(sensitive_by_default(path) != nullptr, path);
}

TEST_CASE("other files are not sensitive") {
  for (const char* path : {"env", "a.env.c", ".env.example", "a/.env.sample", ".env.local.template", "id_rsa.pub",
           "keys.c", "monkey", ".husky", ".vscode/settings.json", "x.vscode/tasks.json", ".vscode/tasks.json/a",
           ".github/dependabot.yml", "my.husky/a", ".github/workflows", "README.md", ""})
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
