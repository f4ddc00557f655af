// Configuration: what is taken, what is refused and where, what a workspace may not do.
#include <doctest/doctest.h>

#include "ops/config.h"

namespace aptix::ops {
namespace {

Error error_of(std::string_view text) {
  auto config = parse_config(text, "config.toml");
  REQUIRE_FALSE(config);
  CHECK(config.error().code == Code::config_invalid);
  CHECK(config.error().where.input == "config.toml");
  return config.error();
}

TEST_CASE("every key is read") {
  auto config = parse_config(
      "strict = true\n[log]\nkeep_transactions = 5\nkeep_bytes = \"1M\"\n"
      "[limits]\nmax_input = \"2K\"\nmax_files = 3\nmax_edits = 4\nmax_file = 5\nmax_result = 6\nmax_growth = 0\n",
      "config.toml");
  REQUIRE(config);
  CHECK(config->strict == true);
  CHECK(config->numbers["log.keep_transactions"] == 5);
  CHECK(config->numbers["log.keep_bytes"] == 1u << 20);
  CHECK(config->numbers["limits.max_input"] == 2048);
  CHECK(config->numbers["limits.max_files"] == 3);
  CHECK(config->numbers["limits.max_edits"] == 4);
  CHECK(config->numbers["limits.max_file"] == 5);
  CHECK(config->numbers["limits.max_result"] == 6);
  CHECK(config->numbers["limits.max_growth"] == 0);
}

TEST_CASE("an empty file states nothing") {
  auto config = parse_config("# nothing\n", "config.toml");
  REQUIRE(config);
  CHECK_FALSE(config->strict);
  CHECK(config->numbers.empty());
}

TEST_CASE("an unknown key is refused with its place") {
  Error error = error_of("strict = true\n\n[limits]\nmax_inptu = 1\n");
  CHECK(error.message == "the key 'limits.max_inptu' is not known");
  CHECK(error.where.line == 4);
  CHECK(error.where.column == 1);
  CHECK(error_of("colour = 1\n").message == "the key 'colour' is not known");
  CHECK(error_of("[polizy]\nx = 1\n").message == "the key 'polizy' is not known");
}

TEST_CASE("a value of the wrong kind is refused with its place") {
  Error error = error_of("[log]\nkeep_transactions = \"many\"\n");
  CHECK(error.message == "'log.keep_transactions' must be a number of at least 1");
  CHECK(error.where.line == 2);
  CHECK(error.where.column == 21);
  CHECK(error_of("[log]\nkeep_transactions = 0\n").where.line == 2);
  CHECK(error_of("[limits]\nmax_files = -1\n").where.line == 2);
  CHECK(error_of("[limits]\nmax_files = 1.5\n").where.line == 2);
  CHECK(error_of("strict = 1\n").message == "'strict' has the wrong type");
  CHECK(error_of("limits = 1\n").message == "'limits' has the wrong type");
}

TEST_CASE("text that is not TOML is refused with its place") {
  Error error = error_of("strict = true\nnonsense\n");
  CHECK(error.message.starts_with("the configuration is not TOML: "));
  CHECK(error.where.line == 2);
}

TEST_CASE("sizes have units") {
  CHECK(parse_size("64") == 64);
  CHECK(parse_size("64K") == 65536);
  CHECK(parse_size("64k") == 65536);
  CHECK(parse_size("2MiB") == 2u << 20);
  CHECK(parse_size("1GB") == 1u << 30);
  for (std::string_view text :
      {"", "K", "-1", "1.5M", "1T", "1 M", "0x10", "99999999999999999999", "99999999999999G"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_size(text));
  }
}

TEST_CASE("without files the defaults hold") {
  auto merged = merge({}, {}, "w");
  CHECK(merged.ok());
  CHECK(merged.diagnostics.warnings.empty());
  CHECK_FALSE(merged.value.strict);
  CHECK(merged.value.keep_transactions == 200);
  CHECK(merged.value.limits.files == Limits().files);
}

TEST_CASE("a workspace may narrow") {
  Config user{.numbers = {{"log.keep_transactions", 50}, {"limits.max_input", 0}, {"limits.max_files", 100}}};
  Config workspace{
      .strict = true, .numbers = {{"log.keep_transactions", 10}, {"limits.max_input", 1000}, {"limits.max_files", 10}}};
  auto merged = merge(user, workspace, "w");
  CHECK(merged.diagnostics.warnings.empty());
  CHECK(merged.value.strict);
  CHECK(merged.value.keep_transactions == 10);
  CHECK(merged.value.limits.document_bytes == 1000);
  CHECK(merged.value.limits.files == 10);
}

TEST_CASE("the Cloud File Set is named by the user, and by no workspace") {
  auto user = parse_config("repository = \"R\"\n[cloud]\nfile = \"/srv/set.db\"\n", "u");
  REQUIRE(user);
  CHECK(merge(*user, {}, "w").value.cloud_file == "/srv/set.db");
  CHECK(merge(*user, {}, "w").value.repository == "R");
  auto merged = merge({}, *user, "w");
  CHECK(merged.value.cloud_file.empty());
  REQUIRE(merged.diagnostics.warnings.size() == 1);
  CHECK(merged.diagnostics.warnings[0].message == "'cloud.file' in a workspace's configuration is ignored");
  CHECK_FALSE(parse_config("[cloud]\nfile = \"relative.db\"\n", "u"));
  CHECK_FALSE(parse_config("[cloud]\nother = 1\n", "u"));
}

TEST_CASE("a command of a workspace is never that of the run, and its checkers are not taken") {
  auto config = parse_config(
      "[verify]\ncommand = \"make test\"\ntimeout = 60\n[check]\n\"*.py\" = \"python3 -m py_compile\"\n"
      "\"*.c\" = [\"cc\", \"-fsyntax-only\"]\n",
      "c");
  REQUIRE(config);
  Settings of_user = merge(*config, {}, "w").value;
  CHECK(of_user.verify.command == "make test");
  CHECK(of_user.verify.timeout == 60);
  CHECK(of_user.workspace_verify.command == "");
  REQUIRE(of_user.checkers.size() == 2);
  CHECK(of_user.checkers[0].files.matches("src/a.c"));
  CHECK(of_user.checkers[0].words == std::vector<std::string>{"cc", "-fsyntax-only"});
  CHECK(of_user.checkers[1].words == std::vector<std::string>{"python3", "-m", "py_compile"});
  auto of_workspace = merge({}, *config, "w");
  CHECK(of_workspace.value.verify.command == "");
  CHECK(of_workspace.value.verify.timeout == 600);
  CHECK(of_workspace.value.workspace_verify.command == "make test");
  CHECK(of_workspace.value.checkers.empty());
  REQUIRE(of_workspace.diagnostics.warnings.size() == 1);
  CHECK(of_workspace.diagnostics.warnings[0].message == "'check' in a workspace's configuration is ignored");
  CHECK(error_of("[verify]\ntimeout = 0\n").message ==
      "'verify.timeout' is not known, or has a value that it cannot have");
  CHECK(error_of("[check]\n\"*.py\" = 1\n").message == "the checker of '*.py' is not a command");
  CHECK(error_of("[check]\n\"*.py\" = [\"\"]\n").message == "the checker of '*.py' is not a command");
}

TEST_CASE("the Cloud File Set may be at an address, which holds no password and which no workspace names") {
  auto user = parse_config("[cloud]\nurl = \"postgresql://me@host/set\"\ntls = \"unverified\"\n", "u");
  REQUIRE(user);
  auto settings = merge(*user, {}, "w").value;
  CHECK(settings.cloud_url == "postgresql://me@host/set");
  CHECK(settings.cloud_unverified);
  CHECK(settings.has_cloud());
  auto merged = merge({}, *user, "w");
  CHECK_FALSE(merged.value.has_cloud());
  CHECK_FALSE(merged.value.cloud_unverified);
  REQUIRE(merged.diagnostics.warnings.size() == 1);
  CHECK(merged.diagnostics.warnings[0].message == "'cloud.url' in a workspace's configuration is ignored");
  auto secret = parse_config("[cloud]\nurl = \"postgresql://me:hush@host/set\"\n", "u");
  REQUIRE_FALSE(secret);
  CHECK(secret.error().message == "'cloud.url' holds a password");
  CHECK(
      secret.error().hint == "take it out; keep it in ~/.pgpass, or name a service of ~/.pg_service.conf that has it");
  CHECK(secret.error().where.line == 2);
  CHECK_FALSE(parse_config("[cloud]\nurl = \"host/set\"\n", "u"));
  CHECK_FALSE(parse_config("[cloud]\ntls = \"none\"\n", "u"));
  auto both = parse_config("[cloud]\nfile = \"/a\"\nurl = \"p://b\"\n", "u");
  CHECK(both.error().message == "'cloud' names a file and an address");
}

TEST_CASE("a workspace may not widen, and hears of it") {
  Config workspace;
  workspace.numbers["limits.max_files"] = 200'000;
  workspace.numbers["limits.max_input"] = 0;
  workspace.strict = false;
  Config user;
  user.strict = true;
  auto merged = merge(user, workspace, ".aptix/config.toml");
  CHECK(merged.value.strict);
  CHECK(merged.value.limits.files == 100'000);
  CHECK(merged.value.limits.document_bytes == 256u << 20);
  REQUIRE(merged.diagnostics.warnings.size() == 2);
  CHECK(merged.diagnostics.warnings[0].message ==
      "'limits.max_input' of a workspace can only narrow; 268435456 was kept");
  CHECK(merged.diagnostics.warnings[0].path == ".aptix/config.toml");
}

TEST_CASE("the user may widen and lift") {
  Config user;
  user.numbers["limits.max_files"] = 0;
  user.numbers["log.keep_transactions"] = 10'000;
  auto merged = merge(user, {}, "w");
  CHECK(merged.value.limits.files == 0);
  CHECK(merged.value.keep_transactions == 10'000);
}

TEST_CASE("what a parser may stumble over is an error like any other") {
  for (std::string_view text :
      {"[", "x =[ }", "[[a]]\nb = {c = [1, 2], d = 1979-05-27T'07:32:00Z}", "a = [[[[", "[[", "\"", "a = '''"}) {
    CAPTURE(std::string(text));
    CHECK_FALSE(parse_config(text, "config.toml"));
  }
  std::string deep = "a";
  while (deep.size() < 16'000) deep += ".a";
  CHECK_FALSE(parse_config(deep + " = 1", "config.toml"));
  CHECK_FALSE(parse_config("[" + deep + "]", "config.toml"));
}

}  // namespace
}  // namespace aptix::ops
