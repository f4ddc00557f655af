#include "ops/audit/audit.h"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <thread>

#include "disk/commit.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

constexpr const char* kFirstFile = ".aptix/audit/1.jsonl";
constexpr const char* kHeadFile = ".aptix/audit/head";

std::unique_ptr<disk::Workspace> workspace_in(const test::TempDir& dir, disk::FileSystem& fs) {
  auto workspace = disk::Workspace::open(fs, dir.path(), {});
  REQUIRE(workspace);
  return std::move(*workspace);
}

AuditRecord sample(std::string tool) {
  return {.time_ns = 1'700'000'000'123'000'000,
      .caller = "ann",
      .session = {},
      .tool = std::move(tool),
      .arguments = {"-q"},
      .inputs = {},
      .paths = {{"a", sha256("1"), sha256("2")}},
      .error_code = {},
      .transaction = 7};
}

Diagnostics append_one(const test::TempDir& dir, disk::FileSystem& fs, std::string tool = "undo",
    disk::AuditRotation rotation = disk::AuditRotation::when_full) {
  auto workspace = workspace_in(dir, fs);
  auto writer = disk::AuditWriter::open(*workspace);
  if (!writer) return {.errors = {writer.error()}, .warnings = {}};
  return writer->append(audit_members(sample(std::move(tool))), {.rotation = rotation, .transaction = 7}).diagnostics;
}

Outcome<AuditVerdict> verdict_of(const test::TempDir& dir, const std::optional<AuditMark>& kept = {}) {
  auto workspace = workspace_in(dir, disk::posix_file_system());
  return verify_audit(*workspace, kept);
}

TEST_CASE("records are numbered and chained, and verify") {
  test::TempDir dir;
  for (int i = 0; i < 3; ++i) CHECK(append_one(dir, disk::posix_file_system()).ok());
  auto verdict = verdict_of(dir);
  CHECK(verdict.ok());
  CHECK(verdict.value.records == 3);
  std::string text = dir.read(kFirstFile);
  CHECK(text.starts_with("{\"seq\":1,\"time\":\"2023-11-14T22:13:20.123Z\",\"caller\":\"ann\",\"client\":null,"));
  CHECK(text.find("\"previous\":null}\n{\"seq\":2,") != std::string::npos);
}

TEST_CASE("a record takes fourteen calls, and its writer outlives the workspace") {
  test::TempDir dir;
  test::FaultFs fs(disk::posix_file_system());
  for (bool old_kernel : {false, true}) {
    fs.no_openat2 = old_kernel;
    append_one(dir, fs);
    auto workspace = workspace_in(dir, fs);
    REQUIRE(disk::lock(*workspace).ok());
    uint64_t before = fs.calls();
    auto writer = disk::AuditWriter::open(*workspace);
    REQUIRE(writer);
    workspace.reset();
    CHECK(writer->append(audit_members(sample("undo"))).ok());
    CHECK(fs.calls() - before == 14);
    CHECK(writer->append(audit_members(sample("audit rotate")), {.rotation = disk::AuditRotation::now}).ok());
  }
  CHECK(verdict_of(dir).ok());
  CHECK(verdict_of(dir).value.records == 6);
}

TEST_CASE("an audit whose folder was removed while it was open begins anew") {
  test::TempDir dir;
  append_one(dir, disk::posix_file_system());
  auto workspace = workspace_in(dir, disk::posix_file_system());
  auto writer = disk::AuditWriter::open(*workspace);
  REQUIRE(writer);
  std::filesystem::remove_all(dir.path(".aptix"));
  auto last = writer->last_transaction(9);
  CHECK(last.ok());
  CHECK(last.value == 0);
  CHECK(writer->append(audit_members(sample("undo"))).ok());
  CHECK(verdict_of(dir).value.records == 1);
}

TEST_CASE("an emptied head begins no second chain, where old files were pruned, too") {
  test::TempDir dir;
  append_one(dir, disk::posix_file_system());
  append_one(dir, disk::posix_file_system(), "audit rotate", disk::AuditRotation::now);
  {
    auto workspace = workspace_in(dir, disk::posix_file_system());
    REQUIRE(disk::remove_audit_files(*workspace, 2));
  }
  std::string before = dir.read(".aptix/audit/2.jsonl");
  dir.write(kHeadFile, "");
  auto workspace = workspace_in(dir, disk::posix_file_system());
  auto writer = disk::AuditWriter::open(*workspace);
  REQUIRE(writer);
  auto last = writer->last_transaction(9);
  CHECK(last.value == 7);
  REQUIRE(last.diagnostics.warnings.size() == 1);
  CHECK(last.diagnostics.warnings[0].message == "'.aptix/audit/head' was damaged");
  auto appended = writer->append(audit_members(sample("undo")));
  CHECK(appended.ok());
  CHECK(appended.value == 3);
  CHECK(appended.diagnostics.warnings.empty());  // it is said once
  CHECK_FALSE(std::filesystem::exists(dir.path(kFirstFile)));
  std::string after = dir.read(".aptix/audit/2.jsonl");
  CHECK(after.starts_with(before + "{\"seq\":3,"));
  CHECK(after.ends_with("\"previous\":\"" + sha256(before.substr(0, before.size() - 1)).hex() + "\"}\n"));
  CHECK(append_one(dir, disk::posix_file_system()).warnings.empty());
}

TEST_CASE("a change of any byte of the audit is found") {
  test::TempDir dir;
  for (int i = 0; i < 3; ++i) append_one(dir, disk::posix_file_system());
  for (const char* name : {kFirstFile, kHeadFile}) {
    std::string whole = dir.read(name);
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      dir.write(name, changed);
      CHECK_MESSAGE(!verdict_of(dir).ok(), name, " at byte ", i);
    }
    dir.write(name, whole);
  }
  CHECK(verdict_of(dir).ok());
}

TEST_CASE("a cut anywhere is found, and within the last line it is a torn line") {
  test::TempDir dir;
  for (int i = 0; i < 3; ++i) append_one(dir, disk::posix_file_system());
  std::string whole = dir.read(kFirstFile);
  size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (size_t size = 0; size < whole.size(); ++size) {
    dir.write(kFirstFile, whole.substr(0, size));
    auto verdict = verdict_of(dir);
    CHECK_MESSAGE((size > last ? verdict.ok() && verdict.diagnostics.warnings.size() == 1 : !verdict.ok()), size);
  }
}

TEST_CASE(
    "a writer that is killed at any call leaves an audit that is whole and goes on, also where it was the first") {
  using enum disk::AuditRotation;
  for (auto [before, rotation] : {std::pair(0, when_full), std::pair(2, when_full), std::pair(2, now)})
    for (uint64_t n = 1;; ++n) {
      test::TempDir dir;
      for (int i = 0; i < before; ++i) append_one(dir, disk::posix_file_system());
      test::FaultFs fs(disk::posix_file_system());
      fs.crash_at(n);
      try {
        append_one(dir, fs, "killed", rotation);
      } catch (const test::Crash&) {
      }
      if (!fs.happened()) break;
      auto verdict = verdict_of(dir);
      CHECK_MESSAGE(verdict.ok(), "call ", n, " ", verdict.ok() ? "" : verdict.diagnostics.errors[0].message);
      CHECK_MESSAGE(append_one(dir, disk::posix_file_system()).ok(), "call ", n);
      CHECK_MESSAGE(verdict_of(dir).ok(), "call ", n);
    }
}

TEST_CASE("eight writers make one chain") {
  test::TempDir dir;
  std::vector<std::thread> writers;
  std::array<Diagnostics, 8> said;
  for (Diagnostics& mine : said)
    writers.emplace_back([&dir, &mine] {
      for (int k = 0; k < 10; ++k) mine.add(append_one(dir, disk::posix_file_system()));
    });
  for (std::thread& writer : writers) writer.join();
  for (const Diagnostics& of_one : said)
    for (const Error& error : of_one.errors) CHECK_MESSAGE(false, error.message);
  auto verdict = verdict_of(dir);
  CHECK(verdict.ok());
  CHECK(verdict.value.records == 80);
}

TEST_CASE("times are read as dates, times and spans") {
  constexpr int64_t kNow = 1'700'000'000'000'000'000;
  CHECK(parse_when("2h", kNow) == kNow - 7200'000'000'000);
  CHECK(parse_when("3d", kNow) == kNow - 3 * 86400'000'000'000);
  CHECK(parse_when("1970-01-02", 0) == 86400'000'000'000);
  CHECK(parse_when("2023-11-14T22:13:20Z", 0) == kNow);
  CHECK(parse_when("2023-11-14T22:13:20.5Z", 0) == kNow + 500'000'000);
  for (const char* bad : {"", "x", "2h3", "2023-13-01", "2023-11", "2023-11-14T", "2023-11-14Tx"})
    CHECK_MESSAGE(!parse_when(bad, kNow), bad);
}

TEST_CASE("the first line that is missing is named, record 1 too") {
  test::TempDir dir;
  for (int i = 0; i < 3; ++i) CHECK(append_one(dir, disk::posix_file_system()).ok());
  std::string text = dir.read(kFirstFile);
  size_t second = text.find('\n') + 1, third = text.find('\n', second) + 1;
  auto first_error = [&](const std::string& left) {
    dir.write(kFirstFile, left);
    auto verdict = verdict_of(dir);
    return verdict.ok() ? std::string() : verdict.diagnostics.errors[0].message;
  };
  CHECK(first_error(text.substr(second)) == "record 1 is missing, and no record says that it was pruned");
  CHECK(first_error(text.substr(third)) == "record 1 is missing, and no record says that it was pruned");
  CHECK(
      first_error(text.substr(0, second) + text.substr(third)) == "record 2 is missing before line 2 of audit/1.jsonl");
  CHECK(first_error(text.substr(0, third)) == "record 3 and what came after it are missing");
  CHECK(first_error(text).empty());
}

TEST_CASE("a head that was kept shows what was cut off or written anew together with the head") {
  test::TempDir dir, other;
  disk::FileSystem& fs = disk::posix_file_system();
  for (int i = 0; i < 2; ++i) CHECK(append_one(dir, fs).ok());
  std::string two = dir.read(kFirstFile), head_of_two = dir.read(kHeadFile);
  AuditMark second{2, verdict_of(dir).value.head};
  CHECK(append_one(dir, fs).ok());
  AuditMark third{3, verdict_of(dir).value.head};
  CHECK(verdict_of(dir, second).ok());
  CHECK(verdict_of(dir, third).ok());
  dir.write(kFirstFile, two);
  dir.write(kHeadFile, head_of_two);
  CHECK(verdict_of(dir).ok());
  CHECK(verdict_of(dir, third).diagnostics.errors.at(0).message ==
      "records 3 to 3, of which a head was kept, are missing");
  for (const char* tool : {"redo", "undo", "undo"}) CHECK(append_one(other, fs, tool).ok());
  CHECK(verdict_of(other).ok());
  CHECK(verdict_of(other, second).diagnostics.errors.at(0).message ==
      "record 2 is not the one of which the head was kept: it, or one before it, was changed");
}

TEST_CASE("a head is read as it is printed, and nothing else is") {
  std::string hash(64, 'a');
  REQUIRE(parse_audit_mark("12:" + hash));
  CHECK(parse_audit_mark("12:" + hash)->seq == 12);
  for (const std::string& text : std::initializer_list<std::string>{
           "", "12", "12:", "0:" + hash, "x:" + hash, "12 :" + hash, "-1:" + hash, "12:" + hash + "a"})
    CHECK_MESSAGE(!parse_audit_mark(text), text);
}

}  // namespace
}  // namespace aptix::ops
