#include "ops/tools/append.h"

#include <doctest/doctest.h>

#include "base/hash/sha256.h"

namespace aptix::ops {
namespace {

ToolCall appending(std::string text, std::string base = {}) {
  return {.command = "bundle apply",
      .input = std::move(text),
      .path = "a",
      .base_sha = std::move(base),
      .input_is = InputIs::appended};
}

std::string whole(std::string_view operation, std::string_view content) {
  return one_file_bundle("a", operation, content);
}

TEST_CASE("what is appended stands on lines of its own, with the line ends of the file") {
  CHECK(appending_call(appending("b\n"), "a\n")->input == whole("replace", "a\nb\n"));
  CHECK(appending_call(appending("b\n"), "a")->input == whole("replace", "a\nb\n"));
  CHECK(appending_call(appending("b\n"), "a\r\n")->input == whole("replace", "a\r\nb\r\n"));
  CHECK(appending_call(appending("b\n"), std::nullopt)->input == whole("create", "b\n"));
}

TEST_CASE("appending is held to the text that was read just now") {
  CHECK(appending_call(appending("b\n"), "a\n")->base_sha == sha256("a\n").hex());
}

TEST_CASE("the same text once more changes nothing where the base says what stood before it") {
  std::string base = sha256("a\n").hex().substr(0, 12);
  CHECK(appending_call(appending("b\n", base), "a\nb\n")->input == whole("replace", "a\nb\n"));
  CHECK(appending_call(appending("b\n", base), "a\nc\n")->base_sha == base);
}

TEST_CASE("nothing is put after what is not text in UTF-8") {
  auto call = appending_call(appending("b\n"), "\xE4\n");
  REQUIRE_FALSE(call.has_value());
  CHECK(call.error().code == Code::form_cannot_say);
  CHECK(call.error().message == "'a' is not text in UTF-8, so nothing can be put after it");
}

}  // namespace
}  // namespace aptix::ops
