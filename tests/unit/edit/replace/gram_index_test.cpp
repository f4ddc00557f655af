// Where the grams of many texts stand, against a look-up of each text alone.
#include "edit/replace/gram_index.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

using namespace aptix::edit;

namespace {

using Hits = std::set<std::pair<uint32_t, size_t>>;  // pattern, place where it would begin

// All places where the index says that a text may stand and where it does.
Hits found(const std::vector<std::string>& texts, std::string_view text) {
  GramIndex index(texts.size(), [&](uint32_t i) { return SoughtText{texts[i], texts[i]}; });
  Hits hits;
  index.scan(text, [&](const GramIndex::Anchor& anchor, size_t position) {
    size_t start = position - anchor.offset;
    bool stands = position >= anchor.offset && text.substr(start).starts_with(texts[anchor.pattern]);
    if (stands) hits.emplace(anchor.pattern, start);
    return GramIndex::Next::go_on;
  });
  return hits;
}

Hits searched(const std::vector<std::string>& texts, std::string_view text) {
  Hits hits;
  for (uint32_t i = 0; i < texts.size(); ++i)
    for (size_t at = texts[i].empty() ? std::string_view::npos : text.find(texts[i]); at != std::string_view::npos;
         at = text.find(texts[i], at + 1))
      hits.emplace(i, at);
  return hits;
}

}  // namespace

TEST_CASE("every place of every text is visited, whatever the lengths of the texts are") {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "line " + std::to_string(i * 7919 % 1000) + " of this text, with a tail\n";
  std::vector<std::string> texts = {
      "a", "of", "lin", "line 7", "with a tail\n", text.substr(900, 300), "not in it at all, nowhere", "\n", ""};
  CHECK(found(texts, text) == searched(texts, text));
}

TEST_CASE("texts that share their grams are all found") {
  std::string text = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab aaaaaaaaaaaaaaaa";
  std::vector<std::string> texts = {"aaaaaaaaaaaaaaaa", "aaaaaaaab", "aaaaaaaa", "ab aa"};
  CHECK(found(texts, text) == searched(texts, text));
}

TEST_CASE("a text at the very end and one that is longer than the searched one") {
  CHECK(found({"the end"}, "this is the end") == Hits{{0, 8}});
  CHECK(found({"longer than that"}, "short").empty());
  CHECK(found({"x"}, "").empty());
}

TEST_CASE("a text that is not wanted any more is not visited again") {
  std::string wanted = "twice in here";
  GramIndex index(1, [&](uint32_t) { return SoughtText{wanted, wanted}; });
  int visits = 0;
  index.scan("twice in here, twice in here", [&](const GramIndex::Anchor&, size_t) {
    ++visits;
    return GramIndex::Next::drop_pattern;
  });
  CHECK(visits == 1);
}
