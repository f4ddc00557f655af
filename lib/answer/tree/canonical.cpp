// Walks the document by the tables of its reader; what is not in them is left out, as the reader leaves it out.
#include "answer/tree/canonical.h"

#include <algorithm>
#include <iterator>

#include "answer/name/paths.h"
#include "answer/tree/fields.h"
#include "base/assert.h"
#include "base/json/json_writer.h"

namespace aptix::answer {
namespace {

// A member with a value; null says no more than leaving it out.
std::optional<json::Value> written_member(const json::Value& object, std::string_view name) {
  std::optional<json::Value> found = object.find(name);
  return found && found->type() != json::Type::null ? found : std::nullopt;
}

std::string_view text_or(const json::Value& object, std::string_view name, std::string_view otherwise) {
  std::optional<json::Value> found = written_member(object, name);
  return found && !found->text().empty() ? found->text() : otherwise;
}

class Canonical {
 public:
  std::string bundle(const json::Value& document) {
    begin(document);
    each(document, "files", [this](const json::Value& entry) { bundle_entry(entry); });
    return end();
  }

  std::string patch(const json::Value& document) {
    begin(document);
    each(document, "patches", [this](const json::Value& entry) {
      w_.field("path", without_leading_dots(text_or(entry, "path", "")));
      if (entry.find("replacements")) replacements(entry, "replacements");
      else find_replace(entry);
    });
    return end();
  }

  std::string line_patch(const json::Value& document) {
    w_.begin_object();
    for (const Field& field : line_patch::kDocumentFields) {
      if (field.name != "files") copy(document, field);
      else each(document, field.name, [this](const json::Value& entry) { line_patch_file(entry); });
    }
    return end();
  }

 private:
  void begin(const json::Value& document) { w_.begin_object().field("root", text_or(document, "root", ".")); }

  std::string end() {
    w_.end_object();
    return w_.take() + "\n";
  }

  // An array of objects; `write` fills one of them.
  template <class Write>
  void each(const json::Value& object, std::string_view name, Write write) {
    json::Value array = object.find(name).value();
    w_.key(name).begin_array();
    for (json::Value entry : array) {
      w_.begin_object();
      write(entry);
      w_.end_object();
    }
    w_.end_array();
  }

  void bundle_entry(const json::Value& entry) {
    std::string_view name = text_or(entry, "operation", "replace");
    const auto* row = std::find_if(std::begin(bundle::kOperations), std::end(bundle::kOperations),
        [&](const auto& one) { return one.name == name; });
    ASSERT(row != std::end(bundle::kOperations));
    w_.field("path", without_leading_dots(text_or(entry, "path", ""))).field("operation", name);
    if (row->content == bundle::Use::needed) w_.field("content", text_or(entry, "content", ""));
    if (row->patches == bundle::Use::needed) replacements(entry, "patches");
  }

  void replacements(const json::Value& entry, std::string_view name) {
    each(entry, name, [this](const json::Value& one) { find_replace(one); });
  }

  void find_replace(const json::Value& one) {
    w_.field("find", text_or(one, "find", ""))
        .field("replace", text_or(one, "replace", ""))
        .field("limit", text_or(one, "limit", "once"));
  }

  void line_patch_file(const json::Value& entry) {
    for (const Field& field : line_patch::kFileFields) {
      if (field.name != "changes") copy(entry, field);
      else
        each(entry, field.name, [this](const json::Value& change) {
          for (const Field& one : line_patch::kChangeFields) copy(change, one);
        });
    }
  }

  void copy(const json::Value& object, const Field& field) {
    std::optional<json::Value> found = written_member(object, field.name);
    if (!found) return;
    w_.key(field.name);
    switch (found->type()) {
      case json::Type::string: w_.value(found->text()); break;
      case json::Type::number: w_.value(found->unsigned_integer().value()); break;
      case json::Type::boolean: w_.value(found->boolean()); break;
      case json::Type::array:
        w_.begin_array();
        for (json::Value line : *found) w_.value(line.text());
        w_.end_array();
        break;
      case json::Type::null:
      case json::Type::object: throw Bug("no field of a line patch is of that type");
    }
  }

  json::Writer w_{json::Writer::Style::pretty};
};

}  // namespace

std::optional<std::string> canonical_document(const Block& block, JsonKind kind) {
  if (kind == JsonKind::none || kind == JsonKind::edit_tool) return std::nullopt;
  json::ReadResult read = json::read(block.body);
  ASSERT(read.document && read.errors.empty());
  json::Value root = read.document->root();
  if (kind == JsonKind::bundle) return Canonical().bundle(root);
  return kind == JsonKind::patch ? Canonical().patch(root) : Canonical().line_patch(root);
}

}  // namespace aptix::answer
