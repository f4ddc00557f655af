// The canonical form of a document means what the document meant, and is its own canonical form.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>

#include "answer/format.h"
#include "answer/tree/compose.h"
#include "base/json/json_writer.h"

using namespace aptix;

namespace {

// A bundle as a hasty writer would give it: fields in any order, some left out, some too many, on one line.
class HastyWriter {
 public:
  std::string write() {
    out_ = "{";
    if (coin()) out_ += R"("root": ".", )";
    bool bundle = coin();
    out_ += bundle ? R"("files": [)" : R"("patches": [)";
    int count = *rc::gen::inRange(1, 4);
    for (int i = 0; i < count; ++i) {
      if (i != 0) out_ += ',';
      if (bundle) write_entry(i);
      else write_patch(i);
    }
    return out_ + (coin() ? ",]" : "]") + (coin() ? R"(, "note": 1})" : "}");
  }

 private:
  static bool coin() { return *rc::gen::inRange(0, 2) == 0; }
  static std::string path(int i) {
    return (coin() ? "\"./" : "\"") + std::string("dir/caf\xC3\xA9 ") + std::to_string(i) + "\"";
  }
  static std::string text() {
    return *rc::gen::element<std::string>(
        "\"a\"", "\"a\\n\\tb\"", "\"a\nb\"", "\"\\u0041\\\\\"", "\"\\\"\\u00e9 \\ud83d\\ude00\"");
  }

  void write_entry(int i) {
    out_ += R"({"path": )" + path(i);
    switch (*rc::gen::inRange(0, 4)) {
      case 0: out_ += R"(, "content": )" + text(); break;
      case 1: out_ += R"(, "content": )" + text() + R"(, "operation": "create")"; break;
      case 2: out_ += coin() ? R"(, "operation": "delete", "content": null)" : R"(, "operation": "delete")"; break;
      default:
        out_ += R"(, "operation": "patch", "patches": [)";
        write_find_replace();
        out_ += "]";
    }
    out_ += "}";
  }

  void write_patch(int i) {
    out_ += R"({"path": )" + path(i) + R"(, "replacements": [)";
    write_find_replace();
    out_ += "]}";
  }

  void write_find_replace() {
    out_ += R"({"replace": )" + text() + R"(, "find": )" + text() + (coin() ? R"(, "limit": "all"})" : "}");
  }

  std::string out_;
};

struct Read {
  Input input;
  Block block;
  const answer::Format* form;
  Plan plan;
  Diagnostics said;

  explicit Read(std::string text) : input("document", std::move(text)) {
    block.body = input.bytes;
    block.end = input.bytes.size();
    form = answer::detect(block);
    RC_ASSERT(form != nullptr);
    said = form->parse(input, block, {}, plan);
  }
  std::string canonical() const { return answer::canonical_document(block, form->json).value(); }
};

bool same_edit(const Edit& a, const Edit& b) {
  if (a.what.index() != b.what.index()) return false;
  if (const auto* whole = std::get_if<Whole>(&a.what)) return whole->content == std::get<Whole>(b.what).content;
  const auto &one = std::get<FindReplace>(a.what), &other = std::get<FindReplace>(b.what);
  return one.find == other.find && one.replace == other.replace && one.limit == other.limit;
}

bool same_plan(const Plan& a, const Plan& b) {
  return std::equal(
      a.files.begin(), a.files.end(), b.files.begin(), b.files.end(), [](const FileEdit& one, const FileEdit& other) {
        return one.operation == other.operation && one.path == other.path &&
            std::equal(one.edits.begin(), one.edits.end(), other.edits.begin(), other.edits.end(), same_edit);
      });
}

}  // namespace

TEST_CASE("the canonical form means the same, needs no repair and is its own canonical form") {
  REQUIRE(rc::check("canonical", [] {
    Read hasty(HastyWriter().write());
    RC_ASSERT(hasty.said.ok());
    Read canonical(hasty.canonical());
    RC_ASSERT(canonical.said.ok());
    RC_ASSERT(canonical.said.warnings.empty());
    RC_ASSERT(same_plan(hasty.plan, canonical.plan));
    RC_ASSERT(canonical.canonical() == canonical.input.bytes);
  }));
}
