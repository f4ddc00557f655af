// What must hold for every JSON document: written and read it is the same, and cut it is truncated.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <memory>

#include "base/json/json.h"
#include "base/json/json_writer.h"
#include "base/text/text.h"

using namespace aptix;

namespace {

// A document as a test builds it.
struct Tree {
  json::Type type = json::Type::null;
  std::string text;  // of a string or number; "true" or "false"
  std::vector<std::pair<std::string, Tree>> children;
};

std::string any_text() {
  auto characters = *rc::gen::container<std::vector<char32_t>>(rc::gen::oneOf(
      rc::gen::cast<char32_t>(rc::gen::inRange(0, 0x80)), rc::gen::cast<char32_t>(rc::gen::inRange(0x80, 0xD800)),
      rc::gen::cast<char32_t>(rc::gen::inRange(0xE000, 0x110000)),
      rc::gen::element<char32_t>('"', '\\', '\n', 0x202E, 0xE0041)));
  std::string text;
  for (char32_t character : characters) append_utf8(text, character);
  return text;
}

Tree any_tree(int depth) {
  Tree tree;
  tree.type = *rc::gen::element(json::Type::null, json::Type::boolean, json::Type::number, json::Type::string,
      json::Type::array, json::Type::object);
  bool container = tree.type == json::Type::array || tree.type == json::Type::object;
  if (container && depth == 0) tree.type = json::Type::string;
  if (tree.type == json::Type::boolean) tree.text = *rc::gen::element<std::string>("true", "false");
  if (tree.type == json::Type::number) tree.text = std::to_string(*rc::gen::arbitrary<int64_t>());
  if (tree.type == json::Type::string) tree.text = any_text();
  if (!container || depth == 0) return tree;
  int count = *rc::gen::inRange(0, 5);
  for (int i = 0; i < count; ++i) {
    std::string key = tree.type == json::Type::object ? any_text() + std::to_string(i) : "";  // no key twice
    tree.children.emplace_back(std::move(key), any_tree(depth - 1));
  }
  return tree;
}

void write(json::Writer& writer, const Tree& tree) {
  switch (tree.type) {
    case json::Type::null: writer.null(); return;
    case json::Type::boolean: writer.value(tree.text == "true"); return;
    case json::Type::number: writer.value(std::stoll(tree.text)); return;
    case json::Type::string: writer.value(tree.text); return;
    case json::Type::array: writer.begin_array(); break;
    case json::Type::object: writer.begin_object(); break;
  }
  for (const auto& [key, child] : tree.children) {
    if (tree.type == json::Type::object) writer.key(key);
    write(writer, child);
  }
  if (tree.type == json::Type::array) {
    writer.end_array();
  } else {
    writer.end_object();
  }
}

std::string written(const Tree& tree, json::Writer::Style style) {
  json::Writer writer(style);
  write(writer, tree);
  return writer.take();
}

Tree read_back(const json::Value& value) {
  Tree tree;
  tree.type = value.type();
  if (tree.type != json::Type::null) tree.text = value.text();
  for (auto it = value.begin(); it != value.end(); ++it) tree.children.emplace_back(it.member().key, read_back(*it));
  return tree;
}

bool operator==(const Tree& a, const Tree& b) {
  if (a.type != b.type || a.text != b.text || a.children.size() != b.children.size()) return false;
  for (size_t i = 0; i < a.children.size(); ++i)
    if (a.children[i].first != b.children[i].first || !(a.children[i].second == b.children[i].second)) return false;
  return true;
}

}  // namespace

TEST_CASE("what is written is read back, compact or pretty") {
  CHECK(rc::check([] {
    Tree tree = any_tree(4);
    for (json::Writer::Style style : {json::Writer::Style::compact, json::Writer::Style::pretty}) {
      std::string text = written(tree, style);
      RC_ASSERT_FALSE(find_invalid_utf8(text));
      json::ReadResult result = json::read(text);
      RC_ASSERT(result.document.has_value());
      RC_ASSERT(result.errors.empty());
      RC_ASSERT(result.repairs.empty());
      RC_ASSERT(result.end == text.size());
      RC_ASSERT(read_back(result.document->root()) == tree);
    }
  }));
}

TEST_CASE("a document that is cut anywhere is truncated") {
  CHECK(rc::check([] {
    Tree tree = any_tree(3);
    bool container = tree.type == json::Type::array || tree.type == json::Type::object;
    RC_PRE(container || tree.type == json::Type::string);
    std::string text = written(tree, *rc::gen::element(json::Writer::Style::compact, json::Writer::Style::pretty));
    for (size_t size = 0; size < text.size(); ++size) {
      json::ReadResult result = json::read(std::string_view(text).substr(0, size));
      RC_ASSERT_FALSE(result.document.has_value());
      RC_ASSERT(result.errors.size() == 1u);
      RC_ASSERT(result.errors[0].code == Code::json_truncated);
    }
  }));
}

TEST_CASE("a cut scalar is truncated or a scalar") {
  CHECK(rc::check([] {
    std::string text =
        std::to_string(*rc::gen::arbitrary<int64_t>()) + *rc::gen::element<std::string>("", ".5", "e7", ".25E-3");
    for (size_t size = 0; size < text.size(); ++size) {
      json::ReadResult result = json::read(std::string_view(text).substr(0, size));
      RC_ASSERT((result.document.has_value() || result.errors[0].code == Code::json_truncated));
    }
  }));
}

TEST_CASE("any bytes can be written and come back as valid text") {
  CHECK(rc::check([](const std::string& bytes) {
    std::string text;
    json::append_quoted(text, bytes);
    for (char c : text) RC_ASSERT(static_cast<uint8_t>(c) >= 0x20);
    json::ReadResult result = json::read(text);
    RC_ASSERT(result.document.has_value());
    RC_ASSERT(result.errors.empty());
    if (!find_invalid_utf8(bytes)) RC_ASSERT(result.document->root().text() == bytes);
  }));
}

TEST_CASE("any bytes can be read, and faults lie inside them") {
  CHECK(rc::check([] {
    auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u", "\\ud83d", "1", "-",
            "e", "tru", "true", "/", "*", "//", "/*", "*/", "\n", "\t", " ", "\xC3", "\xA9", "\xFF", "\x01", "\"k\":"));
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    json::ReadResult result = json::read(text);
    RC_ASSERT((result.document.has_value() || !result.errors.empty()));
    RC_ASSERT(result.end <= text.size());
    for (const auto* faults : {&result.errors, &result.repairs})
      for (const json::Fault& fault : *faults) {
        RC_ASSERT(fault.offset <= text.size());
        RC_ASSERT_FALSE(fault.message.empty());
        RC_ASSERT_FALSE(fault.hint.empty());
      }
  }));
}
