#include "ops/history/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "disk/reader.h"

namespace aptix::ops {
namespace {

constexpr size_t kReadAtOnce = 256;  // files; a reader keeps what it has read

Result<std::string> name_of_new(disk::Workspace& workspace, const std::string& wanted) {
  if (!wanted.empty() && !disk::is_checkpoint_name(wanted))
    return fail(Code::usage, fmt::format("{} cannot be the name of a checkpoint", excerpt_in_quotes(wanted)),
        "use letters, digits, '.', '_' and '-', a letter first, and not 'base', 'disk' or 'cloud'");
  if (!wanted.empty()) return wanted;
  for (uint64_t number = 1;; ++number) {
    std::string name = fmt::format("checkpoint-{}", number);
    auto taken = disk::read_checkpoint(workspace, name);
    if (!taken && taken.error().code != Code::state_untrusted) return fail(std::move(taken).error());
    if (taken && !*taken) return name;
  }
}

class CheckpointRun {
 public:
  CheckpointRun(disk::Workspace& workspace, const CheckpointRequest& request, Outcome<MadeCheckpoint>& out)
      : workspace_(workspace),
        request_(request),
        out_(out.value),
        warnings_(out.diagnostics.warnings) {}

  Status run() {
    disk::Checkpoint& checkpoint = out_.checkpoint;
    TRY_SET(checkpoint.name, name_of_new(workspace_, request_.name));
    TRY_ASSIGN(taken, disk::read_checkpoint(workspace_, checkpoint.name));
    if (taken)
      return fail(Code::file_exists, fmt::format("there is a checkpoint {} already", in_quotes(checkpoint.name)),
          fmt::format("give another name, or drop that one with 'aptix checkpoint --drop {}'", checkpoint.name));
    checkpoint.time_ns = workspace_.now_ns();
    checkpoint.caller = workspace_.around().caller;
    std::optional<disk::CheckpointWriter> writer;
    if (!request_.dry_run) {
      TRY_ASSIGN(opened, disk::CheckpointWriter::open(workspace_));
      writer.emplace(std::move(opened));
    }
    for (size_t i = 0; i < request_.paths.size(); ++i) TRY(add(i, writer));
    if (!writer) return {};
    TRY(writer->finish(checkpoint, request_.syncs));
    out_.new_texts = writer->new_texts();
    out_.new_bytes = writer->new_bytes();
    return {};
  }

 private:
  Status add(size_t i, std::optional<disk::CheckpointWriter>& writer) {
    const std::string& path = request_.paths[i];
    if (i % kReadAtOnce == 0) {
      if (workspace_.site().interrupted()) return fail(Code::interrupted, "interrupted");
      reader_ = disk::reader(workspace_, {}, disk::Links::seen);
    }
    if (reading_refused(workspace_.guard().get(), path)) {
      ++out_.left_out;
      return {};
    }
    auto name = RelPath::parse(path, PathRules::git);
    auto read = name ? reader_->read(*name) : Result<FileImage>(fail(std::move(name).error()));
    if (!read) {
      // A file that cannot be named or read must not keep the others from being stored.
      Error why = std::move(read).error();
      why.message = "left out: " + why.message;
      why.hint.clear();
      warnings_.push_back(std::move(why));
      ++out_.left_out;
      return {};
    }
    const FileImage& image = *read;
    if (!image.exists || image.kind == FileKind::other) return {};  // removed since it was listed
    disk::StoredState state{
        .exists = true, .kind = image.kind, .mode = image.mode, .size = image.bytes.size(), .sha = sha256(image.bytes)};
    if (writer) TRY(writer->add(state.sha, image.bytes));
    // A large file is mapped: it may have been written since.
    if (writer && image.bytes.size() >= disk::kMappedFrom && sha256(image.bytes) != state.sha)
      return fail_at(path, Code::file_changed, fmt::format("{} was changed while it was read", in_quotes(path)),
          "run the command again");
    out_.bytes += state.size;
    out_.checkpoint.files.push_back({path, state});
    return {};
  }

  disk::Workspace& workspace_;
  const CheckpointRequest& request_;
  MadeCheckpoint& out_;
  std::vector<Diagnostic>& warnings_;
  std::unique_ptr<Reader> reader_;
};

}  // namespace

Outcome<MadeCheckpoint> make_checkpoint(disk::Workspace& workspace, const CheckpointRequest& request) {
  Outcome<MadeCheckpoint> out;
  if (Status made = CheckpointRun(workspace, request, out).run(); !made) out.add(std::move(made).error());
  return out;
}

}  // namespace aptix::ops
