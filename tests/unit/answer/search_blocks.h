// Answers with one SEARCH/REPLACE block, for the tests of where it goes.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "unit/answer/parsed.h"

namespace aptix::test {

inline std::string in_python_fence(const std::string& body) { return "```python\n" + body + "```\n"; }

inline const std::string kBlock = "<<<<<<< SEARCH\na\nb\n=======\na\nc\n>>>>>>> REPLACE\n";

// The file that the only edit of the answer is for; nothing may be said about it.
inline std::string path_of(const std::string& answer) {
  Parsed parsed(answer);
  CAPTURE(answer);
  CHECK(joined(parsed.said()) == "");
  return parsed.file(0).path.str();
}

}  // namespace aptix::test
