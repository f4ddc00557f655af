// A change as an HTML page. It loads nothing, runs no script from a file, and can be read without mouse, colours,
// screen or JavaScript. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/change_set.h"

namespace aptix::render {

struct HtmlOptions {
  std::string title;  // "Transaction 17"
  struct Fact {
    std::string name, value;
  };
  std::vector<Fact> facts = {};          // shown at the top: "Command", "aptix bundle apply a.md"
  std::vector<Diagnostic> remarks = {};  // warnings of the run
  std::string rest_hint = {};            // a sentence that says where to find what is too long for the page
  // Lines of diff in all, and in one file; a file with more than `open_rows` is folded at first.
  uint64_t most_rows = 50'000, most_file_rows = 10'000, open_rows = 800;
  uint64_t most_line = 2'000;  // bytes of one line
};

// Well-formed UTF-8. The same arguments give the same page.
std::string html_page(const ChangeSet& changes, const HtmlOptions& options);

}  // namespace aptix::render
