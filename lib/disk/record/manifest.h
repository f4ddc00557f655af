// The manifest of a transaction: what recovery, undo and the log need to know. Text, one line of JSON
// and one of its hash: {"version":2,...}\nsha256 <64 hex>\n. A file whose hash does not fit was never
// finished and means nothing. What it says is checked before it is believed: it may be planted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/result.h"
#include "disk/os/file_on_disk.h"

namespace aptix::disk {

inline constexpr const char* kManifestName = "manifest";
inline constexpr const char* kVerifyName = "verify";     // beside it, empty: a command may have written to the files
inline constexpr uint64_t kManifestVersion = 2;          // the only one that is read
inline constexpr uint64_t kLongestManifest = 256 << 20;  // longer ones are neither written nor read
inline constexpr uint64_t kLargestId = 999'999'999'999;

enum class TransactionKind : uint8_t { apply, undo, redo, pull };  // pull: from the Cloud File Set
std::string_view name(TransactionKind kind);                       // "apply", ...

// A piece of a new text: bytes of the old one, or its own.
struct TextPiece {
  uint64_t offset = 0, size = 0;  // in the old text
  std::string text{};             // or this, where it is not empty
};

struct RecordedFile {
  std::string path;  // below the workspace
  std::string from;  // renamed from, for reports; or ""
  StoredState before, after;
  bool whole = false;  // the new text was given whole, and did not grow from the old one
  // The new text, where that is short: what a file had when it was edited from outside is known by this alone. The old
  // one is that of this path, or of `from`. Empty: not known.
  std::vector<TextPiece> pieces{};
};

struct ManifestFolder {
  std::string path;
  uint32_t mode = 0;
};

struct Manifest {
  uint64_t id = 0;
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  int64_t time_ns = 0;
  std::string caller, command;
  std::string batch;                    // id of the stored batch that this carries out, or ""
  std::vector<std::string> made;        // folders that did not exist, parents first
  std::vector<ManifestFolder> removed;  // folders that are removed if the deletes leave them empty, parents first
  std::vector<RecordedFile> files;
};

// The file of the i-th path: the postimage before it is published, the preimage after that.
std::string staged_name(size_t index);

std::string encode(const Manifest& manifest);

// Nothing: not a finished manifest. Fails with state_untrusted: finished, but not one that this program
// writes (unknown version, bad path, ...).
Result<std::optional<Manifest>> decode(std::string_view text);

// The order in which paths are published, as indices into `files`, sorted by path: first what is removed, so that a
// file may become a folder and a folder a file; then what is replaced; then what is new. Rolling back is the reverse.
struct PublishOrder {
  std::vector<size_t> removed, replaced, created;
};
PublishOrder publish_order(const Manifest& manifest);

// A decimal number as ids are written: no sign, no leading zero, at most kLargestId.
std::optional<uint64_t> parse_id(std::string_view text);

// A record and its hash on a line after it: "...\nsha256 <64 hex>\n". One whose hash does not fit was never finished.
inline constexpr std::string_view kSealMark = "\nsha256 ";

std::string sealed(std::string text);

// The record alone; nothing where the hash is missing or does not fit.
std::optional<std::string_view> unsealed(std::string_view text);

// Paths and states of files as records in the state folder have them. A planted record may name any path, so that the
// same rules hold as for a document.
// Nothing is written for a file that does not exist. REQUIRES: state.kind != FileKind::other.
void write_state(json::Writer& out, std::string_view key, const StoredState& state);

StoredState read_state(json::RecordFields& fields, const json::Value& object, std::string_view key);
std::string read_path(json::RecordFields& fields, const json::Value& object, std::string_view key);
uint32_t read_mode(json::RecordFields& fields, const json::Value& object);

}  // namespace aptix::disk
