// Messages with a header and raw bytes.
#include "base/json/framed.h"

#include <doctest/doctest.h>

using namespace aptix;

TEST_CASE("a message comes out as it went in, in whatever pieces it comes") {
  std::string content("a\nb\0{", 5);
  std::string sent = json::framed_header("{\"do\":\"push\"}", content.size()) + content +
      json::framed_header("{\"do\":\"list\"}", 0) + json::framed_header("{}", 1) + "x";
  CHECK(sent.starts_with("{\"do\":\"push\",\"length\":5}\na\nb"));
  for (size_t piece : {size_t{1}, size_t{3}, size_t{20}, sent.size()}) {
    json::FrameReader reader(5);
    std::vector<json::Framed> got;
    for (size_t at = 0; at < sent.size(); at += piece) {
      reader.take(std::string_view(sent).substr(at, piece));
      while (auto message = reader.next()) got.push_back(std::move(*message));
    }
    CHECK_FALSE(reader.is_bad());
    REQUIRE(got.size() == 3);
    CHECK(got[0].header == "{\"do\":\"push\",\"length\":5}");
    CHECK(got[0].content == content);
    CHECK(got[1].header == "{\"do\":\"list\"}");
    CHECK(got[1].content.empty());
    CHECK(got[2].content == "x");
  }
}

TEST_CASE("what is no message, or is too long, is not read") {
  for (std::string bad : {std::string("hello\n"), std::string("[1]\n"), std::string("{\"length\":6}\nabcdef"),
           std::string((1 << 20) + 1, '{')}) {
    CAPTURE(bad.substr(0, 20));
    json::FrameReader reader(5);
    reader.take(bad);
    CHECK_FALSE(reader.next());
    CHECK(reader.is_bad());
  }
}
