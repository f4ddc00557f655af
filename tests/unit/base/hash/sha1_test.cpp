#include "base/hash/sha256.h"

#include <doctest/doctest.h>

namespace aptix {

TEST_CASE("blobs have the names that git gives them") {
  CHECK(git_blob_name({}) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  CHECK(git_blob_name({"hello\n"}) == "ce013625030ba8dba906f756967f9e9ca394464a");
  CHECK(git_blob_name({"hel", "lo", "\n"}) == "ce013625030ba8dba906f756967f9e9ca394464a");
  CHECK(git_blob_name({std::string(1000, 'a')}) == git_blob_name({std::string(55, 'a'), std::string(945, 'a')}));
}

}  // namespace aptix
