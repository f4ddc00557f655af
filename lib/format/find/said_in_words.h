// What the prose of an answer says about its edits: which of them exclude each other, and what is to be done that no
// block does. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/input.h"

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

// The lines that order a change of a file that they name, with no code block below them: "Now delete `a.c`". From 1.
std::vector<uint64_t> orders_in(std::string_view text, std::span<const Block> blocks);

}  // namespace aptix::format
