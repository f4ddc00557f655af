#include "context/tree/snapshot.h"

#include <doctest/doctest.h>

namespace aptix::context {
namespace {

// At an address that a signature may have.
struct Block {
  std::vector<uint64_t> words;
  size_t size = 0;
  explicit Block(std::string_view text) : words(text.size() / 8 + 1), size(text.size()) {
    std::copy(text.begin(), text.end(), reinterpret_cast<char*>(words.data()));
  }
  std::string_view text() const { return {reinterpret_cast<const char*>(words.data()), size}; }
};

std::string written() {
  Signer signer;
  std::vector<std::vector<uint64_t>> kept;
  std::vector<SnapshotFile> files;
  for (std::string_view name : {"a.c", "b/c.h", "b/d"}) {
    signer.take(name);
    Signature signature = signer.finish();
    kept.emplace_back(signature.begin(), signature.end());
    files.push_back({name, {.size = name.size(), .inode = 7, .modified_ns = -1, .changed_ns = 9},
        {.sha = sha256(name), .binary = name == "b/d", .is_signed = name != "a.c", .signature = kept.back()}});
  }
  return write_snapshot(files);
}

}  // namespace

TEST_CASE("a snapshot gives back what was written") {
  Block block(written());
  auto snapshot = Snapshot::read(block.text());
  REQUIRE(snapshot);
  REQUIRE(snapshot->count() == 3);
  CHECK(snapshot->path(1) == "b/c.h");
  CHECK(snapshot->stamp(1) == FileStamp{.size = 5, .inode = 7, .modified_ns = -1, .changed_ns = 9});
  CHECK(snapshot->content(1).sha == sha256("b/c.h"));
  CHECK(snapshot->content(2).binary);
  CHECK_FALSE(snapshot->content(0).is_signed);
  CHECK(snapshot->content(1).is_signed);
  CHECK(snapshot->first_from("b/") == 1);
  CHECK(may_hold(snapshot->content(1).signature, probes_of("c.H", NeedleLetters::exact)));
  CHECK_FALSE(may_hold(snapshot->content(1).signature, probes_of("a.c", NeedleLetters::exact)));
}

TEST_CASE("a snapshot that is damaged in any byte, or cut anywhere, is not believed") {
  std::string text = written();
  for (size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    Block block(damaged);
    CHECK_FALSE(Snapshot::read(block.text()));
  }
  for (size_t size = 0; size < text.size(); ++size) {
    Block block(std::string_view(text).substr(0, size));
    CHECK_FALSE(Snapshot::read(block.text()));
  }
}

TEST_CASE("a signature holds every group of three bytes of its text") {
  Signer signer;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>(i * 7919 >> 3);
  signer.take(std::string_view(text).substr(0, 1));
  signer.take(std::string_view(text).substr(1, 1000));
  signer.take(std::string_view(text).substr(1001));
  Signature signature = signer.finish();
  for (size_t i = 0; i + 5 <= text.size(); ++i)
    CHECK(may_hold(signature, probes_of(std::string_view(text).substr(i, 5), NeedleLetters::exact)));
  signer.expect(1);  // an estimate that is wrong makes a full signature
  for (int i = 0; i < 20000; ++i) text += static_cast<char>(i % 251 * (i / 251));
  signer.take(text);
  CHECK(signer.finish().empty());
  signer.take("ab");
  CHECK_FALSE(may_hold(signer.finish(), probes_of("abc", NeedleLetters::exact)));
  CHECK(probes_of("kms", NeedleLetters::any_case).empty());  // the Kelvin sign is a k, too
}

}  // namespace aptix::context
