// gitpatch outside a repository: its exit codes are git's, and its end is that of every change.
#include "ops/gitpatch/gitpatch.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "ops/gitpatch/git_repository.h"
#include "support/temp_dir.h"

using namespace aptix;
using ops::GitPatchRequest;

namespace {

const std::string kPatch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";

// What comes of the patch, and what 'f' has then.
struct Patched {
  ops::GitPatchResult result;
  std::string text;
};

Patched patched(const std::string& before, const GitPatchRequest& request) {
  test::TempDir dir;
  dir.write("f", before);
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {}).value();
  ops::GitRepository repository({}, [](const std::vector<std::string>&, std::string_view) {
    return Result<std::string>(fail(Code::io_error, "no git"));
  });
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("p.diff", kPatch));
  ops::GitPatchResult result = ops::gitpatch(inputs, *workspace, repository, request);
  return {std::move(result), dir.read("f")};
}

}  // namespace

TEST_CASE("a patch that fits is one transaction, and its report has the hashes of both contents") {
  Patched done = patched("one\ntwo\n", {});
  CHECK(done.result.exit_code == 0);
  CHECK(done.text == "one\n2\n");
  CHECK(done.result.report.transaction == 1);
  REQUIRE(done.result.report.files.size() == 1);
  CHECK(done.result.report.files[0].before_sha == sha256("one\ntwo\n"));
  CHECK(done.result.report.files[0].after_sha == sha256("one\n2\n"));
}

TEST_CASE("a dry run has the diff and writes nothing") {
  GitPatchRequest request;
  request.dry_run = request.want_diff = true;
  Patched done = patched("one\ntwo\n", request);
  CHECK(done.result.exit_code == 0);
  CHECK(done.text == "one\ntwo\n");
  CHECK(done.result.report.diff.ends_with(" one\n-two\n+2\n"));
}

TEST_CASE("a patch that does not fit ends with 1, and one whose result is too large with 128") {
  Patched misfit = patched("one\nthree\n", {});
  CHECK(misfit.result.exit_code == 1);
  CHECK(misfit.text == "one\nthree\n");
  GitPatchRequest request;
  request.limits.result_bytes = 3;
  Patched large = patched("one\ntwo\n", request);
  CHECK(large.result.exit_code == 128);
  CHECK(large.text == "one\ntwo\n");
  REQUIRE(large.result.report.diagnostics.errors.size() == 1);
  CHECK(large.result.report.diagnostics.errors[0].message == "the result has 6 bytes, more than the limit of 3");
}
