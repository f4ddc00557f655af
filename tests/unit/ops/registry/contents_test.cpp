#include "ops/registry/registry.h"

#include <doctest/doctest.h>

#include <ctime>
#include <fstream>

#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {

TEST_CASE("of a file that grows while it is read so much is hashed as its size is, and it is not certain") {
  test::TempDir dir;
  dir.write("log", std::string(600'000, 'a'));
  test::FaultFs fs(disk::posix_file_system());
  disk::Fd top(fs, fs.open_root(dir.path().c_str()));
  REQUIRE(top.ok());
  fs.before = [&](const std::string& call) {
    if (call == "read") std::ofstream(dir.path("log"), std::ios::app) << "one more line\n";
  };
  std::vector<ReadContent> files{{.path = "log"}};
  REQUIRE(read_contents(fs, {.top = top.get(), .before_ns = int64_t{std::time(nullptr)} * 1'000'000'000}, files));
  std::string grown = dir.read("log");
  const ReadContent& file = files.front();
  CHECK(file.status == 0);
  CHECK_FALSE(file.certain);
  REQUIRE(file.stamp.size < grown.size());
  CHECK(file.content.sha == sha256(grown.substr(0, file.stamp.size)));
}

}  // namespace aptix::ops
