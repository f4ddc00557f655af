// Strings are written as they are: the writer escapes only what JSON requires.
#include "answer/tree/compose.h"

#include <initializer_list>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "answer/name/paths.h"
#include "answer/tree/fields.h"
#include "base/assert.h"
#include "base/json/json_writer.h"

namespace aptix::answer {
namespace {

void write_patch(json::Writer& w, const ComposedPatch& patch) {
  w.field("find", patch.find).field("replace", patch.replace).field("limit", "once");
}

void write_file(json::Writer& w, const ComposedFile& file) {
  w.field("path", file.path).field("operation", file.operation);
  if (file.content) w.field("content", *file.content);
  if (!file.patches.empty())
    w.objects("patches", file.patches, [&](const ComposedPatch& patch) { write_patch(w, patch); });
}

void write_change(json::Writer& w, const LineChange& change) {
  ASSERT(change.kind != LineChange::Kind::match);
  bool insert = change.kind == LineChange::Kind::insert, remove = change.kind == LineChange::Kind::remove;
  w.field("operation", insert ? "insert" : remove ? "delete" : "replace");
  if (insert) w.field("afterLine", change.first);
  else w.field("startLine", change.first).field("endLine", change.last).list("expectedOriginalLines", change.expected);
  if (!remove) w.list("newLines", change.lines);
}

// The line above a code block. A name that may not be recognised as a path is put in quotes after a label.
std::string path_line(const std::string& path) {
  bool plain = is_likely_file(path, Written::bare) && path_in_line(path) == path;
  return plain ? path : "File: `" + path + "`";
}

// A fence of backticks, longer than any run of them in the texts.
std::string fence_for(std::initializer_list<std::string_view> texts) {
  size_t longest = 0;
  for (std::string_view text : texts)
    for (size_t at = text.find('`'); at != std::string_view::npos;) {
      size_t end = std::min(text.find_first_not_of('`', at), text.size());
      longest = std::max(longest, end - at);
      at = text.find('`', end);
    }
  return std::string(std::max<size_t>(longest + 1, 3), '`');
}

// Adds a line end if the last line has none.
void append_lines(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

void append_block(std::string& out, std::string_view path, std::string_view find, std::string_view replace) {
  std::string fence = fence_for({find, replace});
  out.append(path).append("\n").append(fence).append("\n<<<<<<< SEARCH\n");
  append_lines(out, find);
  out += "=======\n";
  append_lines(out, replace);
  out.append(">>>>>>> REPLACE\n").append(fence).append("\n\n");
}

// The lines with their line ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_from(text)) lines.push_back(text.substr(line.start, line.next - line.start));
  return lines;
}

void append_marked(std::string& out, char mark, std::span<const std::string_view> lines) {
  for (std::string_view line : lines) {
    out += mark;
    append_lines(out, line);
  }
}

// Common lines at both ends are context.
void append_chunk(std::string& out, const ComposedPatch& patch) {
  std::vector<std::string_view> before = lines_of(patch.find);
  std::vector<std::string_view> after = lines_of(patch.replace);
  size_t shared = std::min(before.size(), after.size());
  size_t first = 0;
  while (first < shared && before[first] == after[first]) ++first;
  size_t last = 0;
  while (last < shared - first && before[before.size() - 1 - last] == after[after.size() - 1 - last]) ++last;
  std::span<const std::string_view> all(before);
  out += "@@\n";
  append_marked(out, ' ', all.first(first));
  append_marked(out, '-', all.subspan(first, before.size() - first - last));
  append_marked(out, '+', std::span<const std::string_view>(after).subspan(first, after.size() - first - last));
  append_marked(out, ' ', all.last(last));
}

// A member that is not null: null means the same as leaving it out.
std::optional<json::Value> written_member(const json::Value& object, std::string_view name) {
  std::optional<json::Value> found = object.find(name);
  return found && found->type() != json::Type::null ? found : std::nullopt;
}

std::string_view text_or(const json::Value& object, std::string_view name, std::string_view otherwise) {
  std::optional<json::Value> found = written_member(object, name);
  return found && !found->text().empty() ? found->text() : otherwise;
}

// Copies the document by the tables of its reader, which ignores what is not in them.
class Canonical {
 public:
  std::string bundle(const json::Value& document) {
    begin(document);
    w_.objects("files", document.find("files").value(), [this](const json::Value& entry) { bundle_entry(entry); });
    return end();
  }

  std::string patch(const json::Value& document) {
    begin(document);
    w_.objects("patches", document.find("patches").value(), [this](const json::Value& entry) {
      w_.field("path", without_leading_dots(text_or(entry, "path", "")));
      if (entry.find("replacements")) replacements(entry, "replacements");
      else find_replace(entry);
    });
    return end();
  }

  std::string line_patch(const json::Value& document) {
    w_.begin_object();
    copy(document, line_patch::kDocumentFields);
    return end();
  }

 private:
  void begin(const json::Value& document) { w_.begin_object().field("root", text_or(document, "root", ".")); }

  std::string end() {
    w_.end_object();
    return w_.take() + "\n";
  }

  void bundle_entry(const json::Value& entry) {
    std::string_view name = text_or(entry, "operation", "replace");
    const auto* row = std::ranges::find(bundle::kOperations, name, &bundle::OperationRow::name);
    ASSERT(row != std::end(bundle::kOperations));
    w_.field("path", without_leading_dots(text_or(entry, "path", ""))).field("operation", name);
    if (row->content == bundle::Use::needed) w_.field("content", text_or(entry, "content", ""));
    if (row->patches == bundle::Use::needed) replacements(entry, "patches");
  }

  void replacements(const json::Value& entry, std::string_view name) {
    w_.objects(name, entry.find(name).value(), [this](const json::Value& one) { find_replace(one); });
  }

  void find_replace(const json::Value& one) {
    w_.field("find", text_or(one, "find", ""))
        .field("replace", text_or(one, "replace", ""))
        .field("limit", text_or(one, "limit", "once"));
  }

  void copy(const json::Value& object, std::span<const Field> fields) {
    for (const Field& field : fields) {
      std::optional<json::Value> found = written_member(object, field.name);
      if (!found) continue;
      w_.key(field.name);
      switch (found->type()) {
        case json::Type::string: w_.value(found->text()); break;
        case json::Type::number: w_.value(found->unsigned_integer().value()); break;
        case json::Type::boolean: w_.value(found->boolean()); break;
        case json::Type::array:
          w_.begin_array();
          for (json::Value one : *found) copy_element(one, field);
          w_.end_array();
          break;
        case json::Type::null:
        case json::Type::object: throw Bug("no field of a line patch is of that type");
      }
    }
  }

  // A line, or an object of one of the lists.
  void copy_element(const json::Value& element, const Field& list) {
    if (element.type() == json::Type::string) return void(w_.value(element.text()));
    w_.begin_object();
    if (list.name == "files") copy(element, line_patch::kFileFields);
    else copy(element, line_patch::kChangeFields);
    w_.end_object();
  }

  json::Writer w_{json::Writer::Style::pretty};
};

}  // namespace

std::string compose_bundle(std::span<const ComposedFile> files) {
  json::Writer w(json::Writer::Style::pretty);
  w.begin_object().field("root", ".");
  w.objects("files", files, [&](const ComposedFile& file) { write_file(w, file); }).end_object();
  return w.take() + "\n";
}

std::string compose_patch(std::span<const ComposedFile> files) {
  json::Writer w(json::Writer::Style::pretty);
  w.begin_object().field("root", ".").key("patches").begin_array();
  for (const ComposedFile& file : files)
    for (const ComposedPatch& patch : file.patches) {
      w.begin_object().field("path", file.path);
      write_patch(w, patch);
      w.end_object();
    }
  w.end_array().end_object();
  return w.take() + "\n";
}

std::string compose_line_patch(std::span<const ComposedLines> files) {
  json::Writer w(json::Writer::Style::pretty);
  w.begin_object();
  w.objects("files", files, [&](const ComposedLines& file) {
    w.field("docPath", file.doc_path).field("originalSha256", file.original.hex());
    w.objects("changes", file.changes, [&](const LineChange& change) { write_change(w, change); });
  });
  w.end_object();
  return w.take() + "\n";
}

std::string compose_search_replace(std::span<const ComposedFile> files) {
  std::string out;
  for (const ComposedFile& file : files) {
    if (file.content) append_block(out, path_line(file.path), "", *file.content);
    for (const ComposedPatch& patch : file.patches) append_block(out, path_line(file.path), patch.find, patch.replace);
  }
  return out;
}

std::string compose_whole(std::span<const ComposedFile> files) {
  std::string out;
  for (const ComposedFile& file : files) {
    if (!file.content) continue;
    std::string fence = fence_for({*file.content});
    out += (out.empty() ? "" : "\n") + path_line(file.path) + "\n" + fence + "\n";
    append_lines(out, *file.content);
    out += fence + "\n";
  }
  return out;
}

std::string compose_v4a(std::span<const ComposedFile> files) {
  std::string out = "*** Begin Patch\n";
  for (const ComposedFile& file : files) {
    if (file.operation == "delete") {
      out.append("*** Delete File: ").append(file.path).append("\n");
    } else if (file.content) {
      out.append("*** Add File: ").append(file.path).append("\n");
      append_marked(out, '+', lines_of(*file.content));
    } else {
      out.append("*** Update File: ").append(file.path).append("\n");
      for (const ComposedPatch& patch : file.patches) append_chunk(out, patch);
    }
  }
  return out + "*** End Patch\n";
}

std::optional<std::string> canonical_document(const Block& block, JsonKind kind) {
  if (kind == JsonKind::none || kind == JsonKind::edit_tool) return std::nullopt;
  json::ReadResult read = json::read(block.body);
  ASSERT(read.document && read.errors.empty());
  json::Value root = read.document->root();
  if (kind == JsonKind::bundle) return Canonical().bundle(root);
  return kind == JsonKind::patch ? Canonical().patch(root) : Canonical().line_patch(root);
}

}  // namespace aptix::answer
