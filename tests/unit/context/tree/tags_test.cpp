// What kind of file a path is.
#include "context/tree/tags.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace aptix::context {
namespace {

using Tags = std::vector<std::string_view>;

}  // namespace

TEST_CASE("a path has its tags by its name, its ending and the folders above it") {
  const std::pair<std::string_view, Tags> cases[] = {{"README", {"doc"}}, {"a/b.MD", {"doc"}}, {"a/b.c", {"code"}},
      {"test/b.c", {"code", "test"}}, {"testa/b.c", {"code"}}, {"a/b_test.go", {"code", "test"}},
      {"test_a.py", {"code", "test"}}, {"a/FooTest.java", {"code", "test"}}, {"package.json", {"config"}},
      {"a/b.json", {"data"}}, {".github/b.yml", {"config"}}, {"a/.b.yaml", {"config"}}, {"a.b/c.yml", {"data"}},
      {".eslintrc", {"config"}}, {"requirements.txt", {"config"}}, {"a.min.js", {"code", "generated"}},
      {"go.sum", {"config", "generated"}}, {"vendor/a.pb.go", {"code", "generated", "vendored"}}, {"a.png", {"binary"}},
      {"a/.x/b", {}}, {"a", {}}, {"a.", {}}, {"", {}}};
  for (const auto& [path, tags] : cases) {
    CAPTURE(path);
    CHECK(tags_of(path, {}, {}) == tags);
  }
  CHECK(tags_of("a.c", {.generated = true, .binary = true}, {}) == Tags{"binary", "code", "generated"});
  CHECK(tags_of(std::string(300, 'A') + "/test/B.C", {}, {}) == Tags{"code", "test"});
}

TEST_CASE("a filter of tags takes what has one of them") {
  TagRules rules;
  rules.emplace_back(*Glob::parse("*.zz"), "own");
  rules.emplace_back(*Glob::parse("*.zz"), "code");
  for (std::string_view path : {"README", "a/b.c", "test/b.c", "a.json", "go.sum", "vendor/x.zz", "x.zz", "nothing"})
    for (bool generated : {false, true}) {
      TagHints hints{.generated = generated};
      std::vector<std::string_view> tags = tags_of(path, hints, rules);
      auto has = [&](std::string_view tag) { return std::find(tags.begin(), tags.end(), tag) != tags.end(); };
      for (std::string_view tag : {"doc", "code", "test", "data", "generated", "vendored", "own", "other"})
        CHECK(TagFilter({std::string(tag)}).takes(path, hints, rules) == has(tag));
      CHECK(TagFilter({"doc", "own"}).takes(path, hints, rules) == (has("doc") || has("own")));
      CHECK_FALSE(TagFilter({}).takes(path, hints, rules));
    }
}

}  // namespace aptix::context
