// What the prose of an answer says about its edits: which of them exclude each other, what is to be done that no
// block does, and what is still to come. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/input.h"
#include "model/rel_path.h"

namespace aptix::format {

// The lines "Option A", "Variante 2", "or:", "Alternatively:" of an answer, each above an edit, from 1: only one of
// them is to be made. None when there are not two.
std::vector<uint64_t> alternatives_in(std::string_view text, std::span<const Block> blocks);

// "Ignore the above", "Use this instead:", with an edit below.
struct Correction {
  uint64_t line = 0;  // from 1
  size_t block = 0;   // index of that edit into the blocks
};
std::vector<Correction> corrections_in(std::string_view text, std::span<const Block> blocks);

// Words that order a change of a file that they name: "Now delete `a.c`".
struct SaidOrder {
  uint64_t line = 0;  // from 1
  std::string path{};
  bool removes = false;  // the file is to go, or to get another name
};
bool is_about(const SaidOrder& order, const RelPath& path);
std::vector<SaidOrder> orders_in(std::string_view text, std::span<const Block> blocks);

// The lines that promise more of the answer: "I will send the tests in the next message." From 1.
std::vector<uint64_t> promises_in(std::string_view text, std::span<const Block> blocks);

}  // namespace aptix::format
