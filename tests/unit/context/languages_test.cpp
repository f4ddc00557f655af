// Which language a file is of, by its name first, then by its first line; and what a binary is, by its first bytes.
#include "context/languages.h"

#include <doctest/doctest.h>

namespace aptix::context {
namespace {

std::string_view language_name(std::string_view path, std::string_view content) {
  const Language* language = language_of(path, content);
  return language == nullptr ? std::string_view() : language->name;
}

}  // namespace

TEST_CASE("the name of a file tells its language before the program that its first line names") {
  CHECK(language_name("lib/a.py", "#!/bin/sh\n") == "Python");
  CHECK(language_name("Makefile", "") == "Make");
  CHECK(language_name("bin/run", "#!/usr/bin/env python3\n") == "Python");
  CHECK(language_name("bin/run", "#!/usr/bin/env -S bash -e\n") == "shell");
  CHECK(language_name("bin/run", "echo\n") == "");
  CHECK(language_name("two words.py", "") == "");
}

TEST_CASE("what a file is for goes with its language") {
  CHECK(language_of("a.md", "")->kind == TextKind::document);
  CHECK(language_of("a.toml", "")->kind == TextKind::config);
  CHECK(language_of("a.log.1", "")->kind == TextKind::log);
  CHECK(language_of("a.go", "")->kind == TextKind::code);
}

TEST_CASE("the pattern of a language finds lines that define something") {
  const Language* python = language_of("a.py", "");
  REQUIRE(python != nullptr);
  CHECK(pattern_of(*python).contains("    async def f(self):"));
  CHECK_FALSE(pattern_of(*python).contains("    return f(self)"));
  CHECK((&pattern_of(*python) == &pattern_of(*python)));
}

TEST_CASE("a binary is told by what it begins with, or by what stands at a fixed place") {
  CHECK(describe_binary("\x89PNG\r\n") == "PNG image, 6 bytes");
  CHECK(describe_binary(std::string("RIFF\0\0\0\0WEBP", 12)) == "WebP image, 12 bytes");
  CHECK(describe_binary(std::string("RIFF\0\0\0\0WAVE", 12)) == "RIFF media, 12 bytes");
  CHECK(describe_binary(std::string(257, 'x') + "ustar") == "tar archive, 262 bytes");
  CHECK(describe_binary(std::string("\0x", 2)) == "binary file, 2 bytes");
  CHECK(describe_binary("") == "binary file, 0 bytes");
}

}  // namespace aptix::context
