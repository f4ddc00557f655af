#include "format/names/version_label.h"

#include <doctest/doctest.h>

namespace aptix::format {

TEST_CASE("words that do nothing but call a block an old version or an example are a label") {
  for (const char* words :
      {"Before:", "Before (old code):", "Old version:", "This is what you had before:", "Your current code:",
          "For example:", "Usage example:", "Example output:", "It currently looks like this:", "So sah es vorher aus:",
          "Alte Version:", "Avant :", "旧版本:", "변경 전 코드:", "Было:", "Fixed. The old version:"})
    CHECK_MESSAGE(calls_version(words), words);
}

TEST_CASE("words that say something else with such a word are none") {
  for (const char* words : {"Trim the title before inserting:", "A middleware that runs before each request:",
           "The old version had no size limit. This one has:", "Usage is simple: mount it before the routes.",
           "As before:", "As in the original, a missing token gives 401:", "Same as before, but typed:",
           "Wird vor jedem Request ausgeführt:", "在每个请求之前执行:", "변경된 코드:", "The result:", "",
           "Here it is:"})
    CHECK_MESSAGE(!calls_version(words), words);
}

}  // namespace aptix::format
