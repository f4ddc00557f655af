// The tail that every change of files ends in.
#include "ops/publish/publish.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "disk/commit.h"
#include "support/changes.h"
#include "support/temp_dir.h"

using namespace aptix;
using End = ops::PublishRequest::End;

namespace {

// A tree with the file "a", which is to get another content.
struct Work {
  test::TempDir dir;
  std::unique_ptr<disk::Workspace> workspace;
  ChangeSet changes;

  Work() {
    dir.write("a", "old\n");
    workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {}).value();
    REQUIRE(disk::lock(*workspace).ok());
    changes = std::move(test::Changes(*workspace).write("a", "new\n").set);
    changes.changes.front().compared_with = changes.changes.front().before.bytes;
  }
};

}  // namespace

TEST_CASE("what is committed is written, counted and hashed, and what is only planned is not written") {
  for (End end : {End::planned, End::foreseen, End::committed}) {
    Work work;
    auto done = ops::publish(*work.workspace, work.changes, {.end = end, .want_diff = true});
    REQUIRE(done.ok());
    bool written = end == End::committed;
    CHECK((done.value.transaction != 0) == written);
    CHECK(work.dir.read("a") == (written ? "new\n" : "old\n"));
    const FileChange& change = work.changes.changes.front();
    CHECK(change.lines_added == 1);
    CHECK(change.lines_removed == 1);
    CHECK(change.before_sha == sha256("old\n"));
    CHECK(change.after_sha == sha256("new\n"));
    CHECK(done.value.diff.ends_with("-old\n+new\n"));
  }
}

TEST_CASE("a change that is refused is described, and nobody is shown it") {
  Work work;
  bool shown = false;
  ops::PublishRequest request{
      .want_diff = true, .see = [&](const ChangeSet&, const disk::Workspace&) { shown = true; }};
  auto done = ops::publish(*work.workspace, work.changes, request);
  CHECK(done.ok());
  CHECK_FALSE(shown);
  CHECK(done.value.diff.empty());
  CHECK(work.changes.changes.front().after_sha == sha256("new\n"));
  CHECK(work.dir.read("a") == "old\n");
}

TEST_CASE("a result above the limit is refused before anything is written") {
  Work work;
  auto done = ops::publish(*work.workspace, work.changes, {.end = End::committed, .most_bytes = 3});
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].message == "the result has 4 bytes, more than the limit of 3");
  CHECK(work.dir.read("a") == "old\n");
}

TEST_CASE("a page that would take the place of a changed file is refused before anything is written") {
  Work work;
  std::optional<ops::PageRequest> page = ops::PageRequest{.target = work.workspace->root_path() + "/a"};
  auto done = ops::publish(*work.workspace, work.changes, {.end = End::committed, .page = &page});
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].message == "the page would overwrite 'a', which the change is about");
  CHECK(done.value.page.empty());
  CHECK(work.dir.read("a") == "old\n");
}

namespace {

// Lets every change of the tree wait for a person.
struct WaitingGuard final : Guard {
  std::optional<Error> refuses_reading(std::string_view) const override { return std::nullopt; }
  Diagnostics judge_write(std::string_view path) const override {
    return {.errors = {make_error(Code::policy_approval_needed, "it waits").at(path)}, .warnings = {}};
  }
  Diagnostics judge_copy(std::string_view path) const override { return judge_write(path); }
  bool is_strict() const override { return false; }
};

}  // namespace

TEST_CASE("a person is asked without the lock, and a yes makes the change") {
  Work work;
  work.workspace->set_guard(std::make_shared<WaitingGuard>());
  work.workspace->set_ask([&](std::string_view diff, const std::vector<std::string>& paths) {
    CHECK(diff.ends_with("-old\n+new\n"));
    CHECK(paths == std::vector<std::string>{"a"});
    auto other = disk::Workspace::open(disk::posix_file_system(), work.dir.path(), {.lock_wait_ms = 0}).value();
    CHECK(disk::lock(*other).ok());
    return std::optional(true);
  });
  auto done = ops::publish(*work.workspace, work.changes, {.end = End::committed});
  CHECK(done.ok());
  CHECK(done.value.transaction == 1);
  CHECK(work.dir.read("a") == "new\n");
}

TEST_CASE("what changes while a person is asked is not overwritten") {
  for (const char* content : {"odd\n", "longer than it was\n"}) {
    Work work;
    work.workspace->set_guard(std::make_shared<WaitingGuard>());
    work.workspace->set_ask([&](std::string_view, const std::vector<std::string>&) {
      work.dir.write("a", content);
      return std::optional(true);
    });
    auto done = ops::publish(*work.workspace, work.changes, {.end = End::committed});
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].code == Code::file_changed);
    CHECK(work.dir.read("a") == content);
  }
}

TEST_CASE("after a no nothing is written or stored, and where nobody is there the change is stored") {
  for (std::optional<bool> answer : {std::optional(false), std::optional<bool>()}) {
    Work work;
    work.workspace->set_guard(std::make_shared<WaitingGuard>());
    work.workspace->set_ask([&](std::string_view, const std::vector<std::string>&) { return answer; });
    auto done = ops::publish(*work.workspace, work.changes, {.end = End::committed});
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].code == Code::policy_approval_needed);
    CHECK(done.diagnostics.errors[0].approval.empty() == answer.has_value());
    CHECK(ops::list_pending(*work.workspace).value.size() == (answer ? 0 : 1));
    CHECK(work.dir.read("a") == "old\n");
  }
}
