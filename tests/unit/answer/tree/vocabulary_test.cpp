#include "answer/tree/vocabulary.h"

#include <doctest/doctest.h>

#include "answer/calls/calls.h"

namespace aptix::answer {
namespace {

TEST_CASE("a word of calls is found however it is spelt") {
  for (std::string_view key : {"file_path", "filePath", "FilePath", "file-path", "filepath"}) {
    CAPTURE(key);
    CHECK(meaning_of(key) == Meaning::path);
    CHECK(word_of(key).is_path());
  }
  CHECK(meaning_of("old_string") == Meaning::old_text);
  CHECK(meaning_of("newText") == Meaning::new_text);
  CHECK(meaning_of("colour") == Meaning::none);
  CHECK_FALSE(word_of("colour").is_known());
}

TEST_CASE("a word that other documents have as well says nothing alone") {
  REQUIRE(word_of("old").is_known());
  CHECK(word_of("old").is(kWeak));
  CHECK_FALSE(word_of("old_string").is(kWeak));
}

TEST_CASE("what is put around a call is known, and what may hold a patch") {
  CHECK(word_of("arguments").is(kWrapsCall));
  CHECK(word_of("tool_input").is(kWrapsCall));
  CHECK_FALSE(word_of("file_path").is(kWrapsCall));
  CHECK(word_of("patch").is(kMayBePatch));
  CHECK_FALSE(word_of("old_string").is(kMayBePatch));
}

TEST_CASE("the name of a tool says what it does") {
  CHECK(act_of_tool("write_to_file") == Act::write);
  CHECK(act_of_tool("delete_file") == Act::remove);
  CHECK(act_of_command("str_replace") == Act::replace);
  CHECK(act_of_command("view") == Act::look);
  CHECK(changes_files(Act::remove));
  CHECK_FALSE(changes_files(Act::look));
  CHECK_FALSE(is_edit_tool("get_weather"));
}

TEST_CASE("a call that writes is seen in any wrapping, with the path that it names") {
  auto call = unread_call_in(R"({"outer": {"thing": [{"file_path": "src/a.c", "new_string": "x", "odd": 1}]}})");
  REQUIRE(call);
  CHECK(call->path == "src/a.c");
  CHECK_FALSE(unread_call_in(R"({"city": "Rome", "unit": "celsius"})"));
  CHECK_FALSE(unread_call_in("no JSON at all"));
}

TEST_CASE("a call that writes is seen whether it stands in JSON or in tags, and where it names no file") {
  struct {
    const char *json, *tags;
    const char* path;
  } cases[] = {
      {R"({"name": "tweak", "input": {"old": "a", "new": "b"}})",
          "<invoke name=\"tweak\"><parameter name=\"old\">a</parameter><parameter name=\"new\">b</parameter></invoke>",
          ""},
      {R"({"name": "put_text", "input": {"where": "src/a.c", "content": "x"}})",
          "<invoke name=\"put_text\"><parameter name=\"where\">src/a.c</parameter>"
          "<parameter name=\"content\">x</parameter></invoke>",
          "src/a.c"},
      {R"({"name": "save_all", "input": {"content": "x\ny"}})",
          "<invoke name=\"save_all\"><parameter name=\"content\">x\ny</parameter></invoke>", ""},
      {R"({"name": "sh", "input": {"command": "rm src/a.c"}})",
          "<invoke name=\"sh\"><parameter name=\"command\">rm src/a.c</parameter></invoke>", "src/a.c"},
  };
  for (const auto& one : cases)
    for (const char* text : {one.json, one.tags}) {
      CAPTURE(text);
      auto call = unread_call_in(text);
      REQUIRE(call.has_value());
      CHECK(call->path == one.path);
    }
  CHECK_FALSE(unread_call_in(R"({"name": "find_text", "input": {"content": "x\ny"}})"));
}

}  // namespace
}  // namespace aptix::answer
