// The scanner is the oracle of what simdjson accepts, on generated and mutated documents: an equal document, with the
// same places, no fault, no repair.
#include <doctest/doctest.h>

#include <sys/mman.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "base/json/json.h"
#include "base/json/json_reader.h"

using namespace aptix;

namespace {

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  size_t below(size_t limit) { return random_() % limit; }

  template <size_t N>
  std::string one_of(const char* const (&choices)[N]) {
    return choices[below(N)];
  }

  std::string gap() { return one_of({"", "", "", " ", "\n", "\t", "\r\n", "  "}); }

  std::string string() {
    std::string text = "\"";
    for (size_t n = below(12); n > 0; --n)
      text += one_of({"a", "path", " ", "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b\\f\\r", "\\u0041", "\\u00e9",
          "\\u20ac", "\\ud83d\\ude00", "\\u0000", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\x7f", "{}[]:,",
          "//", "a longer piece of text, without any escapes in it"});
    return text + "\"";
  }

  std::string number() {
    return one_of({"0", "-0", "1", "-1", "12", "1.5", "-0.25", "1e3", "1E+2", "2e-7", "9007199254740993",
        "18446744073709551615", "-9223372036854775808", "0.1", "123456.789e-3"});
  }

  std::string value(int depth) {
    switch (below(depth > 0 ? 9 : 5)) {
      case 0: return number();
      case 1: return one_of({"true", "false", "null"});
      case 2:
      case 3:
      case 4: return string();
      case 5:
      case 6: return list(depth, "[", "]", "");
      default: return list(depth, "{", "}", ":");
    }
  }

  std::string mutate(std::string text) {
    static constexpr std::string_view kBytes =
        "\"\\{}[]:,0123456789-+.eEtfnu/* \n\t\r\x01\x7f\x80\xC3\xA9\xED\xA0\xF0\xFF'#";
    for (size_t n = 1 + below(3); n > 0 && !text.empty(); --n) {
      size_t at = below(text.size());
      char byte = kBytes[below(kBytes.size())];
      switch (below(5)) {
        case 0: text[at] = byte; break;
        case 1: text.erase(at, 1 + below(3)); break;
        case 2: text.insert(at, 1, byte); break;
        case 3: text.resize(at); break;
        default: text.insert(at, text.substr(below(text.size()), below(8))); break;
      }
    }
    return text;
  }

 private:
  std::string list(int depth, std::string_view open, std::string_view close, std::string_view colon) {
    std::string text(open);
    size_t count = below(5);
    for (size_t i = 0; i < count; ++i) {
      if (i != 0) text += "," + gap();
      if (!colon.empty()) text += string() + gap() + std::string(colon) + gap();
      text += value(depth - 1) + gap();
    }
    return text + std::string(close);
  }

  std::mt19937 random_;
};

// What differs first; "" when both have the same values at the same places.
std::string difference(const json::Value& a, const json::Value& b) {
  std::string here = "at " + std::to_string(a.offset()) + ": ";
  if (a.type() != b.type()) return here + "type";
  if (a.offset() != b.offset() || a.end_offset() != b.end_offset()) return here + "place";
  if (a.text() != b.text()) return here + "text";
  if (a.size() != b.size()) return here + "size";
  auto other = b.begin();
  for (auto it = a.begin(); it != a.end(); ++it, ++other) {
    if (it.member().key != other.member().key || it.member().key_offset != other.member().key_offset)
      return here + "key";
    if (std::string found = difference(*it, *other); !found.empty()) return found;
  }
  return "";
}

bool is_clean(const json::ReadResult& result) {
  return result.document && result.errors.empty() && result.repairs.empty();
}

// An integer beyond 64 bits, or a fraction beyond a double, which simdjson refuses.
bool holds_vast_number(const json::Value& value) {
  if (value.type() == json::Type::number) {
    std::string text(value.text());
    bool whole = text.find_first_of(".eE") == std::string::npos;
    errno = 0;
    if (!whole) return std::isinf(std::strtod(text.c_str(), nullptr));
    if (text[0] == '-') std::strtoll(text.c_str(), nullptr, 10);
    else std::strtoull(text.c_str(), nullptr, 10);
    return errno == ERANGE;
  }
  for (auto it = value.begin(); it != value.end(); ++it)
    if (holds_vast_number(*it)) return true;
  return false;
}

enum class By : uint8_t { simdjson, scanner };

struct Compared {
  By by;
  std::string problem;  // "" when the two agree
};

// What one accepts without a word, the other must read as the same document.
Compared compare(std::string_view text, const json::ReadOptions& options = {}) {
  json::ReadResult scanned = json::scan(text, options);
  json::Document document;
  if (!json::read_valid(text, options, document)) {
    bool ours_alone = is_clean(scanned) && !holds_vast_number(scanned.document->root());
    return {By::scanner, ours_alone ? "the scanner alone accepts it" : ""};
  }
  if (!is_clean(scanned)) return {By::simdjson, "simdjson alone accepts it"};
  if (document.root().end_offset() != scanned.end) return {By::simdjson, "they end differently"};
  return {By::simdjson, difference(document.root(), scanned.document->root())};
}

}  // namespace

TEST_CASE("simdjson reads every generated document, and as the scanner does") {
  Generator generate(1);
  for (int i = 0; i < 4000; ++i) {
    std::string text = generate.gap() + generate.value(6) + generate.gap();
    CAPTURE(text);
    Compared compared = compare(text);
    CHECK(compared.problem == "");
    CHECK((compared.by == By::simdjson || !is_clean(json::scan(text))));  // else a key stands twice
  }
}

TEST_CASE("what simdjson accepts of mutated documents, the scanner reads alike") {
  Generator generate(2);
  int accepted = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text = generate.mutate(generate.value(4));
    CAPTURE(text);
    Compared compared = compare(text);
    CHECK(compared.problem == "");
    accepted += compared.by == By::simdjson ? 1 : 0;
  }
  CHECK(accepted > 3000);  // otherwise the mutations are too coarse to test anything
}

TEST_CASE("what simdjson lets pass and we do not is left to the scanner") {
  for (std::string_view text : {R"({"a": 1, "a": 2})", R"({"a": 1, "\u0061": 2})", R"(["\ud800"])", R"(["\udc00"])",
           R"(["\udc00\ud800"])", "\xEF\xBB\xBF{}", "[1,]", "// a\n[]", "", " ", "[\"a\nb\"]", "{\"a\":1} x",
           "\"\xED\xA0\x80\"", R"({"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"3":1})", "01", "-",
           "1.", ".5", "1e", "+1", "truee", "true1", "1\"a\"", "\"a\"1", "[1 2]", "{\"a\" 1}", "{\"a\":}", "{1:2}",
           "[18446744073709551616]", "[1e999]", "[}", "\"\\x\"", "\"\\u12\"", "[1]]", "[", "{\"a\":[1}"}) {
    CAPTURE(text);
    Compared compared = compare(text);
    CHECK(compared.by == By::scanner);
    CHECK(compared.problem == "");
  }
}

TEST_CASE("places count from the start of the text, and limits hold for simdjson, too") {
  std::string text = "xx [\"a\\n\", {\"b\": [ 1 , true ]}, \"\", null ] ";
  CHECK(compare(text, {.from = 2}).problem == "");
  CHECK(compare(text, {.from = 2}).by == By::simdjson);
  CHECK(compare(text, {.max_depth = 3, .from = 2}).by == By::simdjson);
  CHECK(compare(text, {.max_depth = 2, .from = 2}).by == By::scanner);
  CHECK(compare(text, {.max_values = 9, .from = 2}).by == By::simdjson);
  CHECK(compare(text, {.max_values = 8, .from = 2}).by == By::scanner);
  std::string deep = std::string(64, '[') + std::string(64, ']');
  CHECK(compare(deep).by == By::simdjson);
  CHECK(compare("[" + deep + "]").by == By::scanner);
}

TEST_CASE("nothing after the end of a document is read") {
  constexpr size_t kRoom = 1 << 16;
  void* area = ::mmap(nullptr, 2 * kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(area != MAP_FAILED);
  char* end = static_cast<char*>(area) + kRoom;
  REQUIRE(::mprotect(end, kRoom, PROT_NONE) == 0);
  for (size_t size = 0; size < 200; ++size) {
    std::string document = R"({"path": "a\tb", "content": ")" + std::string(size, 'x') + "\"}";
    document.copy(end - document.size(), document.size());
    CHECK(compare({end - document.size(), document.size()}).problem == "");
    CHECK(compare({end - document.size() + 1, document.size() - 1}).by == By::scanner);
  }
  ::munmap(area, 2 * kRoom);
}
