// simdjson is the oracle: on generated and mutated documents it must agree with our reader about
// what is JSON and about every value, but for what we repair or refuse on purpose.
#include <doctest/doctest.h>
#include <simdjson.h>

#include <cstdlib>
#include <random>
#include <string>

#include "base/json/json.h"

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

bool same(const json::Value& ours, simdjson::dom::element theirs);

bool same_object(const json::Value& ours, simdjson::dom::object theirs) {
  if (ours.size() != theirs.size()) return false;
  auto it = ours.begin();
  for (simdjson::dom::key_value_pair field : theirs) {
    if (it.member().key != field.key || !same(*it, field.value)) return false;
    ++it;
  }
  return !(it != ours.end());
}

bool same_array(const json::Value& ours, simdjson::dom::array theirs) {
  if (ours.size() != theirs.size()) return false;
  auto it = ours.begin();
  for (simdjson::dom::element element : theirs) {
    if (!same(*it, element)) return false;
    ++it;
  }
  return !(it != ours.end());
}

bool same_number(const json::Value& ours, simdjson::dom::element theirs) {
  if (ours.type() != json::Type::number) return false;
  uint64_t integer = 0;
  if (ours.unsigned_integer() && theirs.get(integer) == simdjson::SUCCESS) return *ours.unsigned_integer() == integer;
  double number = 0;
  return theirs.get(number) == simdjson::SUCCESS && std::strtod(std::string(ours.text()).c_str(), nullptr) == number;
}

bool same(const json::Value& ours, simdjson::dom::element theirs) {
  switch (theirs.type()) {
    case simdjson::dom::element_type::OBJECT: return ours.type() == json::Type::object && same_object(ours, theirs);
    case simdjson::dom::element_type::ARRAY: return ours.type() == json::Type::array && same_array(ours, theirs);
    case simdjson::dom::element_type::STRING:
      return ours.type() == json::Type::string && ours.text() == std::string_view(theirs);
    case simdjson::dom::element_type::BOOL: return ours.type() == json::Type::boolean && ours.boolean() == bool(theirs);
    case simdjson::dom::element_type::NULL_VALUE: return ours.type() == json::Type::null;
    case simdjson::dom::element_type::INT64:
    case simdjson::dom::element_type::UINT64:
    case simdjson::dom::element_type::DOUBLE: return same_number(ours, theirs);
  }
  return false;
}

bool only_duplicates(const json::ReadResult& result) {
  for (const json::Fault& fault : result.errors)
    if (fault.code != Code::json_duplicate_key) return false;
  return true;
}

// "" when the two agree.
std::string disagreement(simdjson::dom::parser& parser, const std::string& text) {
  json::ReadResult ours = json::read(text);
  simdjson::dom::element theirs;
  simdjson::error_code error = parser.parse(text).get(theirs);
  bool theirs_accepted = error == simdjson::SUCCESS;
  bool accepted = ours.document && only_duplicates(ours) && ours.repairs.empty();
  if (accepted && theirs_accepted) return same(ours.document->root(), theirs) ? "" : "values differ";
  if (!accepted && !theirs_accepted) return "";
  if (!accepted) return "only simdjson accepts it: " + (ours.errors.empty() ? "repaired" : ours.errors[0].message);
  bool large_number =
      error == simdjson::NUMBER_ERROR || error == simdjson::NUMBER_OUT_OF_RANGE;  // beyond 64 bits or a double
  return large_number ? "" : std::string("only we accept it: ") + simdjson::error_message(error);
}

}  // namespace

TEST_CASE("simdjson reads generated documents as we do") {
  simdjson::dom::parser parser;
  Generator generate(1);
  for (int i = 0; i < 4000; ++i) {
    std::string text = generate.gap() + generate.value(6) + generate.gap();
    CAPTURE(text);
    CHECK(disagreement(parser, text) == "");
  }
}

TEST_CASE("simdjson accepts and refuses mutated documents as we do") {
  simdjson::dom::parser parser;
  Generator generate(2);
  int accepted = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text = generate.mutate(generate.value(4));
    CAPTURE(text);
    CHECK(disagreement(parser, text) == "");
    accepted += json::read(text).document.has_value() ? 1 : 0;
  }
  CHECK(accepted > 3000);  // otherwise the mutations are too coarse to test anything
}
