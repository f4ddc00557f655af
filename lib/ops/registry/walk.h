// All files below a folder, as git would list them, or all there are. Links are listed, never followed; special files
// are not. Several threads; the result is sorted bytewise by path.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "context/tree/folder_names.h"
#include "context/tree/git_index.h"
#include "context/tree/ignore.h"
#include "context/tree/selection.h"
#include "context/tree/snapshot.h"
#include "disk/confined.h"

namespace aptix::ops {

using context::FileStamp;

FileStamp stamp_of(const struct stat& about);

// A file that was listed, and what the registry then finds out about it.
struct RegisteredFile {
  std::string_view path;  // from the start of the walk on, which is the root
  FileStamp stamp{};      // with Stamps::read; Stamps::of_links: of a link
  uint32_t content = 0;   // of the registry: its place in the snapshot, or in what was read
  bool link = false;
  bool known = false;  // its content was looked at: not that of a link, nor of what cannot or may not be read
  bool was_read = false;
  bool certain = true;  // a later change would show in the stamp
};

enum class Stamps : uint8_t { none, of_links, read };
enum class Ignored : uint8_t { left_out, listed };

struct WalkRequest {
  int top = -1;         // a folder, open: of the work tree, or of the workspace outside of git
  std::string start{};  // the folder below it whose files are listed: "" or "a/b"
  const context::TrackedFiles* tracked = nullptr;     // paths from the top; null: outside of git
  const context::PathsOfAnyCase* any_case = nullptr;  // of them, with core.ignoreCase
  context::IgnoreRules rules{};                       // that hold everywhere
  Glob::Letters letters = Glob::Letters::count;       // core.ignoreCase
  Ignored ignored = Ignored::left_out;
  Stamps stamps = Stamps::none;
  const context::Selection* selection = nullptr;  // of paths from the start on; null: all
  const context::KnownFolders* known = nullptr;   // need not be read again; null: each is read
  dev_t device = 0;                               // of the known folders
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Listing {
  std::vector<RegisteredFile> files;
  std::shared_ptr<const void> owner{};  // of what the paths point into
  // With WalkRequest::known: the folders that were listed, of whose entries some may point into what is known.
  std::vector<context::FolderNames> folders{};
  size_t read_anew = 0;  // of the folders
};

// A folder that cannot be read is a warning. Fails with io_error (the start), interrupted.
Outcome<Listing> walk(disk::FileSystem& fs, const WalkRequest& request);

}  // namespace aptix::ops
