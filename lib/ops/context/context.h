// Prepares files for a model: excerpts, summaries, chunks and packs, as text for a person and as JSON. Credentials are
// removed from all of them.
#pragma once

#include "base/json/json_writer.h"
#include "context/excerpt.h"
#include "context/pack.h"
#include "ops/registry/registry.h"
#include "ops/write/write.h"

namespace aptix::ops {

// A file that a person named, read for a model.
struct ContextFile {
  std::string path{};      // relative to the root, or to the workspace if it is not below the root
  std::string doc_path{};  // "" for a name that is not UTF-8
  std::string source{};    // "disk", "active", "cloud"
  std::string content{};   // "" if it is only viewed
  std::string sha256{};
  std::string workspace_path{};  // relative to the workspace, for the policy
  Diagnostics said{};            // warnings from finding it
  TreeText viewed{};             // size 0: `content` has the text
};

// How to get the content of a file; viewed: a large one is mapped, not copied.
enum class Content : uint8_t { held, viewed };

class ContextFiles {
 public:
  // Both must outlive this. `root_prefix`: of the root, relative to the workspace.
  ContextFiles(const Tree& tree, Sources& sources, std::string root_prefix)
      : tree_(tree),
        sources_(sources),
        root_prefix_(std::move(root_prefix)) {}

  // An existing path takes precedence over a docPath. Errors: those of Tree::open_file, docpath_twins,
  // cloud_not_configured.
  Result<ContextFile> read(const std::string& typed, Content content = Content::held);

  // Reads by docPath, as AGN-007 §4 says: the active copy, else the cloud's, else the one on disk; or only the given
  // source. Errors: those of Sources::read.
  Result<ContextFile> read_key(const std::string& key, std::optional<FileSource> only = std::nullopt);

  // The entry documents of the root folder: README and the like, and the manifests of build tools.
  Result<std::vector<std::string>> entry_documents() const;

 private:
  std::string below_root(const std::string& path) const;

  const Tree& tree_;
  Sources& sources_;
  std::string root_prefix_;
};

// What is shown of one file.
struct Shown {
  std::string text;
  std::string json;  // the members of an object, without braces
  uint64_t redactions = 0;
  std::vector<context::LineSpan> lines{};  // the lines of the file that are shown
};

// How much may still be returned in this call. The functions below subtract what they return.
struct Allowance {
  uint64_t tokens = UINT64_MAX;
  bool cut = false;  // something was left out because of it
};

// Subtracts `bytes`. If not that much is left: sets `cut` and returns false.
bool take_off(Allowance& allowance, uint64_t bytes);

// Lines as they are, except that credentials are removed and bytes that are not UTF-8 are shown as '\xE4'.
struct LinesRequest {
  context::LineSpan span{1, UINT64_MAX};
  uint64_t most_bytes = UINT64_MAX;  // whole lines, as long as one fits
  std::string version{};             // the transaction that left the file so; "": none
};
// Errors: form_cannot_say for a binary file, range_invalid if the first line does not exist.
Result<Shown> lines(const ContextFile& file, const LinesRequest& request);

Shown excerpt(const ContextFile& file, context::ExcerptLimits limits, Allowance& allowance);

// Programs that summarize. If one is missing or fails, the next way is tried.
struct Summarizers {
  std::function<Result<std::string>(std::string_view text)> command{};  // summarizes a text without credentials
  // The lines of definitions in a source file with that name, sorted.
  std::function<Result<std::vector<uint64_t>>(const std::string& name, std::string_view content)> ctags{};
};

// At most `max_tokens` of text. Each failed attempt is a warning in `said`.
Shown summarize(const ContextFile& file, uint64_t max_tokens, const Summarizers& summarizers, Allowance& allowance,
    Diagnostics& said);

struct ChunkWishes {
  uint64_t max_tokens = 1'000;      // per chunk
  std::string id{};                 // only that chunk; "": all
  uint64_t max_lines = UINT64_MAX;  // per chunk, and for all that are shown
  bool with_content = true;         // false: list them, one line each
};
// Errors: form_cannot_say for a binary file, range_invalid if no chunk has that id.
Result<Shown> chunks(const ContextFile& file, const ChunkWishes& wishes, Allowance& allowance);

// --- a cache of summaries that a program made, by program and input. Without it the program runs again. Credentials
// are removed from what is stored.

// The key for what `command` makes of `text`.
std::string summary_key(const std::vector<std::string>& command, std::string_view text);

// nullopt if it is not cached or is damaged.
std::optional<std::string> find_summary(disk::Workspace& workspace, const std::string& key);

// Keeps this summary and as many of the newest ones as there is room for.
void keep_summary(disk::Workspace& workspace, const std::string& key, std::string_view summary);

struct ContextRequest {
  std::vector<std::string> paths;     // files, docPaths, globs
  bool around_diff = false;           // only what differs from `from`, with lines around it
  std::optional<std::string> from{};  // a commit; nullopt: the last one
  bool include_sensitive = false;
  std::string instructions{}, task{};
  uint64_t most_json = UINT64_MAX;  // limit for the bytes of context_json()
  context::PackWishes wishes{};     // pack_files() sets the views in it
};

// What packing uses.
struct ContextMeans {
  const Tree& tree;
  ContextFiles& files;
  Reader& reader;
  RunGit git;
  std::function<Outcome<Registry>(const std::vector<std::string>& globs)> list;
  std::function<bool(const std::string& workspace_path)> is_sensitive;
};

struct ContextPack {
  context::Pack pack;
  std::vector<ContextFile> kept;  // viewed by the pack
};

// Reports all errors: those of ContextFiles::read, open_registry and git_changes, and file_missing for a name without
// files. Warns of files that are not included whole, and of sensitive files.
Outcome<ContextPack> pack_files(const ContextMeans& means, const ContextRequest& request);

std::string context_json(const context::Pack& pack);

// --- diagnostics for a model; their messages quote files

// Removes credentials, and all content of sensitive files. `prefix`: from the workspace to the paths.
void hide_from_models(
    const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix, Diagnostics& said);

// A unified diff of these files without credentials. "" if one of them is sensitive or may not be read; `said` then has
// a warning.
std::string diff_for_models(const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix,
    const std::vector<std::string>& paths, const std::string& diff, Diagnostics& said);

}  // namespace aptix::ops
