// SHA-256 of files, many on all cores.
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
  bool recursive = false;  // folders stand for the plain files below them
  HashForm form = HashForm::plain;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct ShaEntry {
  std::string path;
  uint64_t size = 0;  // bytes read
  Sha256 sha{};
  std::shared_ptr<Error> error{};  // then there is no hash; of many files few have one
};

// Calls `each` for every file in the order of the paths, from the calling thread, as results come.
// A file that cannot be read, or is written each of the two times that it is read, is one entry with its error; the
// others go on.
// Returns false when the run was interrupted.
bool sha_files(const Tree& tree, const ShaRequest& request, const std::function<void(const ShaEntry&)>& each);

// A line of a list of checksums: "<hex>  <path>", "<hex> *<path>", "SHA256 (<path>) = <hex>", with a leading backslash
// when the path is escaped. Nothing for anything else.
struct ShaLine {
  Sha256 sha{};
  std::string path;
};
std::optional<ShaLine> parse_sha_line(std::string_view line);

// The same line, without its line feed. Line feeds, CRs and backslashes of a path are escaped.
std::string format_sha_line(const Sha256& sha, std::string_view path);

// A hash over bytes that come in pieces, in either form.
class StreamHasher {
 public:
  explicit StreamHasher(HashForm form) : form_(form) {}
  void update(std::string_view bytes);
  Sha256 finish();  // and begins anew

 private:
  HashForm form_;
  Sha256Hasher hasher_;
  bool held_back_ = false;  // a CR at the end of the piece before
};

}  // namespace aptix::ops
