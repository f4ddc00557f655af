// A document of changes, applied to the old files, gives exactly the new ones, in every form that has
// words for them.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>
#include <string>
#include <vector>

#include "edit/resolve.h"
#include "format/extract.h"
#include "format/format.h"
#include "ops/create.h"
#include "support/mem_reader.h"

using namespace aptix;

namespace {

using Files = std::map<std::string, std::string>;

// Few different lines, so that texts stand in several places.
std::string some_text() {
  auto lines = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a\n", "b\n", "ab\n", "x = 1\n", "x = 2\n", "}\n", "\n", "=======\n", "```\n", "win\r\n", "caf\xC3\xA9\n"));
  std::string text;
  for (const std::string& line : lines) text += line;
  if (!text.empty() && *rc::gen::inRange(0, 4) == 0) text.pop_back();
  return text;
}

std::string changed(std::string text) {
  size_t cuts = *rc::gen::inRange<size_t>(1, 4);
  for (size_t i = 0; i < cuts; ++i) {
    size_t at = *rc::gen::inRange<size_t>(0, text.size() + 1);
    at = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    text.insert(std::min(at, text.size()), *rc::gen::element<std::string>("new\n", "a\n", "x = 3\nb\n"));
  }
  return text;
}

ChangeSet changes_between(const Files& before, const Files& after) {
  ChangeSet set;
  std::map<std::string, std::pair<const std::string*, const std::string*>> both;
  for (const auto& [path, text] : before) both[path].first = &text;
  for (const auto& [path, text] : after) both[path].second = &text;
  for (const auto& [path, sides] : both) {
    if (sides.first != nullptr && sides.second != nullptr && *sides.first == *sides.second) continue;
    FileChange change{.path = RelPath::parse(path).value()};
    if (sides.first != nullptr) {
      change.before.exists = true;
      change.before.bytes = *sides.first;
      change.before.mode = 0644;
    }
    if (sides.second != nullptr) {
      change.after_exists = true;
      change.pieces = {*sides.second};
      change.after_size = sides.second->size();
    }
    set.changes.push_back(std::move(change));
  }
  return set;
}

Result<std::string> doc_path_of(const RelPath& path) { return "repo/" + path.str(); }

Files applied(const std::string& document, const Files& before) {
  Input input("document", document);
  Plan plan;
  auto extracted = format::extract(input);
  RC_ASSERT(extracted.ok());
  for (const Block& block : extracted.value.blocks) {
    const format::Format* form = format::detect(block);
    RC_ASSERT(form != nullptr);
    RC_ASSERT(form->parse(input, block, {}, plan).ok());
  }
  for (FileEdit& file : plan.files)
    if (!file.doc_path.empty()) file.path = RelPath::parse(std::string_view(file.doc_path).substr(5)).value();
  test::MemReader reader;
  for (const auto& [path, text] : before) reader.file(path).bytes = text;
  auto resolved = edit::resolve(input, plan, reader, {});
  RC_ASSERT(resolved.ok());
  Files files = before;
  for (const FileChange& change : resolved.value.changes) {
    if (change.after_exists) files[std::string(change.path.str())] = change.after_bytes();
    else files.erase(std::string(change.path.str()));
  }
  return files;
}

}  // namespace

TEST_CASE("what a document says is what was changed, in every form that can say it") {
  REQUIRE(rc::check("round trip", [] {
    Files before, after;
    for (const char* path : {"src/a.c", "src/b.c", "doc/c.md", "d.txt"}) {
      int fate = *rc::gen::inRange(0, 8);
      if (fate != 0) before[path] = some_text();
      if (fate == 1) continue;
      after[path] = fate == 2 ? some_text() : fate == 0 ? some_text() : changed(before[path]);
    }
    ChangeSet changes = changes_between(before, after);
    RC_PRE(!changes.changes.empty());
    using ops::DocumentForm;
    for (DocumentForm form : {DocumentForm::bundle, DocumentForm::patch, DocumentForm::line_patch, DocumentForm::gitpatch, DocumentForm::search_replace, DocumentForm::v4a}) {
      Outcome<std::string> document = ops::create_document(changes, form, doc_path_of);
      bool strongest = form == DocumentForm::bundle;
      if (strongest) RC_ASSERT(document.ok());
      if (document.ok()) RC_ASSERT(applied(document.value, before) == after);
    }
  }));
}
