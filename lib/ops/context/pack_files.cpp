#include "ops/context/context.h"

#include <fmt/format.h>

#include <iterator>

#include "base/hash/sha256.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "context/source_text.h"

namespace aptix::ops {
namespace {

// In this order; "readme*" matches any ending.
constexpr std::string_view kEntries[] = {"agents.md", "readme*", "contributing*", "llm_file_access.md", "package.json",
    "pyproject.toml", "setup.py", "cargo.toml", "go.mod", "cmakelists.txt", "meson.build", "makefile", "pom.xml",
    "build.gradle", "build.gradle.kts", "gemfile", "composer.json", "mix.exs", "build.zig", "deno.json", "justfile",
    "dockerfile"};

size_t entry_rank(std::string_view name) {
  std::string small = ascii_lower(name);
  auto row = std::find_if(std::begin(kEntries), std::end(kEntries), [&](std::string_view entry) {
    return entry.ends_with('*') ? small.starts_with(entry.substr(0, entry.size() - 1)) : small == entry;
  });
  return static_cast<size_t>(row - std::begin(kEntries));
}

}  // namespace

std::string ContextFiles::below_root(const std::string& path) const {
  bool below = !root_prefix_.empty() && path.starts_with(root_prefix_ + "/");
  return below ? path.substr(root_prefix_.size() + 1) : path;
}

Result<ContextFile> ContextFiles::read_key(const std::string& key, std::optional<FileSource> only) {
  TRY_ASSIGN(file, sources_.read(key, only));
  std::string sha = sha256(file.content).hex();
  return ContextFile{
      below_root(file.path), file.doc_path, std::string(name(file.source)), std::move(file.content), sha, file.path};
}

namespace {

Result<TreeText> text_at(const Tree& tree, const std::string& typed, Content content) {
  if (content == Content::viewed) return tree.view_file(typed);
  TreeText text;
  TRY_SET(text.held, tree.read_file(typed));
  return text;
}

}  // namespace

Result<ContextFile> ContextFiles::read(const std::string& typed, Content content) {
  auto text = text_at(tree_, typed, content);
  if (!text) {
    auto copy = may_be_doc_path(typed, text.error()) ? read_key(typed) : fail(text.error());
    if (!copy && is_unknown_key(copy.error())) return fail(std::move(text).error());
    return copy;
  }
  TRY_ASSIGN(path, sources_.path_in_workspace(typed));
  ContextFile file{below_root(path), sources_.doc_paths().key_of(path), std::string(name(FileSource::disk)),
      std::move(text->held), {}, path};
  if (text->mapped) file.viewed = std::move(*text);
  if (find_invalid_utf8(file.doc_path)) file.doc_path.clear();
  // A file named by its path is read from disk, whatever the Active File List says.
  auto active = sources_.is_active(file.doc_path);
  if (active && *active) file.source = name(FileSource::active);
  if (!active) file.said.warnings.push_back(std::move(active).error());
  file.sha256 = sha256(file.viewed.mapped ? file.viewed.view() : file.content).hex();
  return file;
}

Result<std::vector<std::string>> ContextFiles::entry_documents() const {
  TRY_ASSIGN(names, tree_.list_files("", SIZE_MAX, 1));
  std::erase_if(names, [](const std::string& path) { return entry_rank(path) == std::size(kEntries); });
  std::ranges::stable_sort(
      names, [](const std::string& a, const std::string& b) { return entry_rank(a) < entry_rank(b); });
  return names;
}

namespace {

constexpr uint64_t kLinesAround = 20;

// Limits of a warning: number and bytes of notes. The smaller pair is for calls with little room.
struct NoteLimits {
  size_t notes, bytes;
};
constexpr NoteLimits kNotes{20, SIZE_MAX}, kFewNotes{3, 200};

// The files in the order in which they were named, each once, and the lines of them that are wanted.
struct Gathered {
  std::vector<ContextFile> files;
  std::vector<std::vector<context::LineSpan>> parts;  // parallel to files
  std::vector<std::string_view> withheld;             // parallel to files: why a file was not read; "": it was
};

class Gatherer {
 public:
  Gatherer(const ContextMeans& means, const ContextRequest& request) : means_(means), request_(request) {}

  Outcome<Gathered> run() {
    bool all_take_away =
        std::ranges::all_of(request_.paths, [](const std::string& typed) { return typed.starts_with('!'); });
    if (request_.around_diff) add_changes();
    else if (all_take_away) add(".");
    else
      for (const std::string& typed : request_.paths)
        if (!typed.starts_with('!')) add(typed);
    return std::move(out_);
  }

 private:
  void add(const std::string& typed) {
    auto there = means_.tree.open_file(typed);
    if (there || there.error().code == Code::policy_denied) return add_file(typed);
    std::vector<std::string> globs = {typed};
    for (const std::string& other : request_.paths)
      if (other.starts_with('!')) globs.push_back(other);
    Outcome<Registry> listed = means_.list(globs);
    bool lists = listed.ok() && !listed.value.files.empty();
    if (!lists) return add_file(typed);  // a docPath, or an error that names near files
    out_.diagnostics.add(std::move(listed.diagnostics));
    for (const RegisteredFile& file : listed.value.files)
      if (!file.link) add_listed(std::string(file.path));
  }

  // Adds a file that a glob matched. If it cannot be read, the others still are.
  void add_listed(const std::string& path) {
    auto there = means_.tree.open_file(path);
    if (there) return add_file(path);
    bool gone = there.error().code == Code::file_missing;  // removed since it was listed
    if (gone || !seen_.insert(path).second) return;
    out_.value.files.push_back({.path = path});
    out_.value.parts.emplace_back();
    bool denied = there.error().code == Code::policy_denied;
    out_.value.withheld.emplace_back(denied ? "denied by the policy" : "cannot be read");
  }

  void add_file(const std::string& typed) {
    auto file = means_.files.read(typed);
    if (!file) return out_.add(std::move(file).error());
    if (!seen_.insert(file->workspace_path).second) return;
    out_.value.files.push_back(std::move(*file));
    out_.value.parts.emplace_back();
    out_.value.withheld.emplace_back();
  }

  // The wanted changes. A name in `paths` is an existing path, else a docPath, else a glob.
  Result<context::Selection> wanted_changes() {
    std::vector<std::string> globs;
    for (const std::string& typed : request_.paths) {
      globs.push_back(typed);
      if (typed.starts_with('!')) continue;
      if (means_.tree.is_folder(typed)) {
        globs.back() = "./" + context::literal_glob(typed);
        continue;
      }
      auto file = means_.files.read(typed);
      if (file) {
        globs.back() = "./" + context::literal_glob(file->path);
        continue;
      }
      Outcome<Registry> listed = means_.list({typed});
      if (!listed.ok()) return fail(std::move(listed.diagnostics.errors.front()));
      if (listed.value.files.empty()) return fail(std::move(file).error());
    }
    return context::Selection::parse(globs);
  }

  static bool takes(const context::Selection& selection, std::string_view path) {
    context::Selection::Below above = selection.root();
    for (size_t slash = path.find('/'); slash < path.size(); slash = path.find('/', slash + 1))
      above = selection.folder(path.substr(0, slash), above);
    return selection.takes(path, above);
  }

  // The changes of the wanted files according to git. Errors about one of these files go to `of_files`.
  Outcome<ChangeSet> changes_of(const context::Selection& wanted, std::vector<Diagnostic>& of_files) {
    Outcome<ChangeSet> changes =
        git_changes(means_.git, means_.reader, {.from = request_.from, .to = {}, .output = {}}, {});
    std::erase_if(changes.value.changes, [&](const FileChange& one) {
      bool same = one.before.exists && one.after_exists && one.before.bytes == one.after_bytes();  // except its mode
      return same || !takes(wanted, one.path.str());
    });
    std::erase_if(changes.diagnostics.errors, [&](const Diagnostic& error) {
      bool of_file = !error.path.empty() && error.code != Code::path_outside_root && error.code != Code::usage;
      if (of_file && takes(wanted, error.path)) of_files.push_back(error);
      return of_file;
    });
    for (Diagnostic& error : changes.diagnostics.errors)
      if (error.code == Code::usage) error.hint = "name files instead, or a commit that git knows";
    return changes;
  }

  void add_changes() {
    auto wanted = wanted_changes();
    if (!wanted) return out_.add(std::move(wanted).error());
    std::vector<Diagnostic> of_files;
    Outcome<ChangeSet> changes = changes_of(*wanted, of_files);
    bool ok = changes.ok();
    out_.diagnostics.add(std::move(changes.diagnostics));
    if (!ok) return;
    // Skips what has no changed lines: links, submodules and nested repositories, which globs do not list either.
    for (const Diagnostic& error : of_files)
      if (error.code != Code::path_symlink && error.code != Code::path_special && !error.path.ends_with('/'))
        add_listed(error.path);
    if (changes.value.changes.empty() && of_files.empty())
      out_.diagnostics.warnings.push_back(
          make_error(Code::form_no_change, "nothing has changed", "name files, or a commit: '--around-diff=REV'"));
    for (const FileChange& change : changes.value.changes) {
      if (!change.after_exists) continue;
      size_t before = out_.value.files.size();
      add_file(std::string(change.path.str()));
      if (out_.value.files.size() == before || !change.before.exists) continue;
      out_.value.parts.back() =
          context::spans_of_change(change.before.bytes, out_.value.files.back().content, kLinesAround);
    }
  }

  const ContextMeans& means_;
  const ContextRequest& request_;
  Outcome<Gathered> out_;
  std::set<std::string> seen_;
};

void bound_notes(std::vector<std::string>& notes, NoteLimits limits) {
  size_t kept = 0, bytes = 0;
  while (kept < std::min(notes.size(), limits.notes) && (bytes += notes[kept].size()) <= limits.bytes) ++kept;
  size_t more = notes.size() - kept;
  notes.resize(kept);
  if (more > 0 && kept > 0) notes.push_back(fmt::format("and {} more", more));
}

Diagnostic sensitive_warning(const std::vector<std::string>& names, NoteLimits limits) {
  Diagnostic warning = make_error(Code::policy_sensitive,
      fmt::format("{} left out, since {} sensitive", names.size() == 1 ? "a file is" : "files are",
          names.size() == 1 ? "it is" : "they are"),
      "give '--include-sensitive' if a model may see them");
  for (const std::string& path : names) warning.notes.push_back(fmt::format("'{}'", escape_for_display(path)));
  bound_notes(warning.notes, limits);
  return warning;
}

// One warning about everything that is not included whole; nullopt if all is.
std::optional<Diagnostic> cut_warning(const context::Pack& pack, NoteLimits limits) {
  std::vector<std::string> notes;
  bool lacks_room = pack.unlisted > 0;
  for (const context::PackedFile& file : pack.files) {
    if (file.why.empty() || file.why == "sensitive") continue;
    notes.push_back(fmt::format("'{}': {} ({})", escape_for_display(file.path), name(file.form), file.why));
    lacks_room |= file.why == context::kDoesNotFit;
  }
  if (notes.empty() && pack.unlisted == 0) return std::nullopt;
  size_t less = notes.size() + pack.unlisted, all = pack.files.size() + pack.unlisted;
  Diagnostic warning =
      make_error(Code::limit_exceeded, fmt::format("{} of {} {} not given whole", less, all, less == 1 ? "is" : "are"),
          lacks_room ? "raise '--max-tokens', or name fewer files" : "");
  bound_notes(notes, limits);
  warning.notes = std::move(notes);
  return warning;
}

// The list of files counts for the limit of the JSON, and its text has escapes. So packs less and less until all of it
// fits; in the end, files are not even listed.
context::Pack pack_within(
    const std::vector<context::FileToPack>& files, context::PackWishes& wishes, uint64_t most_json) {
  context::Pack pack = context::pack(files, wishes);
  if (most_json == UINT64_MAX) return pack;
  for (size_t size = context_json(pack).size(); size > most_json && wishes.max_tokens > 1;
       size = context_json(pack).size()) {
    double part = 0.9 * static_cast<double>(most_json) / static_cast<double>(size);
    wishes.max_tokens = std::max<uint64_t>(1, static_cast<uint64_t>(static_cast<double>(wishes.max_tokens) * part));
    pack = context::pack(files, wishes);
  }
  while (!pack.files.empty() && context_json(pack).size() > most_json) {
    size_t less = std::max<size_t>(1, pack.files.size() / 8);
    pack.files.resize(pack.files.size() - less);
    pack.unlisted += less;
  }
  return pack;
}

}  // namespace

Outcome<ContextPack> pack_files(const ContextMeans& means, const ContextRequest& request) {
  Outcome<Gathered> gathered = Gatherer(means, request).run();
  Outcome<ContextPack> out;
  bool ok = gathered.ok();
  out.diagnostics = std::move(gathered.diagnostics);
  if (!ok) return out;
  out.value.kept = std::move(gathered.value.files);
  std::vector<context::FileToPack> files;
  std::vector<std::string> sensitive;
  for (size_t i = 0; i < out.value.kept.size(); ++i) {
    const ContextFile& file = out.value.kept[i];
    files.push_back({file.path, file.doc_path, file.sha256, file.source, file.content, gathered.value.parts[i],
        gathered.value.withheld[i]});
    if (request.include_sensitive || !means.is_sensitive(file.workspace_path)) continue;
    files.back().withheld = "sensitive";
    sensitive.push_back(file.path);
  }
  context::PackWishes wishes = request.wishes;
  wishes.instructions = request.instructions;
  wishes.task = request.task;
  out.value.pack = pack_within(files, wishes, request.most_json);
  NoteLimits limits = request.most_json == UINT64_MAX ? kNotes : kFewNotes;
  if (!sensitive.empty()) out.diagnostics.warnings.push_back(sensitive_warning(sensitive, limits));
  auto cut = cut_warning(out.value.pack, limits);
  if (!out.value.pack.has_task) {
    Diagnostic no_room = make_error(Code::limit_exceeded,
        fmt::format("not even {} into {} tokens, so the text is empty",
            request.task.empty() ? "the first lines fit" : "the task fits", request.wishes.max_tokens),
        "raise '--max-tokens', or name fewer files");
    if (cut) no_room.notes = std::move(cut->notes);
    (request.task.empty() ? out.diagnostics.warnings : out.diagnostics.errors).push_back(std::move(no_room));
  } else if (cut) {
    out.diagnostics.warnings.push_back(std::move(*cut));
  }
  return out;
}

std::string context_json(const context::Pack& pack) {
  return json::object([&](json::Writer& w) {
    w.field("text", pack.text).field("estimatedTokens", context::estimated_tokens(context::shown_size(pack.text)));
    w.objects("files", pack.files, [&](const context::PackedFile& file) {
      w.field("path", file.path).field_or_null("docPath", file.doc_path);
      w.field("sha256", file.sha256).field("form", name(file.form));
      for (auto [key, line] : {std::pair("startLine", file.span.first), std::pair("endLine", file.span.last)}) {
        w.key(key);
        if (file.span.count() == 0) w.null();
        else w.value(line);
      }
      w.field("utf8", file.is_utf8).field("why", file.why);
    });
    if (pack.unlisted > 0) w.field("unlisted", pack.unlisted);
    w.field("redactions", pack.redactions);
  });
}

}  // namespace aptix::ops
