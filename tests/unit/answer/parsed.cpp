#include "unit/answer/parsed.h"

#include <doctest/doctest.h>

#include <utility>

using namespace aptix;

namespace aptix::test {

Parsed::Parsed(std::string text, answer::ParseOptions options) : input("reply.md", std::move(text)) {
  Outcome<answer::Extracted> extracted = answer::extract(input);
  blocks = std::move(extracted.value.blocks);
  diagnostics = std::move(extracted.diagnostics);
  for (const Block& block : blocks) {
    const answer::Format* format = block.format;
    formats.push_back(format == nullptr ? std::string_view() : format->name);
    options.block_index = static_cast<uint32_t>(formats.size() - 1);
    if (format != nullptr) diagnostics.add(format->parse(input, block, options, plan));
  }
}

const FileEdit& Parsed::file(size_t index) const {
  REQUIRE(index < plan.files.size());
  return plan.files[index];
}

const FindReplace& Parsed::replacement(size_t file_index, size_t edit_index) const {
  REQUIRE(edit_index < file(file_index).edits.size());
  return std::get<FindReplace>(file(file_index).edits[edit_index].what);
}

std::string_view Parsed::content(size_t file_index) const {
  REQUIRE(file(file_index).edits.size() == 1);
  return std::get<Whole>(file(file_index).edits[0].what).content;
}

const diff::Hunk& Parsed::hunk(size_t file_index, size_t edit_index) const {
  REQUIRE(edit_index < file(file_index).edits.size());
  return std::get<diff::Hunk>(file(file_index).edits[edit_index].what);
}

std::vector<std::string> lines_of(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  auto add = [&](const char* kind, const Diagnostic& d) {
    std::string line = std::string(kind) + " " + std::string(info(d.code).id);
    if (d.where.known()) line += " " + std::to_string(d.where.line) + ":" + std::to_string(d.where.column);
    if (!d.where.pointer.empty()) line += " " + d.where.pointer;
    line += ": " + d.message;
    if (!d.hint.empty()) line += " [" + d.hint + "]";
    for (const std::string& note : d.notes) line += " (" + note + ")";
    out.push_back(std::move(line));
  };
  for (const Diagnostic& error : diagnostics.errors) add("error", error);
  for (const Diagnostic& warning : diagnostics.warnings) add("warning", warning);
  return out;
}

std::vector<std::string> Parsed::said() const { return lines_of(diagnostics); }

std::string Parsed::only() const {
  std::vector<std::string> all = said();
  REQUIRE(all.size() == 1);
  return all[0];
}

std::vector<std::string> Parsed::checked(answer::CheckOptions options) const {
  options.blocks = blocks;
  return lines_of(answer::check_plan(input, plan, options));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace aptix::test
