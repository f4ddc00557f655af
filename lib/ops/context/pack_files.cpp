#include "ops/context/pack_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json/json_writer.h"
#include "base/text/text.h"
#include "context/tokens.h"

namespace aptix::ops {
namespace {

constexpr uint64_t kLinesAround = 20;
constexpr size_t kMostNotes = 20;

// The files in the order in which they were named, each once, and which lines of them are wanted.
struct Gathered {
  std::vector<ContextFile> files;
  std::vector<std::vector<context::LineSpan>> parts;  // parallel
  std::vector<std::string_view> withheld;             // parallel: why a file was not read; "": it was
};

class Gatherer {
 public:
  Gatherer(const ContextMeans& means, const ContextRequest& request) : means_(means), request_(request) {}

  Outcome<Gathered> run() {
    bool all_take_away = std::all_of(
        request_.paths.begin(), request_.paths.end(), [](const std::string& typed) { return typed.starts_with('!'); });
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

  // One that a glob stands for: the policy may keep it back without keeping back the others.
  void add_listed(const std::string& path) {
    auto there = means_.tree.open_file(path);
    if (there || there.error().code != Code::policy_denied) return add_file(path);
    if (!seen_.insert(path).second) return;
    out_.value.files.push_back({.path = path});
    out_.value.parts.emplace_back();
    out_.value.withheld.emplace_back("denied by the policy");
  }

  void add_file(const std::string& typed) {
    auto file = means_.files.read(typed);
    if (!file) return out_.add(std::move(file).error());
    if (!seen_.insert(file->workspace_path).second) return;
    out_.value.files.push_back(std::move(*file));
    out_.value.parts.emplace_back();
    out_.value.withheld.emplace_back();
  }

  void add_changes() {
    Outcome<ChangeSet> changes =
        git_changes(means_.git, means_.reader, {.from = request_.from, .to = {}, .output = {}}, request_.paths);
    bool ok = changes.ok();
    for (Diagnostic& error : changes.diagnostics.errors)
      if (error.code == Code::usage) error.hint = "name files instead, or a commit that git knows";
    out_.diagnostics.add(std::move(changes.diagnostics));
    if (!ok) return;
    if (changes.value.changes.empty())
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

Diagnostic sensitive_warning(const std::vector<std::string>& names) {
  Diagnostic warning = make_error(Code::policy_sensitive,
      fmt::format("{} left out, since {} sensitive", names.size() == 1 ? "a file is" : "files are",
          names.size() == 1 ? "it is" : "they are"),
      "give '--include-sensitive' if a model may see them");
  for (const std::string& path : names) warning.notes.push_back(fmt::format("'{}'", escape_for_display(path)));
  return warning;
}

// What is not given whole, in one warning; nothing: all is.
std::optional<Diagnostic> cut_warning(const context::Pack& pack, uint64_t max_tokens) {
  std::vector<std::string> notes;
  for (const context::PackedFile& file : pack.files)
    if (!file.why.empty() && file.why != "sensitive")
      notes.push_back(fmt::format("'{}': {} ({})", escape_for_display(file.path), name(file.form), file.why));
  if (notes.empty() && pack.has_task) return std::nullopt;
  std::string message = !pack.has_task
      ? fmt::format("not even the task fits into {} tokens, so the text is empty", max_tokens)
      : fmt::format("{} of {} {} not given whole", notes.size(), pack.files.size(), notes.size() == 1 ? "is" : "are");
  Diagnostic warning =
      make_error(Code::limit_exceeded, std::move(message), "raise '--max-tokens', or name fewer files");
  if (notes.size() > kMostNotes) {
    size_t more = notes.size() - kMostNotes;
    notes.resize(kMostNotes);
    notes.push_back(fmt::format("and {} more", more));
  }
  warning.notes = std::move(notes);
  return warning;
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
  out.value.pack = context::pack(files, wishes);
  if (!sensitive.empty()) out.diagnostics.warnings.push_back(sensitive_warning(sensitive));
  if (auto cut = cut_warning(out.value.pack, wishes.max_tokens)) out.diagnostics.warnings.push_back(std::move(*cut));
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
      w.field("why", file.why);
    });
    w.field("redactions", pack.redactions);
  });
}

}  // namespace aptix::ops
