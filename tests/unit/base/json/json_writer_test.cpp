#include "base/json/json_writer.h"

#include <doctest/doctest.h>

#include "base/assert.h"

using namespace aptix;
using namespace aptix::json;

namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace

TEST_CASE("a compact document has no white space and keeps the order of its keys") {
  Writer w;
  w.begin_object().field("b", 1).field("a", "x").field("t", true).key("n").null().key("l").begin_array();
  w.value(uint64_t{18446744073709551615u}).value(int64_t{-3}).begin_object().end_object().begin_array().end_array();
  w.end_array().end_object();
  CHECK(w.take() == R"({"b":1,"a":"x","t":true,"n":null,"l":[18446744073709551615,-3,{},[]]})");
}

TEST_CASE("a pretty document has one field a line") {
  Writer w(Writer::Style::pretty);
  w.begin_object()
      .field("a", 1)
      .key("l")
      .begin_array()
      .value("x")
      .value(false)
      .end_array()
      .key("e")
      .begin_array()
      .end_array()
      .end_object();
  CHECK(w.take() == "{\n  \"a\": 1,\n  \"l\": [\n    \"x\",\n    false\n  ],\n  \"e\": []\n}");
}

TEST_CASE("controls, direction marks and invisible characters are escaped") {
  CHECK(quoted("plain / text") == "\"plain / text\"");
  CHECK(quoted("\"\\\b\f\n\r\t") == R"("\"\\\b\f\n\r\t")");
  CHECK(quoted(std::string_view("\0\x1b\x7f", 3)) == R"("\u0000\u001b\u007f")");
  CHECK(quoted("\xC2\x85\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF") == R"("\u0085\u202e\u2028\ufeff")");
  CHECK(quoted("\xF3\xA0\x81\x81") == R"("\udb40\udc41")");
  CHECK(quoted("\xC3\xA9\xF0\x9F\x98\x80") == "\"\xC3\xA9\xF0\x9F\x98\x80\"");
}

TEST_CASE("invalid UTF-8 becomes the replacement character, byte by byte") {
  CHECK(quoted("a\xFFz") == "\"a\xEF\xBF\xBDz\"");
  CHECK(quoted("\xE2\x82") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("an unfinished document is a bug") {
  Writer w;
  w.begin_array();
  CHECK_THROWS_AS(w.take(), Bug);
}
