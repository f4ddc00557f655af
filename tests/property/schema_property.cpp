// Schemas and readers agree: what a schema allows has no fault of form, and every fault of form that a reader
// finds is one against the schema.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>

#include "answer/format.h"
#include "answer/tree/schema.h"
#include "base/json/json_writer.h"
#include "support/schema_check.h"

using namespace aptix;
using json::Type;
using json::Value;

namespace {

// Documents by a schema; at one member, if `fault_at` is reached, against it.
class Maker {
 public:
  explicit Maker(int fault_at) : fault_at_(fault_at) {}

  std::string make(const Value& schema) {
    write(schema);
    return w_.take();
  }

 private:
  void write(const Value& schema) {
    if (auto choices = schema.find("anyOf")) return write(element(*choices));
    Value types = schema.find("type").value();
    std::string_view type = types.type() == Type::array ? element(types).text() : types.text();
    if (auto words = schema.find("enum")) w_.value(element(*words).text());
    else if (type == "null") w_.null();
    else if (type == "integer") w_.value(*rc::gen::inRange(0, 9));
    else if (schema.find("pattern")) w_.value(std::string(64, *rc::gen::element('0', 'a', 'f')));
    else if (type == "string")
      w_.value(*rc::gen::element<std::string>("", ".", "a.txt", "src/b c.txt", "x\n\ty", "\"\\\xC3\xA9"));
    else if (type == "array") write_array(schema.find("items").value());
    else write_object(schema.find("properties").value());
  }

  void write_array(const Value& items) {
    w_.begin_array();
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) write(items);
    w_.end_array();
  }

  void write_object(const Value& properties) {
    w_.begin_object();
    for (auto at = properties.begin(); at != properties.end(); ++at) {
      bool fault = fault_at_-- == 0;
      int kind = fault ? *rc::gen::inRange(0, 3) : -1;
      if (kind == 0) continue;  // it is missing
      if (kind == 1) w_.field("surplus", "x");
      w_.key(at.member().key);
      if (kind == 2) w_.begin_object().end_object();  // no member is an object
      else write(*at);
    }
    w_.end_object();
  }

  static Value element(const Value& array) {
    auto at = array.begin();
    for (size_t skip = *rc::gen::inRange<size_t>(0, array.size()); skip > 0; --skip) ++at;
    return *at;
  }

  json::Writer w_;
  int fault_at_;
};

bool is_fault_of_form(const Diagnostic& said) {
  switch (said.code) {
    case Code::field_missing:
    case Code::field_type:
    case Code::field_unknown:
    case Code::field_unexpected:
    case Code::format_mixed:
    case Code::root_missing: return true;
    default: return false;
  }
}

// An empty 'root' is said to be missing, too, which no schema could tell.
bool has_fault_of_form(const std::string& document, std::string_view form) {
  Input input("document", document);
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  Plan plan;
  Diagnostics said = answer::format_named(form).parse(input, block, {}, plan);
  for (const auto* list : {&said.errors, &said.warnings})
    for (const Diagnostic& one : *list)
      if (is_fault_of_form(one) && one.where.pointer != "/root") return true;
  return false;
}

void check_agreement(int fault_at) {
  for (const answer::Schema& schema : answer::schemas()) {
    json::Writer w;
    schema.write(w);
    std::string text = w.take();
    json::ReadResult rules = json::read(text);
    std::string document = Maker(fault_at).make(rules.document.value().root());
    json::ReadResult value = json::read(document);
    bool conforms = test::conforms(value.document.value().root(), rules.document->root());
    if (fault_at < 0) RC_ASSERT(conforms);
    bool faulty = has_fault_of_form(document, schema.name == "replacements" ? "patch" : schema.name);
    RC_ASSERT(!(conforms && faulty));
  }
}

}  // namespace

TEST_CASE("what a schema allows has no fault of form") {
  REQUIRE(rc::check("allowed", [] { check_agreement(-1); }));
}

TEST_CASE("a fault of form is a fault against the schema") {
  REQUIRE(rc::check("faulty", [] { check_agreement(*rc::gen::inRange(0, 30)); }));
}
