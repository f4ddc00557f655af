#include "base/json/json.h"

#include <doctest/doctest.h>

#include "base/assert.h"

using namespace aptix;
using namespace aptix::json;
using namespace std::string_literals;

namespace {

// "code @offset pointer: message"
std::string line_of(const Fault& fault) {
  return std::string(info(fault.code).id) + " @" + std::to_string(fault.offset) + " " + fault.pointer + ": " +
      fault.message;
}

std::vector<std::string> errors(std::string_view text) {
  ReadResult result = read(text);
  std::vector<std::string> lines;
  for (const Fault& fault : result.errors) {
    CHECK_FALSE(fault.hint.empty());
    lines.push_back(line_of(fault));
  }
  return lines;
}

std::string error(std::string_view text) {
  std::vector<std::string> lines = errors(text);
  return lines.empty() ? "none" : lines.back();
}

std::vector<std::string> repairs(std::string_view text) {
  ReadResult result = read(text);
  CHECK(result.errors.empty());
  std::vector<std::string> lines;
  for (const Fault& fault : result.repairs) lines.push_back(line_of(fault));
  return lines;
}

std::string hint(std::string_view text) {
  ReadResult result = read(text);
  return result.errors.empty() ? "none" : result.errors.back().hint;
}

}  // namespace

TEST_CASE("a document is walked by members, elements and keys") {
  std::string text = R"({"root": ".", "files": [{"path": "a\tb", "n": 12}, null, true, []], "e": {}})";
  ReadResult result = read(text);
  REQUIRE(result.document);
  CHECK(result.errors.empty());
  CHECK(result.repairs.empty());
  CHECK(result.end == text.size());
  Value root = result.document->root();
  CHECK(root.type() == Type::object);
  CHECK(root.size() == 3);
  std::string keys;
  for (Value::Iterator it = root.begin(); it != root.end(); ++it)
    keys += std::string(it.member().key) + "@" + std::to_string(it.member().key_offset) + " ";
  CHECK(keys == "root@1 files@14 e@68 ");
  CHECK(root.find("root")->text() == ".");
  CHECK_FALSE(root.find("rooT"));
  Value files = *root.find("files");
  CHECK(files.size() == 4);
  std::string types;
  for (Value file : files) types += std::string(name(file.type())) + " ";
  CHECK(types == "object null boolean array ");
  Value file = *files.begin();
  CHECK(file.find("path")->text() == "a\tb");
  CHECK(file.find("n")->unsigned_integer() == 12);
  CHECK(text.substr(file.offset(), file.end_offset() - file.offset()) == R"({"path": "a\tb", "n": 12})");
  CHECK(root.find("e")->size() == 0);
  CHECK_FALSE(root.find("e")->begin() != root.find("e")->end());
}

TEST_CASE("a string without escapes is a view of the source") {
  std::string text = R"(["plain", "es\"caped", ""])";
  ReadResult result = read(text);
  Value::Iterator it = result.document->root().begin();
  CHECK((*it).text().data() == text.data() + 2);
  ++it;
  CHECK((*it).text() == "es\"caped");
  ++it;
  CHECK((*it).text() == "");
}

TEST_CASE("views stay valid when the document is moved") {
  ReadResult result = read(R"({"a": "x\ny", "b": "z\\"})");
  std::string_view before = result.document->root().find("a")->text();
  Document moved = std::move(*result.document);
  CHECK(before == "x\ny");
  CHECK(moved.root().find("a")->text().data() == before.data());
  CHECK(moved.root().find("b")->text() == "z\\");
}

TEST_CASE("escapes have their meanings") {
  ReadResult result = read(R"("\"\\\/\b\f\n\r\t\u0000\u0041\u00e9\u20AC\uD83D\uDE00")");
  REQUIRE(result.document);
  CHECK(result.document->root().text() == "\"\\/\b\f\n\r\t\0A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"s);
}

TEST_CASE("pointers escape '~' and '/' and cut long keys") {
  std::string inside =
      R"({"a/b": [0, {"~": {"x": 1, "x": 2}}], ")" + std::string(199, 'k') + "\xC3\xA9" + R"(": {"x": 1, "x": 2}})";
  ReadResult result = read(inside);
  REQUIRE(result.errors.size() == 2);
  CHECK(result.errors[0].pointer == "/a~1b/1/~0/x");
  CHECK(result.errors[1].pointer == "/" + std::string(199, 'k') + ".../x");
}

TEST_CASE("only a plain number is an unsigned integer") {
  ReadResult result = read(R"([0, 18446744073709551615, 18446744073709551616, -1, -0, 1.0, 1e2, "1", null])");
  std::string found;
  for (Value value : result.document->root()) {
    std::optional<uint64_t> number = value.unsigned_integer();
    found += number ? std::to_string(*number) + " " : "- ";
  }
  CHECK(found == "0 18446744073709551615 - - - - - - - ");
}

TEST_CASE("texts that are JSON") {
  for (const std::string& text : {"null"s, "true"s, "false"s, "0"s, "-0"s, "-0.0"s, "1"s, "10"s, "-12"s, "1.5"s,
           "0.5e10"s, "1E+2"s, "1e-2"s, "123e65"s, "1e400"s, "\"\""s, "\"x\""s, " [ ] "s, "\t\r\n{ }\n"s, "[[[]]]"s,
           "[1,2]"s, "[null,false,true]"s, "{\"\":0}"s, "{\"a\":{\"b\":[]}}"s, "[\"\x7f\"]"s, "[\"\\u0000\"]"s,
           "{\"\\u0000\":1}"s, "[\"\xC2\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF\"]"s, "[\"\\uFFFF\"]"s,
           "[\"\\uDBFF\\uDFFF\"]"s, "[\"\\\\u0000\"]"s, "[\"\xE2\x80\xA8\"]"s, "[\"a/*b*/c//d\"]"s,
           "[\"\xEF\xBB\xBF\"]"s, "{\"a\":1,\"A\":2}"s, "[123456789012345678901234567890]"s}) {
    CAPTURE(text);
    ReadResult result = read(text);
    CHECK(result.document);
    CHECK(result.errors.empty());
    CHECK(result.repairs.empty());
  }
}

TEST_CASE("texts that are not JSON") {
  for (const std::string& text : {// structure
           "]"s, "}"s, ","s, ":"s, "[,]"s, "[,1]"s, "[1,,]"s, "[1,,2]"s, "{,}"s, "{\"a\":1,,}"s, "[1 2]"s, "[1:2]"s,
           "[}"s, "{]"s, "[1}"s, "{\"a\":1]"s, "{1:1}"s, "{a:1}"s, "{'a':1}"s, "{null:1}"s, "{\"a\"}"s,
           "{\"a\",\"b\"}"s, "{\"a\" \"b\"}"s, "{\"a\"::1}"s, "{\"a\":1:2}"s, "{\"a\":}"s, "{:1}"s,
           "{\"a\":1 \"b\":2}"s, "[1]]"s, "{}}"s, "[] []"s, "1 2"s, "null null"s, "\"a\" \"b\""s, "[1],"s, "{} #"s,
           "[1]\0"s, "\0"s, "[\0]"s, "[1\0]"s, "{\"a\"\0:1}"s, "[1\f]"s, "[1\v]"s, "\f[]"s, "[\xC2\xA0]"s,
           "[\xE2\x81\xA0]"s, "[*]"s, "[<a>]"s, "[@]"s, "/ 1"s, "[/ 1]"s,
           // words
           "nul1"s, "[nul]"s, "[True]"s, "[NULL]"s, "[nan]"s, "[NaN]"s, "[Infinity]"s, "[-Infinity]"s, "[undefined]"s,
           "[truetrue]"s, "[tru e]"s, "truex"s,
           // numbers
           "[01]"s, "[00]"s, "[-01]"s, "[-]"s, "[--1]"s, "[+1]"s, "[.5]"s, "[-.5]"s, "[1.]"s, "[1.e1]"s, "[1e]"s,
           "[1e+]"s, "[1ee2]"s, "[1e1.5]"s, "[0x1]"s, "[1_000]"s, "[1a]"s, "[1.2.3]"s, "[0e]"s, "[- 1]"s, "[1 .5]"s,
           "[\xEF\xBC\x91]"s, "[1,5.]"s, "[1-2]"s,
           // strings
           "['a']"s, "[`a`]"s, "[\"\\a\"]"s, "[\"\\'\"]"s, "[\"\\x00\"]"s, "[\"\\ \"]"s, "[\"\\\n\"]"s, "[\"\\0\"]"s,
           "[\"\\U0041\"]"s, "[\"\\\xC3\xA9\"]"s, "[\"\\u\"]"s, "[\"\\u00\"]"s, "[\"\\u00g0\"]"s, "[\"\\u 041\"]"s,
           "[\"\\u+041\"]"s, "[\"\\uD800\\uqqqq\"]"s, "[\"a\0b\"]"s, "[\"\x1f\"]"s, "[\"\r\"]"s, "[\"\rx\"]"s,
           "[\"\f\"]"s, "[\"\b\"]"s, "[\"\x1b\"]"s, "[\"a\"b\"]"s, "[\"a\"\"b\"]"s,
           "[\xE2\x80\x9C"
           "a\xE2\x80\x9D]"s,
           // comments that are none
           "[1] / 2"s, "[1 # c\n]"s, "[1 -- c\n]"s, "[1 <!-- c -->]"s, "[1 /*/ ]"s,
           // byte-order marks
           "\xEF\xBB\xBF[]"s, "[]\xEF\xBB\xBF"s, "\xFE\xFF"s, "\xFF\xFE[\0"s}) {
    CAPTURE(text);
    ReadResult result = read(text);
    CHECK_FALSE(result.document);
    CHECK(result.errors.size() == 1);
  }
}

TEST_CASE("what is not UTF-8 is refused wherever it stands") {
  for (const std::string& bytes : {"\xFF"s, "\x80"s, "\xC0\xAF"s, "\xE0\x80\x80"s, "\xED\xA0\x80"s, "\xF4\x90\x80\x80"s,
           "\xFC\x80\x80\x80\x80\x80"s, "\xC3("s, "\xE2\x82("s, "\xF0\x9F\x98("s}) {
    for (const std::string& text : {"[\"" + bytes + "\"]", "{\"" + bytes + "\":1}", "[" + bytes + "]",
             "[]" + bytes + "x", "[/*" + bytes + "*/]", "[\"\\n" + bytes + "\"]"}) {
      CAPTURE(text);
      ReadResult result = read(text);
      CHECK_FALSE(result.document);
      CHECK(result.errors.back().code == Code::input_encoding);
    }
  }
}

TEST_CASE("a fault says what was expected, after what, and what was found") {
  CHECK(error(R"({"a" 1})") == "json.syntax @5 /a: expected ':' after the key 'a', found '1'");
  CHECK(error(R"({"a":1 "b":2})") == "json.syntax @7 /a: expected ',' or '}' after the value of 'a', found '\"'");
  CHECK(error(R"_({"f":[{"c":"print("x")"}]})_") ==
      "json.syntax @19 /f/0/c: expected ',' or '}' after the value of 'c', found 'x'");
  CHECK(error(R"({"a":True})") == "json.syntax @5 /a: expected a value for the key 'a', found 'True'");
  CHECK(error("[1 2]") == "json.syntax @3 /0: expected ',' or ']' after an array element, found '2'");
  CHECK(error("{'a':1}") == "json.syntax @1 : expected a key in double quotes, found a single quote");
  CHECK(error("[01]") == "json.syntax @2 /0: expected no digit after a leading 0, found '1'");
  CHECK(error("[1.]") == "json.syntax @3 /0: expected a digit, found ']'");
  CHECK(error("[1] x") == "json.syntax @4 : expected the end of the text after the JSON, found 'x'");
  CHECK(error("[\xE2\x80\x9C]") == "json.syntax @1 : expected a value, found '\xE2\x80\x9C' (U+201C)");
  CHECK(error("[\xE2\x80\xAE]") == "json.syntax @1 : expected a value, found '\\u{202e}' (U+202E)");
  CHECK(error(R"(["\d"])") == "json.syntax @2 /0: there is no escape '\\d' in JSON");
  CHECK(error(R"(["\u12x4"])") == "json.syntax @2 /0: the escape '\\u' must be followed by four hexadecimal digits");
  CHECK(error("[\"\x1b\"]") == "json.syntax @2 /0: a string holds the raw control character '\\x1b'");
  CHECK(error("[\"a\xFF\"]") == "input.encoding @3 /0: the byte '\\xff' is not UTF-8");
}

TEST_CASE("a fault hints at the usual cause") {
  CHECK(hint(R"_({"c":"print("x")"})_") == R"(write a '"' inside a string as '\"')");
  CHECK(hint(R"({"a":1 "b":2})") == "put ',' between the two");
  CHECK(hint(R"({"a":None})") == "write 'null'");
  CHECK(hint(R"({"a":+1})") == "write the number without '+'");
  CHECK(hint("{'a':1}") == "write keys and strings in double quotes");
  CHECK(hint("[\xE2\x80\x9C]") == "write keys and strings in straight double quotes");
  CHECK(hint("[1}") == "check that every bracket is closed by its own kind");
  CHECK(hint(R"(["C:\dir"])") == R"(write a backslash inside a string as '\\')");
  CHECK(hint("[\"\x1b\"]") == R"(write it as '\u001B')");
  CHECK(hint("[01]") == "write numbers like 0, -12, 0.5 or 2e10");
  CHECK(hint("[1] x") == "leave out what follows the JSON");
  CHECK(hint("[1") == "send the document again, whole");
}

TEST_CASE("a text that ends early says what is open") {
  CHECK(error("") == "json.truncated @0 : there is no JSON in the text");
  CHECK(error(" \n") == "json.truncated @2 : there is no JSON in the text");
  CHECK(error("{") == "json.truncated @1 : the JSON ends inside the outermost object");
  CHECK(error("[1,") == "json.truncated @3 : the JSON ends inside the outermost array");
  CHECK(error(R"({"a")") == "json.truncated @4 /a: the JSON ends before the value of /a");
  CHECK(error(R"({"a":)") == "json.truncated @5 /a: the JSON ends before the value of /a");
  CHECK(error(R"({"a":[{"b":1)") == "json.truncated @12 /a/0: the JSON ends inside the object /a/0");
  CHECK(error(R"({"files":[{"content":"ab)") ==
      "json.truncated @24 /files/0/content: the JSON ends inside the string of /files/0/content");
  CHECK(error(R"({"files":[{"con)") == "json.truncated @15 /files/0: the JSON ends inside a key of /files/0");
  CHECK(error("\"ab") == "json.truncated @3 : the JSON ends inside the outermost string");
  CHECK(error("[tr") == "json.truncated @3 : the JSON ends inside a word");
  CHECK(error("[-") == "json.truncated @2 /0: the JSON ends inside a number");
  CHECK(error("[1,/* x") == "json.truncated @7 : the JSON ends inside a comment");
}

TEST_CASE("truncation at every byte is truncation, never a syntax fault") {
  std::string text = R"( {"r":".","f":[{"p":"caf)"
                     "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"
                     R"(","c":"a\nb\\\"\u00e9\ud83d\ude00","n":-12.5e+10,"t":true,"u":false,"z":null,"o":{},"a":[]},)"
                     "\n// c\xC3\xA9\n/* d\xC3\xA9 */ \"raw\r\nline\ttab\",]}";
  REQUIRE(read(text).document);
  for (size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    ReadResult result = read(std::string_view(text).substr(0, size));
    CHECK_FALSE(result.document);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].code == Code::json_truncated);
    CHECK(result.errors[0].offset == size);
  }
}

TEST_CASE("raw newlines and tabs in strings are kept and reported once a string") {
  CHECK(repairs("{\"a\":\"x\ny\tz\n\",\"b\":\"\r\n\"}") ==
      std::vector<std::string>{"json.repaired @7 /a: a string holds 2 raw newlines",
          "json.repaired @9 /a: a string holds a raw tab", "json.repaired @19 /b: a string holds a raw newline"});
  ReadResult result = read("[\"a\nb\r\nc\t\\td\"]");
  CHECK((*result.document->root().begin()).text() == "a\nb\r\nc\t\td");
}

TEST_CASE("trailing commas and comments are repaired") {
  CHECK(repairs("[1,]") == std::vector<std::string>{"json.repaired @2 : there is a comma before the closing ']'"});
  CHECK(repairs("{\"a\":[{\"b\":1 , \n}]}") ==
      std::vector<std::string>{"json.repaired @13 /a/0: there is a comma before the closing '}'"});
  CHECK(repairs("/* a */ [1, // b\n2 /**/] // c") ==
      std::vector<std::string>{"json.repaired @0 : there is a comment in the JSON",
          "json.repaired @12 : there is a comment in the JSON", "json.repaired @19 /1: there is a comment in the JSON",
          "json.repaired @25 : there is a comment in the JSON"});
  CHECK(repairs("[1]//").size() == 1);
  CHECK(repairs("{\"a\"/*x*/:/*y*/1/*z*/}").size() == 3);
}

TEST_CASE("every duplicate key is reported, unescaped keys compared") {
  CHECK(errors(R"({"a":1,"b":{"c":1,"c":2},"\u0061":3,"a":4})") ==
      std::vector<std::string>{"json.duplicate_key @18 /b/c: the key 'c' occurs twice in one object",
          "json.duplicate_key @25 /a: the key 'a' occurs twice in one object",
          "json.duplicate_key @36 /a: the key 'a' occurs twice in one object"});
  CHECK(read(R"({"a":1,"a":2})").document);
  // So many that some differing keys have the same hash of 32 bits.
  std::string many = "{";
  for (int i = 0; i < 300000; ++i) many += "\"k" + std::to_string(i) + "\":1,";
  CHECK(errors(many + "\"z\":0}").empty());
  CHECK(errors(many + "\"k7\":0,\"k9\":0}").size() == 2);
}

TEST_CASE("halves of surrogate pairs are errors and reading goes on") {
  CHECK(errors(R"(["\ud800","\udc00x","\ud800\ud800\udc00","\ud800\n","ok"])") ==
      std::vector<std::string>{"json.surrogate @2 /0: a string holds half of a surrogate pair",
          "json.surrogate @11 /1: a string holds half of a surrogate pair",
          "json.surrogate @21 /2: a string holds half of a surrogate pair",
          "json.surrogate @42 /3: a string holds half of a surrogate pair"});
  ReadResult result = read(R"(["\ud800\ud800\udc00"])");
  REQUIRE(result.document);
  CHECK((*result.document->root().begin()).text() == "\xEF\xBF\xBD\xF0\x90\x80\x80");
}

TEST_CASE("depth and number of values are limited") {
  std::string deep = std::string(64, '[') + std::string(64, ']');
  CHECK(read(deep).document);
  CHECK(error(std::string(65, '[') + std::string(65, ']')).starts_with("json.too_deep @64 /0/0/"));
  CHECK(error(std::string(100000, '[')).ends_with("the JSON is nested more than 64 levels deep"));
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  CHECK(error(objects).starts_with("json.too_deep"));
  CHECK(read("[1,2]", {.max_values = 3}).document);
  ReadResult result = read("[1,2,3]", {.max_values = 3});
  CHECK_FALSE(result.document);
  CHECK(result.errors[0].code == Code::limit_exceeded);
  CHECK(result.errors[0].message == "the JSON has more than 3 values");
}

TEST_CASE("a deeply nested document within the limit needs no call stack") {
  std::string text = std::string(1000000, '[') + std::string(1000000, ']');
  CHECK(read(text, {.max_depth = 1000000}).document);
}

TEST_CASE("a prefix ends after the first value") {
  for (std::string_view text : {"{\"a\":1} and more", "{\"a\":1}", "{\"a\":1}}"}) {
    ReadResult result = read(text, {.prefix = true});
    CHECK(result.document);
    CHECK(result.end == 7);
  }
  CHECK(read("  [1] \xFF", {.prefix = true}).end == 5);
  CHECK_FALSE(read("and more", {.prefix = true}).document);
}

TEST_CASE("the number of reports is bounded") {
  std::string text = "[";
  for (int i = 0; i < 5000; ++i) text += "\"\n\\ud800\",{\"a\":1,\"a\":2,},";
  text += "0]";
  ReadResult result = read(text);
  CHECK(result.document);
  CHECK(result.errors.size() == 1000);
  CHECK(result.repairs.size() == 1000);
}

TEST_CASE("asking for what a value is not is safe") {
  ReadResult result = read("[1]");
  Value one = *result.document->root().begin();
  CHECK(one.size() == 0);
  CHECK_FALSE(one.begin() != one.end());
  CHECK_FALSE(one.find("a"));
  CHECK(result.document->root().text() == "");
  CHECK_THROWS_AS(one.boolean(), Bug);
}
