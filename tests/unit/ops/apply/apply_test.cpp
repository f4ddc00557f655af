// The main job from the answer to the report: in which order its steps speak, and what each leaves undone.
#include "ops/apply/apply.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/temp_dir.h"

using namespace aptix;

namespace {

std::string edit_of(std::string_view path, std::string_view find, std::string_view replace) {
  return std::string(path) + "\n```\n<<<<<<< SEARCH\n" + std::string(find) + "\n=======\n" + std::string(replace) +
      "\n>>>>>>> REPLACE\n```\n\n";
}

Report applied(const test::TempDir& dir, std::string answer, const ops::ApplyRequest& request = {}) {
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {}).value();
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("answer.md", std::move(answer)));
  Report report = ops::apply(inputs, *workspace, request);
  for (auto& input : inputs) report.owners.push_back(std::shared_ptr<const Input>(std::move(input)));
  return report;
}

std::vector<std::string> errors_of(const Report& report) {
  std::vector<std::string> ids;
  for (const Diagnostic& error : report.diagnostics.errors) ids.emplace_back(info(error.code).id);
  return ids;
}

}  // namespace

TEST_CASE("an answer is applied, and its report names the transaction and both contents") {
  test::TempDir dir;
  dir.write("a.txt", "one\n");
  Report report = applied(dir, edit_of("a.txt", "one", "two"));
  CHECK(report.successful());
  CHECK(report.complete);
  CHECK(report.transaction == 1);
  CHECK(dir.read("a.txt") == "two\n");
  REQUIRE(report.files.size() == 1);
  CHECK(report.files[0].status == "changed");
  CHECK(report.files[0].before_sha == sha256("one\n"));
  CHECK(report.files[0].after_sha == sha256("two\n"));
}

TEST_CASE("every preview is the same path stopped earlier, and leaves no trace") {
  for (ops::Stop stop : {ops::Stop::dry_run, ops::Stop::before_stage, ops::Stop::after_parse}) {
    test::TempDir dir;
    dir.write("a.txt", "one\n");
    test::Tree before = dir.tree();
    ops::ApplyRequest request;
    request.stop = stop;
    Report report = applied(dir, edit_of("a.txt", "one", "two"), request);
    CHECK(report.successful());
    CHECK(report.dry_run);
    CHECK(report.transaction == 0);
    CHECK(report.files.size() == (stop == ops::Stop::after_parse ? 0 : 1));
    CHECK(dir.tree() == before);
    CHECK_FALSE(dir.exists(".aptix"));
  }
}

TEST_CASE("an answer with a fault of form takes no lock, and says nothing of what else does not fit") {
  test::TempDir dir;
  dir.write("a.txt", "one\n");
  Report report = applied(dir, edit_of("a.txt", "none", "two") + edit_of("../b.txt", "one", "two"));
  CHECK(errors_of(report) == std::vector<std::string>{"path.invalid"});
  CHECK_FALSE(report.complete);
  CHECK_FALSE(dir.exists(".aptix"));
}

TEST_CASE("--only leaves out the other files, and the report says that it is a part") {
  test::TempDir dir;
  dir.write("a.txt", "one\n");
  dir.write("b.txt", "one\n");
  ops::ApplyRequest request;
  request.only.push_back(Glob::parse("b.txt").value());
  Report report = applied(dir, edit_of("a.txt", "none", "two") + edit_of("b.txt", "one", "two"), request);
  CHECK(report.successful());
  CHECK(report.is_part);
  CHECK(dir.read("a.txt") == "one\n");
  CHECK(dir.read("b.txt") == "two\n");
}

TEST_CASE("with keep_going the files that fit are written, and the others are reported as errors") {
  test::TempDir dir;
  dir.write("a.txt", "one\n");
  dir.write("b.txt", "one\n");
  ops::ApplyRequest request;
  request.keep_going = true;
  Report report = applied(dir, edit_of("a.txt", "none", "two") + edit_of("b.txt", "one", "two"), request);
  CHECK(errors_of(report) == std::vector<std::string>{"match.not_found"});
  CHECK(report.transaction == 1);
  CHECK(dir.read("a.txt") == "one\n");
  CHECK(dir.read("b.txt") == "two\n");
}

TEST_CASE("an answer without an edit says what to give") {
  test::TempDir dir;
  CHECK(errors_of(applied(dir, "Nothing to do here.\n")) == std::vector<std::string>{"input.no_edit"});
  CHECK_FALSE(dir.exists(".aptix"));
}
