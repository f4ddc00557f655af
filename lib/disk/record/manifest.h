// The manifest of a transaction: what recovery, undo and the log need. One line of JSON and one with its hash:
// {"version":2,...}\nsha256 <64 hex>\n. If the hash does not match, the file was never finished and is ignored. The
// content may be planted, so it is checked before it is used.
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
inline constexpr const char* kVerifyName = "verify";     // next to it, empty: the command of --verify may have written
                                                         // to the files
inline constexpr uint64_t kManifestVersion = 2;          // the only one that is accepted
inline constexpr uint64_t kLongestManifest = 256 << 20;  // longer ones are neither written nor read
inline constexpr uint64_t kLargestId = 999'999'999'999;

enum class TransactionKind : uint8_t { apply, undo, redo, pull };  // stored in manifests; pull: from the Cloud File Set
std::string_view name(TransactionKind kind);                       // "apply", ...

// A piece of a new text: a range of the old text, or its own text.
struct TextPiece {
  uint64_t offset = 0, size = 0;  // in the old text
  std::string text{};             // used instead, if not empty
};

struct RecordedFile {
  std::string path;  // relative to the workspace
  std::string from;  // the old name, for reports; or ""
  StoredState before, after;
  bool whole = false;  // no piece of the new text comes from the old one
  // The new text, if it is short: the only way to know it after somebody edited the file outside of aptix. Ranges refer
  // to the old text of this path, or of `from`. Empty: not recorded.
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
  std::string batch;                    // id of the stored batch that was applied, or ""
  std::vector<std::string> made;        // folders that are created, parents first
  std::vector<ManifestFolder> removed;  // folders to remove if the deletes leave them empty, parents first
  std::vector<RecordedFile> files;
};

// The name of the i-th path's file: the postimage before publishing, the preimage after it.
std::string staged_name(size_t index);

std::string encode(const Manifest& manifest);

// nullopt if it is not a finished manifest. Fails with state_untrusted if it is finished, but this program would not
// write it (unknown version, bad path, ...).
Result<std::optional<Manifest>> decode(std::string_view text);

// The order in which paths are published, as indices into `files`, each list sorted by path. First removals, so that a
// file may become a folder and a folder a file; then replacements; then new files. Rolling back is the reverse.
struct PublishOrder {
  std::vector<size_t> removed, replaced, created;
};
PublishOrder publish_order(const Manifest& manifest);

// Parses an id: decimal, no sign, no leading zero, at most kLargestId.
std::optional<uint64_t> parse_id(std::string_view text);

// A record followed by a line with its hash: "...\nsha256 <64 hex>\n". If the hash does not match, it was never
// finished.
inline constexpr std::string_view kSealMark = "\nsha256 ";

std::string sealed(std::string text);

// The record without the hash line. nullopt if the hash is missing or does not match.
std::optional<std::string_view> unsealed(std::string_view text);

// Paths and states of files in records of the state folder. A planted record may name any path, so paths follow the
// same rules as in a document. write_state() writes nothing for a file that does not exist. REQUIRES: state.kind !=
// FileKind::other.
void write_state(json::Writer& out, std::string_view key, const StoredState& state);

StoredState read_state(json::RecordFields& fields, const json::Value& object, std::string_view key);
std::string read_path(json::RecordFields& fields, const json::Value& object, std::string_view key);
uint32_t read_mode(json::RecordFields& fields, const json::Value& object);

}  // namespace aptix::disk
