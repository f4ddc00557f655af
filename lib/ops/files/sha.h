// SHA-256 of files; many files on all cores.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "base/hash/sha256.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

enum class HashForm : uint8_t { plain, normalized };  // normalized: CR LF counts as LF

struct ShaRequest {
  std::vector<std::string> paths;
  bool recursive = false;  // a folder means the regular files below it
  HashForm form = HashForm::plain;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct ShaEntry {
  std::string path;
  uint64_t size = 0;  // number of bytes read
  Sha256 sha{};
  std::shared_ptr<Error> error{};  // if set, there is no hash; a pointer, because few files have one
};

// Calls `each` for every file, in order and from the calling thread, as soon as results are ready. A file that cannot
// be read, or that was written during both attempts, is an entry with its error; the others continue. Returns false if
// the run was interrupted.
bool sha_files(const Tree& tree, const ShaRequest& request, const std::function<void(const ShaEntry&)>& each);

// A line of a checksum list: "<hex>  <path>", "<hex> *<path>", "SHA256 (<path>) = <hex>", with a leading backslash if
// the path is escaped. parse_sha_line() returns nullopt for anything else.
struct ShaLine {
  Sha256 sha{};
  std::string path;
};
std::optional<ShaLine> parse_sha_line(std::string_view line);

// "<hex>  <path>", without line feed. Line feeds, CRs and backslashes of the path are escaped.
std::string format_sha_line(const Sha256& sha, std::string_view path);

// Hashes bytes that come in pieces, in either form.
class StreamHasher {
 public:
  explicit StreamHasher(HashForm form) : form_(form) {}
  void update(std::string_view bytes);
  Sha256 finish();  // also resets it

 private:
  HashForm form_;
  Sha256Hasher hasher_;
  bool held_back_ = false;  // a CR at the end of the last piece
};

}  // namespace aptix::ops
