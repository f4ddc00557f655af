#include "ops/publish/publish.h"

#include <doctest/doctest.h>

#include "disk/history.h"
#include "disk/reader.h"
#include "ops/history/history.h"
#include "ops/policy/policy.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"
#include "support/work_run.h"

namespace aptix::ops {
namespace {

std::unique_ptr<disk::Workspace> opened(const test::TempDir& dir) {
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  return std::move(*workspace);
}

ChangeSet one_change(Reader& reader, std::string_view path, std::string_view text) {
  ChangeSet changes;
  FileChange change{.path = RelPath::parse(path).value()};
  change.before = reader.read(change.path).value();
  change.after_exists = true;
  change.after_mode = 0644;
  change.pieces = {changes.texts.emplace_back(text)};
  change.after_size = text.size();
  changes.changes.push_back(std::move(change));
  hash_changes(changes, 1);
  return changes;
}

TEST_CASE("a stored change comes back as it was, and is stale when its file changes") {
  test::TempDir dir;
  dir.write("a", "old\n");
  auto workspace = opened(dir);
  auto reader = disk::reader(*workspace, {});
  auto id = store_pending(*workspace, one_change(*reader, "a", std::string("new\n\0\xff", 6)), "");
  REQUIRE(id);
  auto pending = find_pending(*workspace, *id);
  REQUIRE(pending);
  CHECK(pending->files[0].text == std::string("new\n\0\xff", 6));
  CHECK(stale_paths(*reader, *pending)->empty());
  CHECK(changes_of(*reader, *pending)->changes[0].after_bytes() == pending->files[0].text);
  dir.write("a", "other\n");
  CHECK(*stale_paths(*disk::reader(*workspace, {}), *pending) == std::vector<std::string>{"a"});
  drop_pending(*workspace, *id);
  CHECK(find_pending(*workspace, *id).error().code == Code::approval_unknown);
}

TEST_CASE("a change that is stored once more has the id that it had, and keeps its time") {
  test::TempDir dir;
  dir.write("a", "old\n");
  auto store = [&](int64_t now_ns, std::string_view text) {
    auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {.now_ns = now_ns});
    return store_pending(**workspace, one_change(*disk::reader(**workspace, {}), "a", text), "").value();
  };
  std::string id = store(1000, "new\n");
  CHECK(store(2000, "new\n") == id);
  CHECK(store(2000, "other\n") != id);
  auto workspace = opened(dir);
  CHECK(list_pending(*workspace).value.size() == 2);
  CHECK(find_pending(*workspace, id)->time_ns == 1000);
  // Another change that has its id, and one that is damaged.
  dir.write(".aptix/approvals/" + id, dir.read(".aptix/approvals/" + store(2000, "other\n")));
  CHECK(store(3000, "new\n") == id);
  CHECK(find_pending(*workspace, "../approvals/" + id).error().code == Code::approval_unknown);
}

TEST_CASE("a stored change that was damaged or planted is passed over") {
  Pending pending{.id = "x", .caller = "ann", .command = "c", .files = {}};
  PendingFile file;
  file.path = "a";
  file.after = {.exists = true, .mode = 0644, .size = 1, .sha = sha256("b")};
  file.text = "b";
  pending.files.push_back(file);
  std::string text = encode_pending(pending);
  REQUIRE(decode_pending(text));
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK_MESSAGE(!decode_pending(changed), "byte ", i);
    CHECK_MESSAGE(!decode_pending(text.substr(0, i)), "cut at ", i);
  }
  pending.files[0].path = "../a";
  CHECK_FALSE(decode_pending(encode_pending(pending)));
}

std::unique_ptr<disk::Workspace> opened(const test::TempDir& dir, disk::FileSystem& fs) {
  auto workspace = disk::Workspace::open(fs, dir.path(), {});
  REQUIRE(workspace);
  return std::move(*workspace);
}

void recover_in(const test::TempDir& dir) {
  auto workspace = opened(dir);
  CHECK(disk::recover(*workspace).ok());
}

TEST_CASE("an undo that was stored is carried out as one, and only where it does what is shown") {
  test::TempDir dir;
  dir.write("a", "old\n");
  auto workspace = opened(dir);
  REQUIRE(disk::lock(*workspace).ok());
  ChangeSet change = one_change(*disk::reader(*workspace, {}), "a", "new\n");
  uint64_t done = test::commit(*workspace, change).value.id;
  ChangeSet planted = one_change(*disk::reader(*workspace, {}), "a", "harmless\n");
  auto other = store_pending(*workspace, planted, "", {.transaction = done});
  ChangeSet back = one_change(*disk::reader(*workspace, {}), "a", "old\n");
  auto id = store_pending(*workspace, back, "", {.transaction = done});
  REQUIRE((other && id));
  auto refused = approve(*workspace, *other, {});
  REQUIRE(refused.diagnostics.errors.size() == 1);
  CHECK(refused.diagnostics.errors[0].code == Code::approval_stale);
  CHECK(dir.read("a") == "new\n");
  CHECK(find_pending(*workspace, *id)->reversal.transaction == done);
  auto approved = approve(*workspace, *id, {});
  CHECK(approved.ok());
  CHECK(dir.read("a") == "old\n");
  auto log = disk::read_log(*workspace);
  CHECK(log.value.front().undone);
  CHECK(log.value.back().kind == disk::TransactionKind::undo);
  CHECK_FALSE(find_pending(*workspace, *id));
}

TEST_CASE("an approval killed at any call leaves the old tree with the stored change, or the new tree") {
  for (uint64_t n = 1;; ++n) {
    test::TempDir dir;
    dir.write("a", "old\n");
    auto healthy = opened(dir);
    auto id = store_pending(*healthy, one_change(*disk::reader(*healthy, {}), "a", "new\n"), "");
    healthy.reset();
    REQUIRE(id);
    test::FaultFs fs(disk::posix_file_system());
    fs.crash_at(n);
    try {
      auto workspace = opened(dir, fs);
      if (disk::lock(*workspace).ok()) (void)approve(*workspace, *id, {});
    } catch (const test::Crash&) {
    }
    if (!fs.happened()) break;
    recover_in(dir);
    std::string text = dir.read("a");
    auto pending = find_pending(*opened(dir), *id);
    CHECK_MESSAGE((text == "old\n" || text == "new\n"), "call ", n);
    if (text == "old\n") CHECK_MESSAGE(pending.has_value(), "call ", n);
  }
}

TEST_CASE("a roll-back killed at any call leaves the tree before or after it") {
  for (uint64_t n = 1;; ++n) {
    test::TempDir dir;
    dir.write("a", "old\n");
    auto healthy = opened(dir);
    REQUIRE(disk::lock(*healthy).ok());
    ChangeSet change = one_change(*disk::reader(*healthy, {}), "a", "new\n");
    REQUIRE(test::commit(*healthy, change).ok());
    healthy.reset();
    test::FaultFs fs(disk::posix_file_system());
    fs.crash_at(n);
    try {
      auto workspace = opened(dir, fs);
      if (disk::lock(*workspace).ok()) {
        auto versions = Versions::open(*workspace, {});
        if (versions.ok())
          (void)rollback(
              *workspace, *versions.value, {.paths = {}, .to = {.kind = VersionName::Kind::base}, .how = {}});
      }
    } catch (const test::Crash&) {
    }
    if (!fs.happened()) break;
    recover_in(dir);
    CHECK_MESSAGE((dir.read("a") == "old\n" || dir.read("a") == "new\n"), "call ", n);
  }
}

}  // namespace
}  // namespace aptix::ops
