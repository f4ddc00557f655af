// JSON Schemas (2020-12) of our documents for constrained decoding, made from the tables of their readers. The root is
// an object, every property is required, no other is allowed, and there is no $ref. An optional field is left out of
// the schema or may be null. Pure.
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

// A document that follows one of them has no fault of form when bundle apply reads it.
std::span<const Schema> schemas();

}  // namespace aptix::answer
