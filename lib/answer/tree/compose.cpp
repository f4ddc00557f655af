// Strings come out as they go in: the writer escapes what JSON must have escaped, and no more.
#include "answer/tree/compose.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "answer/name/line_names.h"
#include "base/assert.h"
#include "base/json/json_writer.h"

namespace aptix::answer {
namespace {

void write_patch(json::Writer& w, const ComposedPatch& patch) {
  w.field("find", patch.find).field("replace", patch.replace).field("limit", "once");
}

void write_file(json::Writer& w, const ComposedFile& file) {
  w.begin_object().field("path", file.path).field("operation", file.operation);
  if (file.content) w.field("content", *file.content);
  if (!file.patches.empty()) {
    w.key("patches").begin_array();
    for (const ComposedPatch& patch : file.patches) {
      w.begin_object();
      write_patch(w, patch);
      w.end_object();
    }
    w.end_array();
  }
  w.end_object();
}

void write_lines(json::Writer& w, std::string_view name, std::span<const std::string_view> lines) {
  w.key(name).begin_array();
  for (std::string_view line : lines) w.value(line);
  w.end_array();
}

void write_range(json::Writer& w, std::string_view operation, const LineChange& change) {
  w.field("operation", operation).field("startLine", change.first).field("endLine", change.last);
  write_lines(w, "expectedOriginalLines", change.expected);
}

void write_change(json::Writer& w, const LineChange& change) {
  w.begin_object();
  switch (change.kind) {
    case LineChange::Kind::insert:
      w.field("operation", "insert").field("afterLine", change.first);
      write_lines(w, "newLines", change.lines);
      break;
    case LineChange::Kind::replace:
      write_range(w, "replace", change);
      write_lines(w, "newLines", change.lines);
      break;
    case LineChange::Kind::remove: write_range(w, "delete", change); break;
    case LineChange::Kind::match: throw Bug("a match has no place to compose");
  }
  w.end_object();
}

// Of backticks, longer than any run of them in the texts.
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

// With a line end of its own where the last line has none.
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

// With their line ends.
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

// The lines that both sides begin and end with are context.
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

}  // namespace

std::string compose_bundle(std::span<const ComposedFile> files) {
  json::Writer w(json::Writer::Style::pretty);
  w.begin_object().field("root", ".").key("files").begin_array();
  for (const ComposedFile& file : files) write_file(w, file);
  w.end_array().end_object();
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
  w.begin_object().key("files").begin_array();
  for (const ComposedLines& file : files) {
    w.begin_object()
        .field("docPath", file.doc_path)
        .field("originalSha256", file.original.hex())
        .key("changes")
        .begin_array();
    for (const LineChange& change : file.changes) write_change(w, change);
    w.end_array().end_object();
  }
  w.end_array().end_object();
  return w.take() + "\n";
}

namespace {

// As it is read: what looks like no path, or like words, stands in quotes after a label.
std::string path_line(const std::string& path) { return path_in_line(path) == path ? path : "File: `" + path + "`"; }

}  // namespace

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
    bool plain = is_likely_file(file.path, Written::bare);
    out +=
        (out.empty() ? "" : "\n") + (plain ? path_line(file.path) : "File: `" + file.path + "`") + "\n" + fence + "\n";
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

}  // namespace aptix::answer
