// Where many texts stand, against a look-up of each text alone.
#include "edit/replace/places.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

using namespace aptix::edit;

namespace {

using Hits = std::set<std::pair<uint32_t, size_t>>;  // pattern, place where it would begin

ManyTexts texts_to_find(const std::vector<std::string>& texts) {
  return ManyTexts(std::vector<std::string_view>(texts.begin(), texts.end()));
}

Hits found(const std::vector<std::string>& texts, std::string_view text) {
  Hits hits;
  texts_to_find(texts).scan(text, [&](uint32_t number, size_t place) {
    CHECK(hits.emplace(number, place).second);
    return true;
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

TEST_CASE("texts that differ in few bytes, wherever these are, need few looks") {
  for (size_t before : {40, 61, 75, 90, 117, 133}) {
    CAPTURE(before);
    std::vector<std::string> texts;
    std::string text;
    for (int i = 10'000; i < 12'000; ++i) {
      texts.push_back(std::string(before, 'x') + "=" + std::to_string(i) + ";" + std::string(170 - before, 'y'));
      text += texts.back() + "\n";
    }
    ManyTexts many = texts_to_find(texts);
    size_t found = 0;
    CHECK(many.scan(text, [&](uint32_t, size_t) { return ++found != 0; }));
    CHECK(found == texts.size());
    CHECK(many.work() < 20 * text.size());
  }
}

TEST_CASE("texts that begin alike at very many places are found in the time that they take alone") {
  std::string text(100'000, 'a');
  text += "b";
  std::vector<std::string> texts;
  for (size_t size = 3000; size < 3100; ++size) texts.push_back(std::string(size, 'a') + "b");
  Hits hits = found(texts, text);
  REQUIRE(hits.size() == texts.size());
  CHECK(hits.begin()->second == text.size() - 3001);
}
