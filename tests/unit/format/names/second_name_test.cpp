#include "format/names/second_name.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::format {
namespace {

// The name that is found in a block of a.py, after "# a.py" and what goes before the line, if any.
std::string second_in(const std::string& above, const std::string& line, const std::string& below = "y = 1\n") {
  std::string head = "# a.py\n", body = head + above + line + "\n" + below;
  auto found = second_name(body, head.size(), "a.py");
  if (found) CHECK(body.substr(found->offset).starts_with(line));
  return found ? found->path : "";
}

}  // namespace

TEST_CASE("where a part of a block begins, the name of a second file may be dressed in any way") {
  for (const char* line : {"# b.py", "# in b.py", "# Then in b.py:", "# >>> b.py", "# <b.py>", "#region b.py",
           "# @file b.py", "# %% b.py", "//////// b.py ////////", "# \xE2\x94\x80\xE2\x94\x80 b.py \xE2\x94\x80",
           "\"\"\"b.py\"\"\"", "{/* b.py */}"}) {
    CAPTURE(line);
    CHECK(second_in("x = 1\n\n", line) == "b.py");
  }
  for (const char* above : {"# -------\n", "/**\n", "/*\n", "\n#!/usr/bin/env python3\n", "<?php\n"}) {
    CAPTURE(above);
    CHECK(second_in("x = 1\n" + std::string(above), "# b.py") == "b.py");
  }
  CHECK(second_in("x = 1\n/*\n", " * b.py") == "b.py");
}

TEST_CASE("in the middle of code a name is believed when it says more, and the file is of the same kind") {
  for (const char* line : {"# b.py (new)", "# b.py:", "# File: b.py", "# --- b.py ---"}) {
    CAPTURE(line);
    CHECK(second_in("x = 1\n", line) == "b.py");
  }
  for (const char* line : {"# b.py", "# in b.py", "# c.yaml (new)", " * b.py"}) {
    CAPTURE(line);
    CHECK(second_in("x = 1\n", line) == "");
  }
}

TEST_CASE("a comment about another file is no second name") {
  CHECK(second_in("x = 1\n\n", "# see b.py") == "");
  CHECK(second_in("x = 1\n\n", "# b.py", "from b import x\n") == "b.py");
  CHECK(second_in("x = 1\n\n", "# util.py", "from util import x\n") == "");
  CHECK(second_in("x = 1\n\n", "# .env") == "");
  CHECK(second_in("/*\n", " * types.py") == "");
  CHECK(second_in("", "# b.py") == "");
}

}  // namespace aptix::format
