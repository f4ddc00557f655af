// A change as one page for a browser: nothing is loaded from anywhere, no script of a file can run in it, and it can be
// read without a mouse, without colours, without a screen and without JavaScript. Pure.
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
  std::vector<Fact> facts = {};          // told at the top: "Command", "aptix bundle apply a.md"
  std::vector<Diagnostic> remarks = {};  // what the run warned of
  std::string rest_hint = {};            // where what is too long for the page is to be found: a sentence
  // Lines of diff in all, and of one file; of more than `open_rows` the file is folded up at first.
  uint64_t most_rows = 50'000, most_file_rows = 10'000, open_rows = 800;
  uint64_t most_line = 2'000;  // bytes of one line
};

// Well-formed UTF-8. The same call, the same page.
std::string html_page(const ChangeSet& changes, const HtmlOptions& options);

}  // namespace aptix::render
