// An answer taken through extract, detect and parse, for the tests of the formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answer/format.h"
#include "answer/outline/extract.h"

namespace aptix::test {

struct Parsed {
  aptix::Input input;
  std::vector<aptix::Block> blocks;
  std::vector<std::string_view> formats;  // parallel to the blocks; "" when passed over
  aptix::Plan plan;
  aptix::Diagnostics diagnostics;

  explicit Parsed(std::string text, aptix::answer::ParseOptions options = {});

  const aptix::FileEdit& file(size_t index) const;
  const aptix::FindReplace& replacement(size_t file_index, size_t edit_index) const;
  std::string_view content(size_t file_index) const;
  const aptix::diff::Hunk& hunk(size_t file_index, size_t edit_index) const;

  // "error field.type 3:14 /files/0/path: message [hint]" for each, errors first.
  std::vector<std::string> said() const;
  // The same when there is exactly one; fails the test otherwise.
  std::string only() const;
  // check_plan over the plan, as said() has it.
  std::vector<std::string> checked(aptix::answer::CheckOptions options = {}) const;
};

std::vector<std::string> lines_of(const aptix::Diagnostics& diagnostics);

std::string joined(const std::vector<std::string>& lines);  // with a line feed after each

}  // namespace aptix::test
