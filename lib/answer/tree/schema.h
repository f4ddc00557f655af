// JSON Schemas (2020-12) of our documents, made from the tables of their readers. For constrained decoding: an object
// at the root, every property required, no other allowed, no $ref; what may be left out is either left out of the
// schema or may be null. Pure.
#pragma once

#include <span>
#include <string_view>

#include "base/json/json_writer.h"

namespace aptix::answer {

struct Schema {
  std::string_view name;     // "bundle"
  std::string_view summary;  // one line
  void (*write)(json::Writer& w);
};

// A document that keeps to one is read by bundle apply without a fault of its form.
std::span<const Schema> schemas();

}  // namespace aptix::answer
