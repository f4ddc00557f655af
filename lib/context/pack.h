// Packs files into one text for a model, within a budget. Each is between delimiters with an id that does not occur
// inside. Pure: the same files and wishes give the same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "context/source_text.h"

namespace aptix::context {

// How much of a file is given, from most to least. Text that is not UTF-8 is never `full`: a model sees U+FFFD in place
// of its bytes.
enum class PackForm : uint8_t { full, part, excerpt, summary, name, left_out };
std::string_view name(PackForm form);  // "full", ..., "left-out"

struct FileToPack {
  std::string_view path, doc_path, sha256, source, content;
  std::vector<LineSpan> parts{};  // only these lines; empty: all of the file
  std::string_view withheld{};    // why the content is not given; "": it is
};

struct PackWishes {
  std::string_view instructions{};  // what the answer must look like
  std::string_view task{};
  uint64_t max_tokens = 24'000;  // of the whole text
  Numbers numbers = Numbers::none;
  bool whole = true;  // may a file that is longer than an excerpt be given whole?
  uint64_t excerpt_lines = 80;
  uint64_t part_lines = UINT64_MAX;  // of one part, at most
};

inline constexpr std::string_view kDoesNotFit = "does not fit";

struct PackedFile {
  std::string_view path, doc_path, sha256;
  PackForm form = PackForm::left_out;
  LineSpan span{};  // of full, part and excerpt
  bool is_utf8 = true;
  uint64_t redactions = 0;
  std::string why{};  // why not all of it is given, kDoesNotFit if there was no room; "": all is given
};

struct Pack {
  std::string text;
  std::vector<PackedFile> files;  // in the order given; one for each part of a file in parts
  uint64_t unlisted = 0;          // files at the end that are not even listed
  uint64_t redactions = 0;
  bool has_task = true;  // false: not even the task fits
};

// Whatever does not fit whole is given as excerpt, else as summary, else by name, else not at all. All names come
// first: no file is given whole at the cost of another's name.
Pack pack(std::span<const FileToPack> files, const PackWishes& wishes);

// The lines of each hunk of a change, with `around` lines before and after; adjacent spans are merged.
std::vector<LineSpan> spans_of_change(std::string_view before, std::string_view after, uint64_t around);

}  // namespace aptix::context
