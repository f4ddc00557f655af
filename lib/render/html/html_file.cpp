// A table for each hunk. Colours are repeated in words, for those who do not see them.
#include "render/html/html.h"
#include "render/html/html_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "diff/compute/lines.h"
#include "diff/lines/line_table.h"
#include "render/text.h"

namespace aptix::render::html {
namespace {

constexpr uint64_t kContext = 3;

bool is_link(const FileSide& side) { return side.exists && side.kind == FileKind::symlink; }

std::string verb_of(const FileSide& before, const FileSide& after) {
  return std::string(operation_of(before, after)) + "d";
}

std::string_view kind_words(FileKind kind) {
  switch (kind) {
    case FileKind::regular: return "a file that is not executable";
    case FileKind::executable: return "an executable file";
    case FileKind::symlink: return "a symbolic link";
    case FileKind::other: return "a special file";
  }
  return "";
}

// "Lines 3 to 9", "Line 3"
std::string lines_from(uint64_t first, uint64_t count) {
  if (count == 1) return fmt::format("Line {}", first + 1);
  return fmt::format("Lines {} to {}", first + 1, first + count);
}

enum class RowKind : uint8_t { context, removed, added };

class Hunks {
 public:
  Hunks(std::string& out, const FileSide& before, const FileSide& after, size_t file, const HtmlOptions& options)
      : out_(out),
        old_(before.bytes),
        new_(after.bytes),
        file_(file),
        options_(options) {
    edits_ = diff::diff_lines(before.bytes, after.bytes);
    for (const diff::LineEdit& edit : edits_) {
      removed += edit.old_count;
      added += edit.new_count;
    }
    LineEnds old_ends = line_ends(before.bytes), new_ends = line_ends(after.bytes);
    bool all_crlf = old_ends.lf + new_ends.lf == 0;
    shows_line_ends_ = !all_crlf && old_ends.crlf + new_ends.crlf != 0;
  }

  // Including context lines.
  uint64_t rows() const {
    uint64_t count = 0;
    for (const diff::LineEdit& edit : edits_) count += edit.old_count + edit.new_count + 2 * kContext;
    return count;
  }

  // False if there was not room for all.
  bool append(uint64_t& room) {
    for (size_t first = 0; first < edits_.size();) {
      size_t last = diff::end_of_hunk(edits_, first, kContext);
      if (!hunk(first, last, room)) return false;
      first = last;
    }
    return true;
  }

  uint64_t added = 0, removed = 0, changes = 0;

 private:
  // Appends a line; false if there is no room for it.
  bool row(RowKind kind, uint64_t old_line, uint64_t new_line, std::string_view raw,
      const std::vector<ByteRange>& marks, uint64_t& room) {
    if (room == 0) return false;
    --room;
    static constexpr std::string_view kClass[] = {"", " class=\"r\"", " class=\"a\""};
    static constexpr std::string_view kSign[] = {
        "", "-<span class=\"v\"> removed</span>", "+<span class=\"v\"> added</span>"};
    auto at = static_cast<size_t>(kind);
    out_ += fmt::format("<tr{}><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"s\">{}</td><td class=\"t\">",
        kClass[at], kind == RowKind::added ? "" : std::to_string(old_line + 1),
        kind == RowKind::removed ? "" : std::to_string(new_line + 1), kSign[at]);
    text(diff::split_line(raw), marks);
    out_ += "</td></tr>\n";
    return true;
  }

  void text(const diff::TextLine& line, const std::vector<ByteRange>& marks) {
    size_t most = cut_at_character(line.text, options_.most_line).size();
    size_t done = 0;
    for (const ByteRange& mark : marks) {
      if (mark.start >= most) break;
      append_text(out_, line.text.substr(done, mark.start - done));
      out_ += "<b>";
      done = std::min(mark.end, most);
      append_text(out_, line.text.substr(mark.start, done - mark.start));
      out_ += "</b>";
    }
    append_text(out_, line.text.substr(done, most - done));
    if (most < line.text.size()) out_ += fmt::format("<i>… {} more bytes of this line</i>", line.text.size() - most);
    if (line.carriage_return && (shows_line_ends_ || !line.newline)) out_ += "<span class=\"c\">\\r</span>";
    if (!line.newline) out_ += "<i>no newline at the end of the file</i>";
  }

  bool hunk(size_t first, size_t last, uint64_t& room) {
    if (room == 0) return false;
    const diff::LineEdit& head = edits_[first];
    const diff::LineEdit& tail = edits_[last - 1];
    uint64_t lead = std::min(kContext, head.old_start);
    uint64_t old_end = tail.old_start + tail.old_count, trail = 0;
    while (trail < kContext && old_.has(old_end + trail)) ++trail;
    ++changes;
    out_ +=
        fmt::format("<div class=\"hunk\" id=\"f{}c{}\" tabindex=\"-1\">\n<table class=\"u\">\n<caption>{}</caption>\n",
            file_, changes,
            caption(head.old_start - lead, old_end + trail, head.new_start - lead,
                tail.new_start + tail.new_count + trail));
    out_ +=
        "<thead><tr><th scope=\"col\"><span class=\"v\">Old line</span></th><th scope=\"col\"><span class=\"v\">New "
        "line</span></th><th scope=\"col\"><span class=\"v\">Change</span></th><th scope=\"col\"><span "
        "class=\"v\">Text</span></th></tr></thead>\n<tbody>\n";
    bool whole = body(first, last, lead, trail, room);
    out_ += "</tbody>\n</table>\n</div>\n";
    return whole;
  }

  static std::string caption(uint64_t old_start, uint64_t old_end, uint64_t new_start, uint64_t new_end) {
    uint64_t old_count = old_end - old_start, new_count = new_end - new_start;
    if (old_count == 0) return lines_from(new_start, new_count) + ", new";
    if (new_count == 0) return lines_from(old_start, old_count) + ", removed";
    std::string old_lines = lines_from(old_start, old_count), new_lines = lines_from(new_start, new_count);
    if (old_lines == new_lines) return old_lines;
    new_lines[0] = 'l';
    return old_lines + " become " + new_lines;
  }

  bool body(size_t first, size_t last, uint64_t lead, uint64_t trail, uint64_t& room) {
    uint64_t old_line = edits_[first].old_start - lead, new_line = edits_[first].new_start - lead;
    for (size_t i = first; i < last; ++i) {
      if (!context(old_line, new_line, edits_[i].old_start - old_line, room)) return false;
      if (!edit(edits_[i], room)) return false;
      old_line = edits_[i].old_start + edits_[i].old_count;
      new_line = edits_[i].new_start + edits_[i].new_count;
    }
    return context(old_line, new_line, trail, room);
  }

  bool context(uint64_t old_line, uint64_t new_line, uint64_t count, uint64_t& room) {
    for (; count != 0; --count, ++old_line, ++new_line)
      if (!row(RowKind::context, old_line, new_line, raw(old_, old_line), {}, room)) return false;
    return true;
  }

  // Compares the n-th removed line with the n-th added one by words.
  bool edit(const diff::LineEdit& edit, uint64_t& room) {
    std::vector<WordDiff> words;
    uint64_t pairs = std::min({edit.old_count, edit.new_count, room});
    for (uint64_t i = 0; i < pairs; ++i)
      words.push_back(word_diff(old_.line(edit.old_start + i), new_.line(edit.new_start + i)));
    static const std::vector<ByteRange> kNone;
    for (uint64_t i = 0; i < edit.old_count; ++i)
      if (!row(RowKind::removed, edit.old_start + i, 0, raw(old_, edit.old_start + i),
              i < pairs ? words[i].before : kNone, room))
        return false;
    for (uint64_t i = 0; i < edit.new_count; ++i)
      if (!row(RowKind::added, 0, edit.new_start + i, raw(new_, edit.new_start + i), i < pairs ? words[i].after : kNone,
              room))
        return false;
    return true;
  }

  static std::string_view raw(diff::LineTable& lines, uint64_t line) {
    return diff::raw_line(lines.text(), lines.start_of(line));
  }

  std::string& out_;
  diff::LineTable old_, new_;
  size_t file_;
  const HtmlOptions& options_;
  std::vector<diff::LineEdit> edits_;
  bool shows_line_ends_ = false;
};

// The path with its last component emphasised.
std::string path_markup(std::string_view path) {
  size_t slash = path.rfind('/');
  std::string out;
  size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  append_text(out, path.substr(0, name));
  out += "<b>";
  append_text(out, path.substr(name));
  return out + "</b>";
}

void append_heading(
    std::string& out, const FileSide& before, const FileSide& after, size_t number, std::string_view said) {
  const FileSide& side = after.exists ? after : before;
  out += fmt::format(
      "<section class=\"file\" aria-labelledby=\"f{0}h\">\n<div class=\"head\"><h2 id=\"f{0}h\" "
      "tabindex=\"-1\">{1}</h2>\n<p>",
      number, path_markup(side.name));
  std::string verb = verb_of(before, after);
  out += fmt::format("<span class=\"verb {0}\">{0}</span> ", verb);
  if (verb == "renamed") {
    out += "from <code>";
    append_text(out, before.name);
    out += "</code> ";
  }
  out += said;
  if (before.exists && after.exists && before.kind != after.kind)
    out += fmt::format(", now {}", kind_words(after.kind));
  if (!before.exists && after.kind == FileKind::executable) out += fmt::format(", {}", kind_words(after.kind));
  out += "</p></div>\n";
}

std::string link_text(const FileSide& before, const FileSide& after) {
  std::string out = "<p class=\"note\">";
  if (is_link(before)) {
    out += "The link led to <code>";
    append_text(out, before.bytes);
    out += "</code>. ";
  }
  if (is_link(after)) {
    out += is_link(before) ? "Now it leads to <code>" : "The link leads to <code>";
    append_text(out, after.bytes);
    out += "</code>.";
  }
  return out + "</p>\n";
}

std::string binary_text(const FileSide& before, const FileSide& after) {
  std::string size;
  if (before.exists) size = fmt::format("{} before", count_of(before.bytes.size(), "byte"));
  if (after.exists) size += fmt::format("{}{} now", size.empty() ? "" : ", ", count_of(after.bytes.size(), "byte"));
  return fmt::format("<p class=\"note\">The content is not shown: {}.</p>\n", size);
}

}  // namespace

std::string counts_in_words(uint64_t added, uint64_t removed) {
  if (added != 0 && removed != 0)
    return fmt::format("{} added, {} removed", count_of(added, "line"), count_of(removed, ""));
  if (added != 0) return fmt::format("{} added", count_of(added, "line"));
  return removed != 0 ? fmt::format("{} removed", count_of(removed, "line")) : "no line changed";
}

FileFacts append_file(std::string& out, const FileSide& before, const FileSide& after, size_t number, uint64_t& rows,
    const HtmlOptions& options) {
  FileFacts facts{.verb = verb_of(before, after)};
  bool link = is_link(before) || is_link(after);
  bool binary = !link && (is_binary(before.bytes) || is_binary(after.bytes));
  if (link || binary) {
    facts.words = link ? "a symbolic link" : "not a text file";
    append_heading(out, before, after, number, facts.words);
    out += link ? link_text(before, after) : binary_text(before, after);
    out += "</section>\n";
    return facts;
  }
  std::string tables;
  Hunks hunks(tables, before, after, number, options);
  uint64_t room = std::min(rows, options.most_file_rows), given = room;
  bool whole = hunks.append(room);
  rows -= given - room;
  facts.added = hunks.added;
  facts.removed = hunks.removed;
  facts.changes = hunks.changes;
  facts.words = counts_in_words(facts.added, facts.removed);
  append_heading(out, before, after, number, facts.words);
  if (!whole)
    tables += fmt::format(
        "<p class=\"note\">The rest of this file's change is not shown here. {}</p>\n", attribute(options.rest_hint));
  if (!tables.empty()) {
    bool open = hunks.rows() <= options.open_rows || facts.changes == 0;
    out += fmt::format("<details{}><summary>{}<span class=\"v\"> in {}</span>{}</summary>\n{}</details>\n",
        open ? " open" : "", facts.changes == 0 ? "Not shown" : count_of(facts.changes, "change"),
        attribute(after.exists ? after.name : before.name), open ? "" : ", folded up because it is long", tables);
  }
  out += "</section>\n";
  return facts;
}

}  // namespace aptix::render::html
