#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "ops/session/session.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

constexpr const char* kId = "0190163d-8694-739b-aea5-966c00000000";
constexpr const char* kLines = ".aptix/sessions/0190163d-8694-739b-aea5-966c00000000.jsonl";

std::unique_ptr<disk::Workspace> session_workspace(const test::TempDir& dir, disk::FileSystem& fs) {
  auto workspace = disk::Workspace::open(fs, dir.path(), {});
  REQUIRE(workspace);
  return std::move(*workspace);
}

SessionState started() {
  SessionState state;
  state.id = kId;
  state.caller = "ann";
  state.started_ns = 1'700'000'000'000'000'000;
  return state;
}

SeenFile seen(std::string path, std::string_view text) {
  return {.path = std::move(path), .sha = sha256(text), .lines = {{1, 2}}, .shown = true, .text = text};
}

TEST_CASE("what a session notes is known again by another run of it") {
  test::TempDir dir;
  auto workspace = session_workspace(dir, disk::posix_file_system());
  REQUIRE(LiveSession::start(*workspace, started()));
  auto one = LiveSession::open(*workspace, kId);
  auto two = LiveSession::open(*workspace, kId);
  REQUIRE(one);
  REQUIRE(two);
  std::string odd = "a\xff\xc3\xa9";
  const SeenFile files[] = {seen("a", "x\n"), seen(odd, "y\n")};
  REQUIRE((*one)->note_reads(files, 35));
  const TouchedPath written[] = {{.path = "a", .before = sha256("x\n"), .after = sha256("z\n"), .size = 2},
      {.path = "unread", .before = {}, .after = sha256("n\n"), .size = 2},
      {.path = "new", .before = {}, .after = sha256("y\n"), .size = 2, .from = odd}};
  CHECK((*two)->note_written(written, 7).warnings.empty());
  CHECK((*two)->state().reads.contains(odd));
  CHECK((*two)->state().held.at("a") == sha256("z\n"));
  CHECK_FALSE((*two)->state().held.contains("unread"));
  CHECK((*two)->state().tokens_read == 10);
  CHECK((*two)->state().held.at("new") == sha256("y\n"));
  CHECK((*two)->state().bytes_written == 6);
  CHECK((*two)->shown_text("a") == "x\n");
  CHECK((*one)->add_task("look") == "1");
  CHECK((*two)->add_task("again") == "2");
  CHECK((*one)->finish_task("2"));
  CHECK((*one)->end());
  auto late = (*two)->note_reads(files, 0);
  REQUIRE_FALSE(late);
  CHECK(late.error().message == "the session '0190163d-8694-739b-aea5-966c00000000' has ended");
}

TEST_CASE("what is kept of a session for a later run is held to its file, whoever wrote that meanwhile") {
  test::TempDir dir;
  auto workspace = session_workspace(dir, disk::posix_file_system());
  REQUIRE(LiveSession::start(*workspace, started()));
  auto known = std::make_shared<KnownSession>();
  auto open = [&] { return LiveSession::open(*workspace, kId, known); };
  auto first = open();
  REQUIRE(first);
  CHECK((*first)->add_task("one") == "1");
  CHECK((*LiveSession::open(*workspace, kId))->add_task("two") == "2");
  CHECK((*first)->add_task("three") == "3");
  auto second = open();
  REQUIRE(second);
  CHECK((*second)->state().tasks.size() == 3);
  CHECK((*second)->add_task("four") == "4");
  CHECK((*first)->add_task("five") == "5");
  SessionState other = started();
  other.replaced = 1;
  std::string lines = all_lines(other);
  dir.write(kLines, lines);
  CHECK((*open())->state().tasks.empty());
  dir.write(kLines, lines + "damaged\n");
  CHECK_FALSE((*first)->add_task("six"));
  CHECK_FALSE(open());
  dir.write(kLines, lines);
  CHECK((*open())->add_task("one again") == "1");
}

TEST_CASE("lines of one text that were shown come together, and those of another one begin anew") {
  SessionState state = started();
  SessionState known;
  auto read = [](LineSpan span, std::string_view text) {
    NotedRead noted{.path = "a", .sha = sha256(text), .lines = {span}};
    return read_line({&noted, 1}, 1, 5) + "\n";
  };
  REQUIRE(known.take(start_line(state) + "\n" + read({5, 8}, "x") + read({1, 4}, "x") + read({20, 30}, "x")));
  CHECK(shown_lines(known.reads.at("a").lines) == "1:8,20:30");
  REQUIRE(known.take(read({2, 3}, "y")));
  CHECK(shown_lines(known.reads.at("a").lines) == "2:3");
}

TEST_CASE("a torn last line gives way to the next one, and any other damage is an error") {
  test::TempDir dir;
  auto workspace = session_workspace(dir, disk::posix_file_system());
  REQUIRE(LiveSession::start(*workspace, started()));
  std::string whole = dir.read(kLines);
  dir.write(kLines, whole + "{\"read\":[{\"pa");
  auto live = LiveSession::open(*workspace, kId);
  REQUIRE(live);
  const SeenFile file = seen("a", "x\n");
  REQUIRE((*live)->note_reads({&file, 1}, 1));
  std::string text = dir.read(kLines);
  CHECK(text.starts_with(whole + "{\"read\":[{\"path\":\"a\""));
  CHECK(text.ends_with("}\n"));
  // Any byte of it that is another one is seen, or changes what a field says; nothing else happens.
  for (size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == '#' ? '?' : '#';
    dir.write(kLines, other);
    auto opened = LiveSession::open(*workspace, kId);
    if (!opened) CHECK(opened.error().code == Code::session_unknown);
  }
  dir.write(kLines, whole.substr(0, whole.size() - 1));
  auto empty = LiveSession::open(*workspace, kId);
  REQUIRE_FALSE(empty);
  CHECK(empty.error().code == Code::session_unknown);
}

// Of lines that say again and again what is known, so many that they are replaced with the next one.
void note_many(LiveSession& live) {
  const SeenFile files[] = {seen("a", "x\n"), seen("b\xff", "y\n")};
  while (!live.state().is_worth_replacing()) REQUIRE(live.note_reads(files, 7));
}

TEST_CASE("lines that later ones say again give way, and all that is known stays") {
  test::TempDir dir;
  auto workspace = session_workspace(dir, disk::posix_file_system());
  REQUIRE(LiveSession::start(*workspace, started()));
  auto one = LiveSession::open(*workspace, kId), two = LiveSession::open(*workspace, kId);
  REQUIRE(one);
  REQUIRE(two);
  SeenFile part = seen("part", "p\n"), later = seen("part", "q\n");
  later.shown = false;
  REQUIRE((*one)->note_reads({&part, 1}, 7));
  REQUIRE((*one)->note_reads({&later, 1}, 7));
  const TouchedPath written[] = {{.path = "a", .before = sha256("x\n"), .after = sha256("z\n"), .size = 2},
      {.path = "c", .before = {}, .after = sha256("y\n"), .size = 2, .from = "part"},
      {.path = "part", .before = sha256("q\n"), .after = {}, .size = 0}};
  (*one)->add_task("look");
  REQUIRE((*one)->finish_task("1"));
  note_many(**one);
  CHECK((*one)->note_written(written, 7).warnings.empty());
  CHECK((*one)->note_written(written, 8).warnings.empty());
  CHECK(dir.read(kLines).size() < 3000);
  auto after = LiveSession::open(*workspace, kId);
  REQUIRE(after);
  CHECK((*two)->add_task("more") == "2");  // it had read the lines that gave way
  CHECK((*one)->add_task("and more") == "3");
  for (const SessionState& state : {(*one)->state(), (*two)->state(), (*after)->state()}) {
    CHECK(state.replaced == 1);
    CHECK(state.reads.size() == 3);
    CHECK(state.reads.at("b\xff").shown);
    CHECK(shown_lines(state.reads.at("a").lines) == "1:2");
    CHECK(state.reads.at("part").sha == sha256("q\n"));
    CHECK(state.shown.at("part") == sha256("p\n"));
    CHECK(state.held.size() == 4);
    CHECK(state.held.at("a") == sha256("z\n"));
    CHECK(state.held.at("c") == sha256("y\n"));
    CHECK_FALSE(state.held.at("part"));
    CHECK(state.writes.at("c").from == "part");
    CHECK(state.writes.at("c").transaction == 8);
    CHECK(state.bytes_written == 8);
    CHECK(state.tasks.front().done);
  }
  CHECK((*after)->state().tokens_read == (*two)->state().tokens_read);
  CHECK((*after)->state().tokens_read == (*one)->state().tokens_read);
  CHECK((*after)->shown_text("part") == "p\n");
}

TEST_CASE("eight processes of one session lose nothing that they read") {
  test::TempDir dir;
  auto workspace = session_workspace(dir, disk::posix_file_system());
  REQUIRE(LiveSession::start(*workspace, started()));
  constexpr int kProcesses = 8, kReads = 20, kAgain = 200;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      auto own = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
      bool good = own.has_value();
      for (int i = 0; good && i < kReads; ++i) {
        auto live = LiveSession::open(**own, kId);
        const SeenFile file = seen("f" + std::to_string(process) + "-" + std::to_string(i), "x\n");
        good = live && (*live)->note_reads({&file, 1}, 7);
      }
      auto live = LiveSession::open(**own, kId);
      const SeenFile again = seen("again", "x\n");
      for (int i = 0; good && i < kAgain; ++i) good = live && (*live)->note_reads({&again, 1}, 7);
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  auto live = LiveSession::open(*workspace, kId);
  REQUIRE(live);
  CHECK((*live)->state().reads.size() == kProcesses * kReads + 1);
  CHECK((*live)->state().tokens_read == 2 * kProcesses * (kReads + kAgain));
  CHECK((*live)->state().replaced > 0);
}

TEST_CASE("whichever call fails or is the last one, what was noted before stays known") {
  for (auto [crashes, many] : {std::pair(false, false), {true, false}, {false, true}, {true, true}})
    for (uint64_t at = 1; at < 100; ++at) {
      test::TempDir dir;
      auto workspace = session_workspace(dir, disk::posix_file_system());
      REQUIRE(LiveSession::start(*workspace, started()));
      test::FaultFs faults(disk::posix_file_system());
      auto failing = session_workspace(dir, faults);
      auto live = LiveSession::open(*failing, kId);
      REQUIRE(live);
      const SeenFile before = seen("before", "x\n"), file = seen("a", "y\n");
      REQUIRE((*live)->note_reads({&before, 1}, 7));
      if (many) note_many(**live);
      uint64_t tokens = (*live)->state().tokens_read;
      bool noted = false;
      crashes ? faults.crash_at(at) : faults.fail_at(at, ENOSPC);
      try {
        noted = (*live)->note_reads({&file, 1}, 7).has_value();
      } catch (const test::Crash&) {
      }
      live = fail(Code::internal, "");  // as the process ends, so do its locks
      auto after = LiveSession::open(*workspace, kId);
      REQUIRE(after);
      CHECK((*after)->state().reads.contains("before"));
      if (noted) CHECK((*after)->state().reads.contains("a"));
      CHECK((*after)->state().tokens_read - tokens <= 2);
      if (many && !faults.happened()) CHECK((*after)->state().replaced == 1);
      const SeenFile more = seen("more", "z\n");
      CHECK((*after)->note_reads({&more, 1}, 7));
      if (!faults.happened()) break;
    }
}

}  // namespace
}  // namespace aptix::ops
