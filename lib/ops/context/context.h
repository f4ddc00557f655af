// Files made ready for a model: excerpts, summaries, chunks and packs, as text for a person and as JSON. What they
// show has no credentials.
#pragma once

#include "base/json/json_writer.h"
#include "context/excerpt.h"
#include "context/pack.h"
#include "ops/registry/registry.h"
#include "ops/write/write.h"

namespace aptix::ops {

// A file that a person named, read for a model.
struct ContextFile {
  std::string path{};      // from the root, or from the workspace where it is not below the root
  std::string doc_path{};  // "" for a name that is not UTF-8
  std::string source{};    // "disk", "active", "cloud"
  std::string content{};   // "" where it is only viewed
  std::string sha256{};
  std::string workspace_path{};  // from the workspace on: what the policy speaks of
  Diagnostics said{};            // warnings about how it was found
  TreeText viewed{};             // of size 0: the content is held
};

// How the content of a file is had: a large one may be viewed on the disk instead of copied.
enum class Content : uint8_t { held, viewed };

class ContextFiles {
 public:
  // Both outlive this. `root_prefix`: of the root, from the workspace on.
  ContextFiles(const Tree& tree, Sources& sources, std::string root_prefix)
      : tree_(tree),
        sources_(sources),
        root_prefix_(std::move(root_prefix)) {}

  // An existing path wins, then a docPath. Errors: those of Tree::open_file, docpath_twins, cloud_not_configured.
  Result<ContextFile> read(const std::string& typed, Content content = Content::held);

  // By AGN-007 §4: the active copy, else the cloud's, else the one on disk; or the one that is asked for. Errors: those
  // of Sources::read.
  Result<ContextFile> read_key(const std::string& key, std::optional<FileSource> only = std::nullopt);

  // The entry documents of the root folder: what a newcomer reads first, and the manifests of build tools.
  Result<std::vector<std::string>> entry_documents() const;

 private:
  std::string below_root(const std::string& path) const;

  const Tree& tree_;
  Sources& sources_;
  std::string root_prefix_;
};

// What there is to show of one file.
struct Shown {
  std::string text;
  std::string json;  // the members of an object, within braces
  uint64_t redactions = 0;
  std::vector<context::LineSpan> lines{};  // of the file, that are shown
};

// What a reader may still get in this call. What a function below gives is taken off.
struct Allowance {
  uint64_t tokens = UINT64_MAX;
  bool cut = false;  // something was not given because of it
};

// False, and `cut`, where so many bytes are not left.
bool take_off(Allowance& allowance, uint64_t bytes);

// Lines as they are, but for credentials and for bytes that are not UTF-8, which are shown as '\xE4'.
struct LinesRequest {
  context::LineSpan span{1, UINT64_MAX};
  uint64_t most_bytes = UINT64_MAX;  // whole lines, as far as one fits
  std::string version{};             // that left the file so; "": none did
};
// Errors: form_cannot_say for a binary, range_invalid where the first line does not exist.
Result<Shown> lines(const ContextFile& file, const LinesRequest& request);

Shown excerpt(const ContextFile& file, context::ExcerptLimits limits, Allowance& allowance);

// Programs that summarize. Each fails, or is not there, and then the next way is taken.
struct Summarizers {
  std::function<Result<std::string>(std::string_view text)> command{};  // a summary of a text without credentials
  // The lines of definitions in a source file of that name, sorted.
  std::function<Result<std::vector<uint64_t>>(const std::string& name, std::string_view content)> ctags{};
};

// At most `max_tokens` of text. What failed on the way is a warning in `said`.
Shown summarize(const ContextFile& file, uint64_t max_tokens, const Summarizers& summarizers, Allowance& allowance,
    Diagnostics& said);

struct ChunkWishes {
  uint64_t max_tokens = 1'000;      // of a chunk
  std::string id{};                 // that chunk alone; "": all
  uint64_t max_lines = UINT64_MAX;  // of a chunk, and of all that are shown
  bool with_content = true;         // else they are listed, in a line each
};
// Errors: form_cannot_say for a binary, range_invalid for an id that no chunk has.
Result<Shown> chunks(const ContextFile& file, const ChunkWishes& wishes, Allowance& allowance);

// Summaries that a program made, kept by the program and what it was given. Never needed: without them the program runs
// again. What is kept has no credentials.

// What `command` makes of `text` is kept under this.
std::string summary_key(const std::vector<std::string>& command, std::string_view text);

// Nothing: it is not kept, or is damaged.
std::optional<std::string> find_summary(disk::Workspace& workspace, const std::string& key);

// With it the newest ones stay that there is room for.
void keep_summary(disk::Workspace& workspace, const std::string& key, std::string_view summary);

struct ContextRequest {
  std::vector<std::string> paths;     // files, docPaths, globs
  bool around_diff = false;           // only what differs from `from`, with lines around it
  std::optional<std::string> from{};  // a commit; nothing: the last one
  bool include_sensitive = false;
  std::string instructions{}, task{};
  uint64_t most_json = UINT64_MAX;  // bytes of what context_json makes
  context::PackWishes wishes{};     // the views in it are set by pack_files
};

// What packing needs of the machine.
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
  std::vector<ContextFile> kept;  // what the pack views
};

// Errors, all of them: those of ContextFiles::read, of open_registry and of git_changes; file_missing for what names no
// file. A warning for what is not given whole, and for sensitive files.
Outcome<ContextPack> pack_files(const ContextMeans& means, const ContextRequest& request);

std::string context_json(const context::Pack& pack);

// What a run has to say, made ready for a model: its messages quote the files.

// Takes out the credentials, and of a sensitive file all of its content. `prefix`: of the paths below the workspace.
void hide_from_models(
    const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix, Diagnostics& said);

// A unified diff of these files, without credentials; "" where one of them is sensitive or may not be read, of which
// `said` then warns.
std::string diff_for_models(const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix,
    const std::vector<std::string>& paths, const std::string& diff, Diagnostics& said);

}  // namespace aptix::ops
