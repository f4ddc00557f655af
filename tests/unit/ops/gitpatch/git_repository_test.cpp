// How often git is asked, and what for. What its answers are is for the golden cases.
#include "ops/gitpatch/git_repository.h"

#include <doctest/doctest.h>

#include <vector>

using namespace aptix;
using namespace aptix::ops;

namespace {

// A git that gives the same answer to everything, and takes down what it was asked.
struct FakeBlobs {
  std::string answer;
  std::vector<std::string> asked;  // "arguments < input"

  GitRepository repository() {
    GitPlace place;
    place.exists = true;
    return {std::move(place),
        [this](const std::vector<std::string>& arguments, std::string_view input) -> Result<std::string> {
          std::string line;
          for (const std::string& word : arguments) line += word + " ";
          asked.push_back(line + "< " + std::string(input));
          return answer;
        }};
  }
};

}  // namespace

TEST_CASE("several blobs are stored by one process, a single one without a pack") {
  FakeBlobs git{"aaaa\nbbbb\n", {}};
  auto names = git.repository().store_blobs({"one\n", ""});
  REQUIRE(names);
  CHECK(*names == std::vector<std::string>{"aaaa", "bbbb"});
  CHECK(git.asked ==
      std::vector<std::string>{
          "fast-import --quiet < blob\nmark :1\ndata 4\none\n\nget-mark :1\nblob\nmark :2\ndata 0\n\nget-mark :2\n"});
  git = {"cccc\n", {}};
  CHECK(git.repository().store_blobs({"one\n"}).value() == std::vector<std::string>{"cccc"});
  CHECK(git.asked == std::vector<std::string>{"hash-object -w --stdin < one\n"});
  git = {"", {}};
  CHECK(git.repository().store_blobs({}).value().empty());
  CHECK(git.asked.empty());
}

TEST_CASE("an answer with too few names stores nothing") {
  FakeBlobs git{"aaaa\n", {}};
  auto names = git.repository().store_blobs({"one", "two"});
  REQUIRE_FALSE(names);
  CHECK(names.error().message == "'git fast-import' did not store all objects");
}

TEST_CASE("blobs that are expected are read by one process") {
  FakeBlobs git{"aaaa1 blob 4\none\n\nbbbb missing\ncccc1 blob 0\n\n", {}};
  GitRepository repository = git.repository();
  repository.expect_blobs({"aaaa", "bbbb", "no name", "cccc"});
  CHECK(git.asked == std::vector<std::string>{"-c core.disambiguate=blob cat-file --batch < aaaa\nbbbb\ncccc\n"});
  CHECK(repository.blob("aaaa").value() == "one\n");
  CHECK(repository.blob("cccc").value() == "");
  CHECK(git.asked.size() == 1);
  CHECK(repository.blob("bbbb").value() == git.answer);  // asked again, by itself
  CHECK(git.asked.size() == 2);
}

TEST_CASE("an answer that ends early gives only the blobs before") {
  for (const char* end : {"cccc1 blob 9\none\n", "cccc1 blob x\n", "cccc ambiguous\n", ""}) {
    FakeBlobs git{std::string("aaaa1 blob 1\nx\n") + end, {}};
    GitRepository repository = git.repository();
    repository.expect_blobs({"aaaa", "cccc"});
    CHECK(repository.blob("aaaa").value() == "x");
    CHECK(git.asked.size() == 1);
    CHECK(repository.blob("cccc").value() == git.answer);
    CHECK(git.asked.size() == 2);
  }
}
