#include "ops/history/history.h"

#include <doctest/doctest.h>

namespace aptix::ops {
namespace {

using disk::StoredState;
using disk::Record;
using disk::RecordedFile;
using disk::TransactionKind;

StoredState text_state(std::string_view text) {
  return {.exists = true, .mode = 0644, .size = text.size(), .sha = sha256(text)};
}

Record past(uint64_t id, std::vector<RecordedFile> files) {
  Record record;
  record.id = id;
  record.files = std::move(files);
  return record;
}

RecordedFile edited(std::string path, std::string_view before, std::string_view after) {
  RecordedFile file;
  file.path = std::move(path);
  if (!before.empty()) file.before = text_state(before);
  if (!after.empty()) file.after = text_state(after);
  return file;
}

RecordedFile moved(std::string path, std::string from, std::string_view after) {
  RecordedFile file = edited(std::move(path), "", after);
  file.from = std::move(from);
  return file;
}

TEST_CASE("a rename is followed, there and back") {
  Record undo = past(3, {edited("new", "b", ""), edited("old", "", "b")});
  undo.kind = TransactionKind::undo;
  undo.reverses = 2;
  std::vector<Record> log = {
      past(1, {edited("old", "a", "b")}), past(2, {moved("new", "old", "b"), edited("old", "b", "")}), undo};
  Timeline timeline(log);
  std::vector<Touch> trace = timeline.trace("old");
  REQUIRE(trace.size() == 3);
  CHECK(trace[0].record->id == 3);
  CHECK(trace[0].from == "new");
  CHECK(operation_of(trace[0]) == "rename");
  CHECK(trace[1].file->path == "new");
  CHECK(operation_of(trace[1]) == "rename");
  CHECK(operation_of(trace[2]) == "patch");
}

TEST_CASE("a copy is a new file") {
  std::vector<Record> log = {past(1, {edited("a", "", "x")}), past(2, {moved("b", "a", "x")})};
  CHECK(Timeline(log).trace("b").size() == 1);
  CHECK(operation_of(Timeline(log).trace("b")[0]) == "create");
}

TEST_CASE("the state after a transaction is that of the last one that touched the path") {
  std::vector<Record> log = {past(2, {edited("a", "1", "2")}), past(5, {edited("a", "2", "")})};
  Timeline timeline(log);
  CHECK(timeline.state_after("a", 1)->sha == sha256("1"));
  CHECK(timeline.state_after("a", 2)->sha == sha256("2"));
  CHECK(timeline.state_after("a", 4)->sha == sha256("2"));
  CHECK_FALSE(timeline.state_after("a", 5)->exists);
  CHECK_FALSE(timeline.state_after("b", 5));
  CHECK(timeline.touched(3, 9) == std::vector<std::string>{"a"});
  CHECK(timeline.touched(3, 4).empty());
}

TEST_CASE("a record that was dropped is known, and is not one that is kept") {
  std::vector<Record> dropped = {past(1, {edited("a", "", "1")}), past(2, {edited("b", "1", "2")})};
  std::vector<Record> log = {past(3, {edited("a", "1", "2")}), past(4, {edited("a", "2", "3")})};
  Timeline timeline(log, dropped);
  CHECK(timeline.trace("a").size() == 3);
  CHECK(timeline.find(2) == &dropped[1]);
  CHECK(timeline.find(5) == nullptr);
  CHECK(timeline.knows("b"));
  CHECK(timeline.newest("b") == nullptr);
  CHECK(timeline.touched() == std::vector<std::string>{"a"});
  CHECK(timeline.touched(2, 9) == std::vector<std::string>{"a", "b"});
  std::vector<Touch> trace = timeline.trace("a");
  CHECK(oldest_kept(trace, [](const StoredState&) { return true; })->record->id == 3);
  CHECK(timeline.version_of("a", trace[0].file->after) == 4);
  CHECK_FALSE(timeline.version_of("a", trace[1].file->after));
}

TEST_CASE("the kept versions end where an old text is gone") {
  std::vector<Record> log = {past(1, {edited("a", "1", "2")}), past(2, {edited("a", "2", "3")})};
  std::vector<Touch> trace = Timeline(log).trace("a");
  auto kept = [](const StoredState& state) { return state.sha != sha256("1"); };
  CHECK(oldest_kept(trace, kept)->record->id == 2);
  CHECK(oldest_kept(trace, [](const StoredState&) { return false; }) == nullptr);
}

}  // namespace
}  // namespace aptix::ops
