// --html: the page of a change, and the file that it goes to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "render/html/html.h"

namespace aptix::ops {

struct PageRequest {
  std::string target;              // where the page goes: absolute, without links
  uint64_t device = 0, inode = 0;  // of the file that is there; 0, 0: no file is
  uint32_t mode = 0644;            // permission bits that it gets
  std::vector<render::HtmlOptions::Fact> facts = {};
};

// An error for each changed file, below `root`, that the page would take the place of.
std::vector<Diagnostic> overwritten_by_page(
    const PageRequest& request, const std::string& root, const ChangeSet& changes);

struct ShownChange {
  uint64_t transaction = 0;  // 0: nothing was written
  bool is_preview = false;
  Diagnostics remarks;  // errors first
};

// The page of a change that was made, or is only looked at.
std::string change_page(const PageRequest& request, const ChangeSet& changes, const ShownChange& shown);

}  // namespace aptix::ops
