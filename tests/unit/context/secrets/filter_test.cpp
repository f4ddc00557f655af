// What is passed over is what a slow look passes over.
#include "context/secrets/filter.h"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>

#include "base/text/ascii.h"
#include "context/secrets/needles.h"

namespace aptix::context::secrets {
namespace {

constexpr std::array<std::string_view, 8> kSought = {
    "password", "pwd", "sk-", ":AA", "sk-ant-", "://", "AKIA", "-----BEGIN "};
constexpr std::string_view kFragments[] = {"password", "PassWord", "pass", "pwd", "sk-", "sk-ant-", "SK-ANT", ":AA",
    ":A", "://", "AKIA", "akia", "-----BEGIN ", "----", "a", "Z9", "=", " ", "\n", "\xC3\xA4", "0123456789abcdefghij",
    "+/_-=", "0123456789abcdef", "k", std::string_view("\0", 1), "\x7F\x80\xFF"};

NeedleHit slow_find(std::string_view text, size_t from) {
  for (size_t at = from; at < text.size(); ++at) {
    NeedleHit hit{at, 0};
    size_t longest = 0;
    for (size_t i = 0; i < std::size(kSought); ++i)
      if (kSought[i].size() > longest && same_letters(text.substr(at, kSought[i].size()), kSought[i])) {
        longest = kSought[i].size();
        hit.word = i;
      }
    if (longest != 0) return hit;
  }
  return {};
}

KeyRun slow_run(std::string_view text, size_t from) {
  for (size_t start = from, end = from; start < text.size(); start = end + 1) {
    for (end = start; end < text.size() && is_key_byte(text[end]);) ++end;
    if (end - start >= kLeastKeyRun) return {start, end};
  }
  return {};
}

TEST_CASE("words and runs are found in random texts where a slow look finds them") {
  std::mt19937 random(20261123);
  constexpr Needles needles(kSought);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (size_t pieces = random() % 40; pieces > 0; --pieces) text += kFragments[random() % std::size(kFragments)];
    for (size_t at = 0; at <= text.size(); ++at) {
      NeedleHit fast = needles.find(text, at), slow = slow_find(text, at);
      REQUIRE(fast.at == slow.at);
      REQUIRE(fast.word == slow.word);
      if (fast.at == std::string_view::npos) break;
      at = fast.at;
    }
    for (size_t at = 0;;) {
      KeyRun fast = next_key_run(text, at), slow = slow_run(text, at);
      REQUIRE(fast.start == slow.start);
      REQUIRE(fast.end == slow.end);
      if (fast.end == 0) break;
      at = fast.end;
    }
  }
}

TEST_CASE("of many words none is passed over") {
  static constexpr std::string_view kText =
      "the quick brown fox jumps over the lazy dog, and SK-ANT 7Q~ 8Q~ :// $aact_ 1//0 sq0atp";
  constexpr WordFilter filter([] {
    std::array<std::string_view, kText.size() - 3> words;
    for (size_t i = 0; i < words.size(); ++i) words[i] = kText.substr(i, i % 5 == 0 ? 3 : 4);
    return words;
  }());
  std::mt19937 random(20261126);
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 100, '.');
    for (size_t pieces = random() % 10; pieces > 0; --pieces) {
      size_t word = random() % (kText.size() - 3);
      size_t at = text.size() + random() % 40;
      text.resize(at, '.');
      text += kText.substr(word, 4);
      REQUIRE(filter.next(text, at) == at);
    }
  }
}

TEST_CASE("a key run is found at every place and of every length") {
  for (size_t place = 0; place < 70; ++place)
    for (size_t length = 15; length < 70; ++length)
      for (size_t rest : {0, 1, 40}) {
        std::string text = std::string(place, ' ') + std::string(length, 'k') + std::string(rest, '.');
        KeyRun run = next_key_run(text, 0);
        REQUIRE(run.end == (length < kLeastKeyRun ? 0 : place + length));
        REQUIRE(run.start == (length < kLeastKeyRun ? 0 : place));
      }
}

}  // namespace
}  // namespace aptix::context::secrets
