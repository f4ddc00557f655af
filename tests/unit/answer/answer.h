// An answer and the blocks that were found in it.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "answer/outline/extract.h"

namespace aptix::test {

struct Answer {
  aptix::Input input;
  aptix::Outcome<aptix::answer::Extracted> found;

  explicit Answer(std::string text) : input("reply.md", std::move(text)), found(aptix::answer::extract(input)) {}
  const std::vector<aptix::Block>& blocks() const { return found.value.blocks; }
  const aptix::Block& only() const {
    REQUIRE(blocks().size() == 1);
    return blocks()[0];
  }
  std::string body() const { return std::string(only().body); }
};

}  // namespace aptix::test
