// Hashes while reading, many files on all threads.
#include "ops/files/sha.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/parallel.h"

namespace aptix::ops {
namespace {

constexpr size_t kBuffer = 120 << 10;  // fits the processor's cache next to the state of the hash
constexpr size_t kBatch = 16;          // files that a thread takes at once

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }

// The buffers of one thread, reused for each file.
class Worker {
 public:
  Worker(const Tree& tree, const ShaRequest& request) : tree_(tree), request_(request), hasher_(request.form) {}

  void run(ShaEntry& entry) {
    for (int attempt = 0; attempt < 2 && !entry.error; ++attempt)
      if (hash_once(entry)) return;
    if (!entry.error) entry.error = std::make_shared<Error>(disk::keeps_changing(entry.path));
  }

 private:
  // False: the file cannot be hashed (entry.error), or it was written meanwhile.
  bool hash_once(ShaEntry& entry) {
    auto file = tree_.open_file(entry.path);
    if (!file) {
      entry.error = std::make_shared<Error>(std::move(file).error());
      if (entry.error->code == Code::path_special && tree_.is_folder(entry.path))
        entry.error->hint = "name the files in it, or take all of them with '-r'";
      return false;
    }
    entry.size = 0;
    int status = take_bytes(*file, entry);
    entry.sha = hasher_.finish();
    struct stat after {};
    if (status == 0) status = tree_.fs().fstat(file->fd.get(), after);
    if (status == 0) return disk::is_unchanged(file->about, after);
    entry.error = std::make_shared<Error>(disk::io_failure("cannot read", entry.path, -status));
    return false;
  }

  // 0 or -errno.
  int take_bytes(TreeFile& file, ShaEntry& entry) {
    while (!is_set(request_.interrupted)) {
      ssize_t got = tree_.fs().read(file.fd.get(), buffer_.get(), kBuffer);
      if (got < 0) return static_cast<int>(got);
      hasher_.update({buffer_.get(), static_cast<size_t>(got)});
      entry.size += static_cast<uint64_t>(got);
      if (got == 0) break;
      // If a read returned less than requested and all of the file's size has come, the file has ended: no further call
      // is needed. (Some kernel files report no size.)
      bool all = file.size() != 0 && entry.size >= file.size();
      if (all && static_cast<size_t>(got) < kBuffer) break;
    }
    return 0;
  }

  const Tree& tree_;
  const ShaRequest& request_;
  StreamHasher hasher_;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(kBuffer);
};

// Every file once. A path that cannot be listed is an entry with its error.
std::vector<ShaEntry> list_entries(const Tree& tree, const ShaRequest& request) {
  std::vector<ShaEntry> entries;
  entries.reserve(request.paths.size());
  for (const std::string& path : request.paths) {
    if (!request.recursive || !tree.is_folder(path)) {
      entries.push_back({.path = path});
      continue;
    }
    auto files = tree.list_files(path);
    if (!files) {
      entries.push_back({.path = path, .error = std::make_shared<Error>(std::move(files).error())});
      continue;
    }
    for (std::string& file : *files) entries.push_back({.path = std::move(file)});
  }
  return entries;
}

constexpr size_t kDigits = 64;

std::string unescape_path(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char next = text[++i];
    out += next == 'n' ? '\n' : next == 'r' ? '\r' : next;
  }
  return out;
}

}  // namespace

bool sha_files(const Tree& tree, const ShaRequest& request, const std::function<void(const ShaEntry&)>& each) {
  std::vector<ShaEntry> entries = list_entries(tree, request);
  std::vector<std::atomic<bool>> ready(entries.size());
  size_t handed_on = 0;
  auto hand_on = [&] {
    while (
        handed_on < entries.size() && !is_set(request.interrupted) && ready[handed_on].load(std::memory_order_acquire))
      each(entries[handed_on++]);
  };
  size_t in_a_row = entries.size() < kBatch ? 1 : kBatch;  // when there are few files, they are likely to be large
  size_t batches = (entries.size() + in_a_row - 1) / in_a_row;
  auto caller = std::this_thread::get_id();
  auto make_turn = [&]() -> Turn {
    bool own = std::this_thread::get_id() == caller;  // the caller's thread passes on what is ready
    auto worker = std::make_shared<Worker>(tree, request);
    return [&, own, worker](size_t i) -> Status {
      if (is_set(request.interrupted)) return fail(Code::interrupted, "interrupted");
      worker->run(entries[i]);
      ready[i].store(true, std::memory_order_release);
      if (own) hand_on();
      return {};
    };
  };
  Threads threads{.most = std::min<size_t>(std::max(1u, request.threads), batches), .in_a_row = in_a_row};
  (void)in_parallel(entries.size(), threads, make_turn);  // fails only if interrupted
  hand_on();
  return !is_set(request.interrupted);
}

std::optional<ShaLine> parse_sha_line(std::string_view line) {
  bool escaped = line.starts_with('\\');
  if (escaped) line.remove_prefix(1);
  std::optional<ShaLine> parsed;
  // "SHA256 (<path>) = <hex>"; openssl omits the spaces.
  for (std::string_view tag : {"SHA256 (", "SHA256(", "SHA2-256("}) {
    if (parsed || !line.starts_with(tag) || line.size() <= tag.size() + kDigits) continue;
    auto sha = Sha256::parse(line.substr(line.size() - kDigits));
    std::string_view path = line.substr(tag.size(), line.size() - kDigits - tag.size());
    size_t end = path.ends_with(") = ") ? path.size() - 4 : path.ends_with(")= ") ? path.size() - 3 : 0;
    if (sha && end != 0) parsed = ShaLine{*sha, std::string(path.substr(0, end))};
  }
  bool plain =
      line.size() >= kDigits + 3 && line[kDigits] == ' ' && (line[kDigits + 1] == ' ' || line[kDigits + 1] == '*');
  auto sha = plain && !parsed ? Sha256::parse(line.substr(0, kDigits)) : std::nullopt;
  if (sha) parsed = ShaLine{*sha, std::string(line.substr(kDigits + 2))};
  if (parsed && escaped) parsed->path = unescape_path(parsed->path);
  return parsed;
}

std::string format_sha_line(const Sha256& sha, std::string_view path) {
  std::string escaped;
  for (char c : path) {
    if (c == '\\') escaped += "\\\\";
    else if (c == '\n') escaped += "\\n";
    else if (c == '\r') escaped += "\\r";
    else escaped += c;
  }
  return fmt::format("{}{}  {}", escaped == path ? "" : "\\", sha.hex(), escaped);
}

void StreamHasher::update(std::string_view bytes) {
  if (form_ == HashForm::plain) return hasher_.update(bytes);
  while (!bytes.empty()) {
    if (held_back_) {
      held_back_ = false;
      if (bytes.front() != '\n') hasher_.update("\r");
    }
    // Everything up to a CR LF at once; a CR at the very end is held back until the next byte is known.
    size_t cr = bytes.find('\r');
    while (cr != std::string_view::npos && cr + 1 < bytes.size() && bytes[cr + 1] != '\n')
      cr = bytes.find('\r', cr + 1);
    if (cr == std::string_view::npos) {
      hasher_.update(bytes);
      return;
    }
    hasher_.update(bytes.substr(0, cr));
    held_back_ = true;
    bytes.remove_prefix(cr + 1);
  }
}

Sha256 StreamHasher::finish() {
  if (held_back_) hasher_.update("\r");
  held_back_ = false;
  return hasher_.finish();
}

}  // namespace aptix::ops
