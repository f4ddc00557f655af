// A Cloud File Set behind a helper, by a double of it.
#include "store/cloud.h"

#include <doctest/doctest.h>

#include "support/helper_double.h"
#include "support/temp_dir.h"

namespace aptix::store {
namespace {

std::unique_ptr<CloudSet> open_by(test::HelperDouble& helper, HelperOptions options = {}) {
  auto cloud = open_cloud_helper("fake://somewhere", helper.start(), options);
  REQUIRE(cloud);
  return std::move(*cloud);
}

CloudWrite push_of(std::string_view content, std::optional<Sha256> expected) {
  return {.doc_path = "r/a", .path = "A", .caller = "me", .time_ns = 1, .expected = expected, .content = content};
}

TEST_CASE("a set behind a helper is pushed to, read and listed, in whatever pieces answers come") {
  test::TempDir dir;
  for (size_t piece : {size_t{1}, size_t{7}, SIZE_MAX}) {
    test::HelperDouble helper(dir.path("set" + std::to_string(piece)));
    helper.piece = piece;
    auto cloud = open_by(helper);
    CHECK(helper.scheme == "fake");
    CHECK_FALSE(cloud->look("r/a")->has_value());
    CHECK(cloud->compare_and_set(push_of("one\n\n", std::nullopt))->stored);
    auto refused = cloud->compare_and_set(push_of("two", sha256("zero")));
    CHECK_FALSE(refused->stored);
    CHECK(refused->current->sha == sha256("one\n\n"));
    CHECK(cloud->compare_and_set(push_of("two", sha256("one\n\n")))->stored);
    CHECK(*cloud->read("r/a", sha256("one\n\n")) == "one\n\n");
    CHECK_FALSE(cloud->read("r/a", sha256("zero"))->has_value());
    CHECK(cloud->list()->size() == 1);
    auto versions = cloud->versions("r/a");
    REQUIRE(versions->size() == 2);
    CHECK(versions->front().version == 2);
    CHECK(versions->front().caller == "me");
    CHECK(versions->back().sha == sha256("one\n\n"));
  }
}

TEST_CASE("who watches is told the newest copy of each file that has changed, and the version of the set") {
  test::TempDir dir;
  test::HelperDouble helper(dir.path("set"));
  std::unique_ptr<CloudSet> sets[] = {std::move(*open_cloud_file(dir.path("set"))), open_by(helper)};
  REQUIRE(sets[0]->compare_and_set(push_of("one", std::nullopt))->stored);
  for (std::unique_ptr<CloudSet>& set : sets) {
    auto start = set->watch(std::nullopt, 0);
    CHECK(start->version == 1);
    CHECK(start->files.empty());
  }
  REQUIRE(sets[0]->compare_and_set(push_of("two", sha256("one")))->stored);
  REQUIRE(sets[0]->compare_and_set(push_of("three", sha256("two")))->stored);
  for (std::unique_ptr<CloudSet>& set : sets) {
    auto news = set->watch(1, 0);
    CHECK(news->version == 3);
    CHECK(news->prompt == (set == sets[0]));
    REQUIRE(news->files.size() == 1);
    CHECK(news->files[0].version == 3);
    CHECK(news->files[0].sha == sha256("three"));
    CHECK(set->watch(3, 0)->files.empty());
  }
}

TEST_CASE("a wait for news ends with the time, or when the run is interrupted") {
  test::TempDir dir;
  std::atomic<bool> interrupted = false;
  auto set = std::move(*open_cloud_file(dir.path("set"), kPatientMs, &interrupted));
  CHECK(set->watch(0, 1)->version == 0);
  interrupted = true;
  CHECK(set->watch(0, 60'000).error().code == Code::interrupted);
}

TEST_CASE("each push has an id of its own, and opening says what is wanted") {
  test::TempDir dir;
  test::HelperDouble helper(dir.path("set"));
  auto cloud = open_by(helper, {.create = false, .patience_ms = 7, .unverified = true, .random = 5});
  (void)cloud->compare_and_set(push_of("one", std::nullopt));
  (void)cloud->compare_and_set(push_of("one", std::nullopt));
  REQUIRE(helper.asked.size() == 3);
  CHECK(helper.asked[0] ==
      R"({"do":"open","protocol":1,"url":"fake://somewhere","create":false,"patience":7,"unverified":true})");
  CHECK(helper.asked[1].find("\"expected\":null,\"length\":3}") != std::string::npos);
  CHECK(helper.asked[1] != helper.asked[2]);
}

TEST_CASE("what a helper says of a failure is told, and of which kind it is") {
  test::TempDir dir;
  test::HelperDouble helper(dir.path("set"));
  auto cloud = open_by(helper);
  struct Case {
    std::string answer;
    Code code;
    std::string message;
  };
  std::string broken = "the helper 'aptix-cloud-fake' ";
  for (const Case& of : std::vector<Case>{
           {R"({"ok":false,"failure":"busy","message":"it is busy","hint":"wait"})", Code::lock_busy, "it is busy"},
           {R"({"ok":false,"failure":"no-space","message":"full","hint":"h"})", Code::io_no_space, "full"},
           {R"({"ok":false,"failure":"new kind","message":"a\u001bb","hint":"h"})", Code::io_error, "a\\x1bb"},
           {R"({"ok":true,"file":{"docPath":"r/a"}})", Code::io_error, broken + "sent an invalid answer"},
           {"hello", Code::io_error, broken + "sent an invalid answer"}}) {
    CAPTURE(of.answer);
    test::HelperDouble one(dir.path("set"));
    auto set = open_by(one);
    one.instead.push_back(of.answer + "\n");
    auto looked = set->look("r/a");
    REQUIRE_FALSE(looked);
    CHECK(looked.error().code == of.code);
    CHECK(looked.error().message == of.message);
  }
  helper.instead.push_back("");
  CHECK(cloud->list().error().message == broken + "has ended before it answered");
}

TEST_CASE("a content without its hash is none, and a stored copy of another text is an error") {
  test::TempDir dir;
  test::HelperDouble helper(dir.path("set"));
  auto cloud = open_by(helper);
  helper.instead.push_back("{\"ok\":true,\"found\":true,\"length\":3}\n0ne");
  CHECK(cloud->read("r/a", sha256("one")).error().message ==
      "the cloud copy of 'r/a' is damaged: its content does not have its hash");
  helper.instead.push_back("{\"ok\":true,\"stored\":true,\"file\":null}\n");
  CHECK(cloud->compare_and_set(push_of("one", std::nullopt)).error().message ==
      "the helper 'aptix-cloud-fake' stored a different text");
}

TEST_CASE("a helper of another protocol is refused, and none where there is no set") {
  test::TempDir dir;
  test::HelperDouble helper(dir.path("set"));
  helper.instead = {"{\"ok\":true,\"protocol\":2,\"found\":true}\n", "{\"ok\":true,\"protocol\":1,\"found\":false}\n"};
  CHECK(open_cloud_helper("fake://x", helper.start(), {}).error().message ==
      "the helper 'aptix-cloud-fake' speaks another version of the protocol");
  CHECK(*open_cloud_helper("fake://x", helper.start(), {.create = false}) == nullptr);
}

TEST_CASE("an address has a scheme of small letters, and is seen to hold a password") {
  CHECK(scheme_of("postgresql://host/name") == "postgresql");
  CHECK(scheme_of("git+ssh://host") == "git+ssh");
  for (const char* none : {"", "://x", "host/name", "../x://y", "Up://x", "a/b://c", "host"})
    CHECK(scheme_of(none) == "");
  for (const char* with : {"p://u:secret@host/d", "p:///d?user=u&password=secret"}) {
    CAPTURE(with);
    CHECK(has_password(with));
  }
  for (const char* without : {"p://u@host:5432/d", "p://[::1]:5432/d?host=a:b@c", "p:///d"})
    CHECK_FALSE(has_password(without));
}

}  // namespace
}  // namespace aptix::store
