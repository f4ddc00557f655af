#include "edit/basis/messages.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/json/json.h"
#include "base/text/shell_word.h"
#include "base/text/text.h"

namespace aptix::edit {
namespace {

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::regular: return "regular file";
    case FileKind::executable: return "executable file";
    case FileKind::symlink: return "symbolic link";
    case FileKind::other: return "special file";
  }
  return "";
}

bool is_of_diff(const FileEdit& entry) {
  return !entry.edits.empty() && std::holds_alternative<diff::Hunk>(entry.edits.front().what);
}

std::optional<json::Value> element(const json::Value& array, std::string_view token) {
  size_t wanted = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), wanted);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  for (json::Value value : array)
    if (wanted-- == 0) return value;
  return std::nullopt;
}

// REQUIRES: no name in `part` has a '~' or a '/', like all names of fields.
std::optional<json::Value> descend(json::Value at, std::string_view part) {
  while (part.starts_with('/')) {
    part.remove_prefix(1);
    std::string_view token = part.substr(0, part.find('/'));
    part.remove_prefix(token.size());
    auto next = at.type() == json::Type::array ? element(at, token) : at.find(token);
    if (!next) return std::nullopt;
    at = *next;
  }
  return at;
}

}  // namespace

// Reads the object again: only errors need the places of its parts, so they are not kept.
aptix::Place place_of_part(const Input& input, const Origin& origin, std::string_view part) {
  const Input* holder = &input;
  while (origin.offset < holder->base && holder->previous != nullptr) holder = holder->previous;
  size_t start = origin.offset - holder->base;
  if (!part.empty() && start < holder->bytes.size()) {
    json::ReadResult read = json::read(std::string_view(holder->bytes).substr(start), {.prefix = true});
    auto found = read.document ? descend(read.document->root(), part) : std::nullopt;
    if (found) return input.place_of(origin.offset + found->offset(), std::string(origin.pointer).append(part));
    bool in_string = read.document && read.document->root().type() == json::Type::string;
    if (in_string) return input.place_of(origin.offset, std::string(origin.pointer).append(part));
  }
  return input.place_of(origin.offset, origin.pointer);
}

std::string operand(const FileEdit& entry) {
  return entry.names.doc_path.empty() ? shell_word(entry.path.str()) : "--doc-path " + shell_word(entry.names.doc_path);
}

std::string list_of_lines(std::span<const uint64_t> lines, uint64_t count) {
  std::string list = lines.size() == 1 ? "line " : "lines ";
  for (size_t i = 0; i < lines.size(); ++i) list += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
  if (count > lines.size()) list += " and more";
  return list;
}

const Diagnostic& Speaker::say(
    std::vector<Diagnostic>& to, Diagnostic what, const RelPath& path, const Origin& origin) {
  what.at(path.str());
  if (!what.where.known()) {
    std::string part = std::exchange(what.where.pointer, {});
    if (to.size() < most_) what.where = place_of_part(input_, origin, part);
  }
  return to.emplace_back(std::move(what));
}

const Diagnostic& Speaker::error(Diagnostic what, const RelPath& path, const Origin& origin) {
  return say(out_.errors, std::move(what), path, origin);
}

const Diagnostic& Speaker::warning(Diagnostic what, const RelPath& path, const Origin& origin) {
  return say(out_.warnings, std::move(what), path, origin);
}

Diagnostic several_places(
    Code code, std::string_view what, const RelPath& path, std::span<const uint64_t> lines, uint64_t count) {
  bool all_named = lines.empty() || count == lines.size();
  Diagnostic said = make_error(code,
      fmt::format("{} {}{} times in {}", what, all_named ? "" : "more than ", all_named ? count : lines.size(),
          in_quotes(path)));
  if (!lines.empty()) said.notes.push_back(list_of_lines(lines, count));
  return said;
}

Diagnostic fits_but_for(const RelPath& path, uint64_t line, Rule rule, std::string_view differs) {
  return make_error(rule < Rule::look_alike ? Code::match_whitespace : Code::match_fuzzy,
      rule == Rule::fuzzy
          ? fmt::format("the edit was made in {} at line {} by likeness: {}", in_quotes(path), line, differs)
          : fmt::format("the edit fits {} at line {} but for {}", in_quotes(path), line, differs),
      "copy the lines from the file as they stand there");
}

std::string reading_again(const FileEdit& entry, ShownCopy shown) {
  std::string file = operand(entry);
  switch (shown) {
    case ShownCopy::file:
      return fmt::format("read it again with 'aptix read --json {}' and make the changes from what it shows", file);
    case ShownCopy::copy_after_it:
      return fmt::format(
          "let the file count, not its copy, with 'aptix active add {}', read it again with 'aptix read --json {}', "
          "and make the changes from what it shows",
          file, file);
    case ShownCopy::copy_before_it:
      return fmt::format(
          "take the cloud copy with 'aptix cloud pull {}', read it again with 'aptix read --json {}', and make the "
          "changes from what it shows",
          file, file);
  }
  throw Bug("no such copy");
}

Diagnostic other_content(const FileEdit& entry, const Sha256& expected, const Sha256& found, ShownCopy shown) {
  Diagnostic what = make_error(Code::hash_mismatch,
      fmt::format("{} is not the file that the changes were made for", in_quotes(entry.path)),
      reading_again(entry, shown));
  what.notes.push_back(fmt::format("its SHA-256 is {}, not {}", found.hex(), expected.hex()));
  if (shown == ShownCopy::copy_after_it)
    what.notes.push_back(
        "it has changes that were never pushed, and is not active, so that reading it by its docPath shows the cloud "
        "copy");
  return what;
}

Diagnostic placeholder_in(std::string_view text, uint64_t line, std::string_view placeholder) {
  return make_error(Code::placeholder,
      fmt::format(
          "line {} of the {} stands for text that was left out: {}", line, text, excerpt_in_quotes(placeholder)),
      "write out the text that it stands for; '--allow-placeholders' takes it for text of the file");
}

Diagnostic missing_to_change(const FileEdit& entry) {
  std::string_view way_to_create = entry.contract == Contract::literal
      ? ", or give the whole content with operation \"create\""
      : is_of_diff(entry) ? "; a new file has '--- /dev/null' and added lines alone"
                          : "";
  return make_error(Code::file_missing, fmt::format("cannot change {}: there is no such file", in_quotes(entry.path)),
      fmt::format("check the path{}", way_to_create));
}

Diagnostic missing_to_delete(const RelPath& path) {
  return make_error(Code::file_missing, fmt::format("cannot delete {}: there is no such file", in_quotes(path)),
      "check the path, or leave the deletion out");
}

Diagnostic exists_already(const FileEdit& entry) {
  if (entry.operation != Operation::create)
    return make_error(Code::file_exists,
        fmt::format("cannot {} to {}: the file exists", name(entry.operation), in_quotes(entry.path)),
        "delete the file first, or take another name");
  return make_error(Code::file_exists,
      fmt::format("cannot create {}: the file exists with other content", in_quotes(entry.path)),
      entry.contract == Contract::literal ? "use operation \"replace\" to overwrite it"
                                          : "change the file as it is, with the lines that go and those that come");
}

Diagnostic hard_link(const RelPath& path, uint64_t links) {
  return make_error(Code::hard_link_broken,
      fmt::format("{} has {} more {} that will keep the old content", in_quotes(path), links - 1,
          links == 2 ? "name" : "names"),
      "change the other names, too, or make the file a link to one of them");
}

Diagnostic new_owner(const RelPath& path) {
  return make_error(Code::owner_changed,
      fmt::format("{} belongs to another user or group, and belongs to you after the change", in_quotes(path)),
      "run this as its owner to keep that");
}

Diagnostic link_in_the_way(const RelPath& path) {
  return make_error(Code::path_symlink,
      fmt::format("{} is a symbolic link that an earlier edit makes", in_quotes(path)),
      "name the file that the link points to");
}

Diagnostic other_kind(const RelPath& path, FileKind stated, FileKind found) {
  return make_error(Code::mode_mismatch,
      fmt::format("{} is a {}, not a {}", in_quotes(path), name_of(found), name_of(stated)),
      "make the diff again from the file as it is");
}

}  // namespace aptix::edit
