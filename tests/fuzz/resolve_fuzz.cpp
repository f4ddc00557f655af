// Fuzzes the resolver: the input up to the first NUL is a file, the rest an answer that is resolved
// against it, whatever path it names. The postimage must have the size that was said.
#include <cstdlib>
#include <string>
#include <string_view>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "edit/resolve.h"

using namespace aptix;

namespace {

class OneFile : public Reader {
 public:
  explicit OneFile(std::string_view bytes) : bytes_(bytes) {}
  Result<FileImage> read(const RelPath& path) override {
    FileImage image;
    image.exists = path.name() != "missing";
    image.mode = 0644;
    if (image.exists) image.bytes = bytes_;
    return image;
  }

 private:
  std::string_view bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view all(reinterpret_cast<const char*>(data), size);
  size_t cut = all.find('\0');
  if (cut == std::string_view::npos) return 0;
  OneFile reader(all.substr(0, cut));
  Input input("fuzz", std::string(all.substr(cut + 1)));

  Plan plan;
  for (const Block& block : answer::extract(input).value.blocks) {
    const answer::Format* format = block.format;
    if (format == nullptr) continue;
    if (!format->parse(input, block, {}, plan).ok()) return 0;
  }
  edit::ResolveOptions options;
  options.limits.result_bytes = 64u << 20;
  Outcome<ChangeSet> outcome = edit::resolve(input, plan, reader, options);
  if (!outcome.ok()) return 0;
  for (const FileChange& change : outcome.value.changes)
    if (change.after_exists && change.after_bytes().size() != change.after_size) std::abort();
  return 0;
}
