// Summaries that are kept: found by what was asked and of what, and never one that is damaged.
#include "ops/context/context.h"

#include <doctest/doctest.h>

#include "disk/commit.h"
#include "disk/os/filesystem.h"
#include "disk/state_files.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

struct Kept {
  test::TempDir dir;
  std::unique_ptr<disk::Workspace> workspace;

  Kept() {
    auto opened = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
    REQUIRE(opened);
    workspace = std::move(*opened);
    REQUIRE(disk::lock(*workspace).ok());  // makes the state folder
  }
};

}  // namespace

TEST_CASE("a summary has another key for another program, another argument or another text") {
  std::string key = summary_key({"sum", "-a"}, "text");
  CHECK(key == summary_key({"sum", "-a"}, "text"));
  CHECK(key != summary_key({"sum", "-b"}, "text"));
  CHECK(key != summary_key({"sum-a"}, "text"));
  CHECK(key != summary_key({"sum", "-a"}, "text "));
}

TEST_CASE("what is kept is found again, byte for byte, and the newest of a key is the one") {
  Kept kept;
  CHECK_FALSE(find_summary(*kept.workspace, "k1"));
  keep_summary(*kept.workspace, "k1", "old");
  keep_summary(*kept.workspace, "k2", "two\nlines\n");
  keep_summary(*kept.workspace, "k1", "new");
  CHECK(find_summary(*kept.workspace, "k1") == "new");
  CHECK(find_summary(*kept.workspace, "k2") == "two\nlines\n");
  CHECK(disk::read_cache(*kept.workspace, "summaries")->text.find("old") == std::string::npos);
}

TEST_CASE("a summary that was changed on the disk is not given, nor what comes after it") {
  Kept kept;
  keep_summary(*kept.workspace, "k1", "first");
  keep_summary(*kept.workspace, "k2", "second");
  keep_summary(*kept.workspace, "k3", "third");
  std::string text(disk::read_cache(*kept.workspace, "summaries")->text);
  text.replace(text.find("second"), 6, "changed").erase(text.find("changed") + 6, 1);
  std::vector<std::string_view> pieces = {text};
  disk::write_cache(*kept.workspace, "summaries", pieces);
  CHECK(find_summary(*kept.workspace, "k3") == "third");
  CHECK_FALSE(find_summary(*kept.workspace, "k2"));
  CHECK_FALSE(find_summary(*kept.workspace, "k1"));
}

TEST_CASE("the oldest summaries make room") {
  Kept kept;
  std::string half(600 << 10, 'x');
  keep_summary(*kept.workspace, "k1", half);
  keep_summary(*kept.workspace, "k2", half);
  CHECK(find_summary(*kept.workspace, "k2") == half);
  CHECK_FALSE(find_summary(*kept.workspace, "k1"));
}

}  // namespace aptix::ops
