// The bytes of a manifest: written and read again, and refused when they are not ours.
#include <doctest/doctest.h>

#include "disk/record/manifest.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

StoredState state(std::string_view content, uint32_t mode = 0644) {
  StoredState state;
  state.exists = true;
  state.kind = (mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
  state.mode = mode;
  state.size = content.size();
  state.sha = sha256(content);
  return state;
}

Manifest sample() {
  Manifest manifest;
  manifest.id = 7;
  manifest.kind = TransactionKind::redo;
  manifest.reverses = 5;
  manifest.time_ns = 1'700'000'000'000'000'001;
  manifest.caller = "somebody \"quoted\"";
  manifest.command = "aptix redo\n";
  manifest.batch = "0190163d-8694-739b-aea5-966c00000000";
  manifest.made = {"a", "a/b"};
  manifest.removed = {{"old", 0750}};
  manifest.files.push_back({"a/b/new", "moved", {}, state("new", 0755)});
  manifest.files.push_back({"old/gone", "", state("gone"), {}});
  StoredState link = state("target", 0777);
  link.kind = FileKind::symlink;
  manifest.files.push_back({"l\xC3\xA4nk", "", state("x"), link});
  return manifest;
}

// A manifest with the right hash, whatever it says.
std::string with_seal(const std::string& json) { return json + "\nsha256 " + sha256(json).hex() + "\n"; }

std::string with(std::string_view files, std::string_view version = "2") {
  return with_seal("{\"version\":" + std::string(version) +
      R"(,"id":1,"kind":"apply","reverses":0,"time":0,"caller":"","command":"","made":[],"removed":[],"files":[)" +
      std::string(files) + "]}");
}

const std::string kState = R"({"kind":"regular","mode":420,"size":1,"sha256":")" + sha256("x").hex() + "\"}";

}  // namespace

TEST_CASE("a manifest is read as it was written") {
  Manifest manifest = sample();
  std::string text = encode(manifest);
  auto read = decode(text);
  REQUIRE(read);
  REQUIRE(*read);
  CHECK((*read)->id == 7);
  CHECK((*read)->kind == TransactionKind::redo);
  CHECK((*read)->reverses == 5);
  CHECK((*read)->batch == manifest.batch);
  CHECK((*read)->time_ns == manifest.time_ns);
  CHECK((*read)->caller == manifest.caller);
  CHECK((*read)->command == manifest.command);
  CHECK((*read)->made == manifest.made);
  REQUIRE((*read)->removed.size() == 1);
  CHECK((*read)->removed[0].mode == 0750);
  REQUIRE((*read)->files.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK((*read)->files[i].path == manifest.files[i].path);
    CHECK((*read)->files[i].from == manifest.files[i].from);
    CHECK((*read)->files[i].before == manifest.files[i].before);
    CHECK((*read)->files[i].after == manifest.files[i].after);
  }
  CHECK(encode(**read) == text);
}

TEST_CASE("a manifest keeps the kind of its transaction") {
  for (TransactionKind kind :
      {TransactionKind::apply, TransactionKind::undo, TransactionKind::redo, TransactionKind::pull}) {
    Manifest manifest = sample();
    manifest.kind = kind;
    auto read = decode(encode(manifest));
    REQUIRE(read);
    REQUIRE(*read);
    CHECK((*read)->kind == kind);
  }
}

TEST_CASE("these bytes stand on disks: they never change") {
  Manifest manifest;
  manifest.id = 1;
  manifest.files.push_back({"a", "", {}, state("x")});
  CHECK(staged_name(7) == "n00000000000000000000000000000007");
  CHECK(encode(manifest) ==
      R"({"version":2,"id":1,"kind":"apply","reverses":0,"time":0,"caller":"","command":"","made":[],"removed":[],)"
      R"("files":[{"path":"a","after":{"kind":"regular","mode":420,"size":1,)"
      R"("sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}}]})"
      "\nsha256 e37a41be3c5c173141e5906a5d1a2a042efe86ce2574653f3a895f90fb580c14\n");
}

TEST_CASE("a manifest that was cut short or damaged anywhere was never finished") {
  std::string text = encode(sample());
  for (size_t size = 0; size < text.size(); ++size) {
    auto read = decode(text.substr(0, size));
    REQUIRE(read);
    REQUIRE_FALSE(*read);
  }
  for (size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    auto read = decode(damaged);
    REQUIRE(read);
    REQUIRE_FALSE(*read);
  }
}

TEST_CASE("a finished manifest that aptix would not write is refused") {
  std::string good = R"({"path":"a","after":)" + kState + "}";
  REQUIRE(decode(with(good)));
  CHECK(*decode(with(good)));
  std::vector<std::string> bad = {
      with(R"({"path":"../a","after":)" + kState + "}"),
      with(R"({"path":"/etc/passwd","after":)" + kState + "}"),
      with(R"({"path":".git/config","after":)" + kState + "}"),
      with(R"({"path":"a/.GIT /hooks/x","after":)" + kState + "}"),
      with(R"({"path":".aptix/lock","after":)" + kState + "}"),
      with(R"({"path":"","after":)" + kState + "}"),
      with(R"({"path":"a"})"),
      with(R"({"path":"a","after":{}})"),
      with(R"({"path":"a","after":"x"})"),
      with(R"({"path":"a","from":"../b","after":)" + kState + "}"),
      with(good + "," + good),
      with(good + R"(,{"path":"a/x/y","after":)" + kState + "}"),
      with("1"),
      with(good + ",{}"),
      with(R"({"path":"a","path":"b","after":)" + kState + "}"),
      with_seal("[]"),
      with_seal("{}"),
      with_seal("{\"version\":2}"),
      with(good, "0"),
      with_seal("{\"version\":2,}"),
      with_seal("no json"),
  };
  for (const std::string& text : bad) {
    CAPTURE(text);
    auto read = decode(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Code::state_untrusted);
    CHECK(read.error().message == "the manifest is not one that aptix writes");
  }
}

TEST_CASE("a manifest of another version is refused, whatever else it says") {
  std::string file = R"({"path":"a","after":)" + kState + "}";
  for (const auto& [version, who] : {std::pair("1", "an older"), std::pair("3", "a newer")}) {
    auto refused = decode(with(file, version));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::state_untrusted);
    CHECK(refused.error().message == std::string("the manifest was written by ") + who + " aptix");
    CHECK(refused.error().hint == "use that version here");
  }
}

TEST_CASE("ids are plain decimal numbers") {
  CHECK(parse_id("1") == 1);
  CHECK(parse_id("999999999999") == kLargestId);
  for (std::string_view text : {"", "0", "01", "-1", "+1", "1 ", "x", "1000000000000", "99999999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_id(text));
  }
}
