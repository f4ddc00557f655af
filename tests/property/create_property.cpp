// A document of changes, applied to the old files, gives exactly the new ones, in every form that has
// words for them; and it is its own canonical form.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>
#include <string>
#include <vector>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "answer/tree/compose.h"
#include "edit/resolve.h"
#include "ops/write/write.h"
#include "support/mem_reader.h"

using namespace aptix;

namespace {

struct File {
  std::string bytes;
  bool executable = false;
  bool operator==(const File&) const = default;
};
using Files = std::map<std::string, File>;

// Few different lines, so that texts stand in several places.
std::string some_text() {
  auto lines = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a\n", "b\n", "ab\n", "x = 1\n", "x = 2\n", "}\n", "\n", "=======\n", "```\n",
          "*** End Patch\n", "@@\n", "--- a/x\n", "win\r\n", "cr\rin\n", "caf\xC3\xA9\n"));
  std::string text;
  for (const std::string& line : lines) text += line;
  if (!text.empty() && *rc::gen::inRange(0, 4) == 0) text.pop_back();
  if (*rc::gen::inRange(0, 8) == 0) text.insert(0, "\xEF\xBB\xBF");
  return text;
}

std::string with_line_ends(std::string text) {
  std::string out;
  for (char byte : text) out += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  return out;
}

std::string some_content() {
  switch (*rc::gen::inRange(0, 10)) {
    case 0: return *rc::gen::arbitrary<std::string>();
    case 1: return some_text() + std::string("\0\xFF", 2) + some_text();
    case 2: return with_line_ends(some_text());
    default: return some_text();
  }
}

std::string changed(std::string text) {
  size_t cuts = *rc::gen::inRange<size_t>(1, 4);
  for (size_t i = 0; i < cuts; ++i) {
    size_t at = *rc::gen::inRange<size_t>(0, text.size() + 1);
    at = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    text.insert(std::min(at, text.size()), *rc::gen::element<std::string>("new\n", "a\n", "x = 3\nb\n", "dos\r\n"));
  }
  if (*rc::gen::inRange(0, 8) == 0 && !text.empty()) text.pop_back();
  return text;
}

FileKind kind_of(const File& file) { return file.executable ? FileKind::executable : FileKind::regular; }

ChangeSet changes_between(
    const Files& before, const Files& after, const std::string& moved_from, const std::string& moved_to) {
  ChangeSet set;
  std::map<std::string, std::pair<const File*, const File*>> both;
  for (const auto& [path, file] : before) both[path].first = &file;
  for (const auto& [path, file] : after) both[path].second = &file;
  for (const auto& [path, sides] : both) {
    if (sides.first != nullptr && sides.second != nullptr && *sides.first == *sides.second) continue;
    FileChange change{.path = RelPath::parse(path).value()};
    if (path == moved_to) change.from = RelPath::parse(moved_from).value();
    if (sides.first != nullptr) {
      change.before.exists = true;
      change.before.kind = kind_of(*sides.first);
      change.before.bytes = sides.first->bytes;
      change.before.mode = sides.first->executable ? 0755 : 0644;
    }
    if (sides.second != nullptr) {
      change.after_exists = true;
      change.after_kind = kind_of(*sides.second);
      change.pieces = {sides.second->bytes};
      change.after_size = sides.second->bytes.size();
    }
    set.changes.push_back(std::move(change));
  }
  return set;
}

Result<std::string> doc_path_of(const RelPath& path) { return "repo/" + path.str(); }

void check_canonical(const Input& input) {
  auto extracted = answer::extract(input);
  for (const Block& block : extracted.value.blocks)
    if (auto canonical = answer::canonical_document(block, block.format->json)) RC_ASSERT(*canonical == input.bytes);
}

Files applied(const std::string& document, const Files& before, const edit::ResolveOptions& options) {
  Input input("document", document);
  Plan plan;
  auto extracted = answer::extract(input);
  RC_ASSERT(extracted.ok());
  for (const Block& block : extracted.value.blocks) {
    const answer::Format* form = block.format;
    RC_ASSERT(form != nullptr);
    RC_ASSERT(form->parse(input, block, {}, plan).ok());
  }
  for (FileEdit& file : plan.files)
    if (!file.names.doc_path.empty())
      file.path = RelPath::parse(std::string_view(file.names.doc_path).substr(5)).value();
  RC_ASSERT(answer::check_plan(input, plan, {}).ok());
  test::MemReader reader;
  for (const auto& [path, file] : before)
    reader.file(path) = {.bytes = file.bytes, .mode = file.executable ? 0755u : 0644u};
  auto resolved = edit::resolve(input, plan, reader, options);
  RC_ASSERT(resolved.ok());
  Files files = before;
  for (const FileChange& change : resolved.value.changes) {
    if (change.after_exists)
      files[change.path.str()] = {change.after_bytes(), change.after_kind == FileKind::executable};
    else files.erase(change.path.str());
  }
  check_canonical(input);
  return files;
}

void check_forms(const ChangeSet& changes, const Files& before) {
  Files after = before;
  for (const FileChange& change : changes.changes) {
    if (change.after_exists)
      after[change.path.str()] = {change.after_bytes(), change.after_kind == FileKind::executable};
    else after.erase(change.path.str());
  }
  using ops::DocumentForm;
  for (DocumentForm form : {DocumentForm::bundle, DocumentForm::patch, DocumentForm::line_patch, DocumentForm::gitpatch,
           DocumentForm::search_replace, DocumentForm::v4a, DocumentForm::whole}) {
    Outcome<std::string> document = ops::create_document(changes, form, doc_path_of);
    bool says_all = form == DocumentForm::bundle || form == DocumentForm::gitpatch;
    if (says_all) RC_ASSERT(document.ok());
    bool warned = !document.diagnostics.warnings.empty();
    edit::ResolveOptions options{.whole = WholeMode::replace, .allow_placeholders = warned};
    if (document.ok()) RC_ASSERT(applied(document.value, before, options) == after);
  }
}

}  // namespace

TEST_CASE("what a document says is what was changed, in every form that can say it") {
  REQUIRE(rc::check("round trip", [] {
    Files before, after;
    for (const char* path : {"src/a.c", "src/b c.c", "doc/caf\xC3\xA9.md", "d.txt", "-e \"f\".sh"}) {
      int fate = *rc::gen::inRange(0, 9);
      if (fate != 0) before[path] = {some_content(), *rc::gen::inRange(0, 4) == 0};
      if (fate == 1) continue;
      bool new_content = fate == 0 || fate == 2;
      after[path] = {new_content ? some_content() : changed(before[path].bytes), before[path].executable};
      if (fate == 3) after[path].executable = !after[path].executable;
      if (fate == 4) after[path].bytes = before[path].bytes;
      if (fate == 0) before.erase(path);
    }
    bool moves = after.contains("d.txt") && before.contains("d.txt") && *rc::gen::inRange(0, 3) == 0;
    if (moves) {
      after["moved/d.txt"] = after["d.txt"];
      after.erase("d.txt");
    }
    ChangeSet changes = changes_between(before, after, "d.txt", moves ? "moved/d.txt" : "");
    RC_PRE(!changes.changes.empty());
    check_forms(changes, before);
    for (const FileChange& change : changes.changes) {
      ChangeSet alone;
      alone.changes.push_back(change);
      check_forms(alone, before);
    }
  }));
}
