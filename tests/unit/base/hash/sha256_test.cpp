#include "base/hash/sha256.h"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

using namespace aptix;

TEST_CASE("known texts have their known hashes") {
  CHECK(sha256("").hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256(std::string(1000000, 'a')).hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a hasher may be fed in pieces and used again") {
  Sha256Hasher hasher;
  hasher.update("a");
  hasher.update("");
  hasher.update("bc");
  CHECK(hasher.finish() == sha256("abc"));
  CHECK(hasher.finish() == sha256(""));
}

TEST_CASE("a hash is read from 64 digits of either case and from nothing else") {
  Sha256 hash = sha256("abc");
  CHECK(Sha256::parse(hash.hex()) == hash);
  CHECK(Sha256::parse("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD") == hash);
  CHECK_FALSE(Sha256::parse(""));
  CHECK_FALSE(Sha256::parse(hash.hex().substr(1)));
  CHECK_FALSE(Sha256::parse(hash.hex() + "0"));
  CHECK_FALSE(Sha256::parse("g" + hash.hex().substr(1)));
}

TEST_CASE("several threads may hash at once") {
  std::vector<std::thread> threads;
  std::vector<Sha256> hashes(4);
  for (Sha256& hash : hashes) threads.emplace_back([&hash] { hash = sha256("abc"); });
  for (std::thread& thread : threads) thread.join();
  for (const Sha256& hash : hashes) CHECK(hash == sha256("abc"));
}

TEST_CASE("blobs have the names that git gives them") {
  CHECK(git_blob_name({}) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  CHECK(git_blob_name({"hello\n"}) == "ce013625030ba8dba906f756967f9e9ca394464a");
  CHECK(git_blob_name({"hel", "lo", "\n"}) == "ce013625030ba8dba906f756967f9e9ca394464a");
  CHECK(git_blob_name({std::string(1000, 'a')}) == git_blob_name({std::string(55, 'a'), std::string(945, 'a')}));
}
