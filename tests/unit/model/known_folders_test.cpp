#include "model/known_folders.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix {

TEST_CASE("of the folders above a path, those as long as a known path are named, the nearest first") {
  KnownFolders known;
  CHECK(known.above("a/bc/d/e").empty());
  known.add("x/yz");  // as long as "a/bc"
  known.add("q");
  CHECK(known.above("a/bc/d/e") == "a/bc");
  CHECK(known.above("a/bc") == "a");
  CHECK(known.above("a").empty());
  CHECK(known.above("abc/d").empty());
}

TEST_CASE("names of git that are longer than a path, or begin with a slash, are looked up, too") {
  KnownFolders known;
  std::string folder(RelPath::kMaxSize + 100, 'f');
  CHECK(known.above(folder + "/a").empty());
  known.add(folder);
  CHECK(known.above(folder + "/a") == folder);
  CHECK(known.above("/a").empty());
}

}  // namespace aptix
