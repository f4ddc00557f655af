// Files packed into one text for a model, within a budget. Each stands between delimiters with an id that occurs
// nowhere in what they enclose. Pure: the same files and wishes give the same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "context/source_text.h"

namespace aptix::context {

// How much of a file is given, from most to least.
// What is not UTF-8 is never given in full: a model sees U+FFFD in the place of its bytes.
enum class PackForm : uint8_t { full, part, excerpt, summary, name, left_out };
std::string_view name(PackForm form);  // "full", ..., "left-out"

struct FileToPack {
  std::string_view path, doc_path, sha256, source, content;
  std::vector<LineSpan> parts{};  // only these lines; none: all of the file
  std::string_view withheld{};    // why nothing of the content is given; "": it is
};

struct PackWishes {
  std::string_view instructions{};  // what the answer must look like
  std::string_view task{};
  uint64_t max_tokens = 24'000;  // of all of the text
  Numbers numbers = Numbers::none;
  bool whole = true;  // whether a file may be given whole when it is longer than an excerpt
  uint64_t excerpt_lines = 80;
  uint64_t part_lines = UINT64_MAX;  // of one part at most
};

inline constexpr std::string_view kDoesNotFit = "does not fit";

struct PackedFile {
  std::string_view path, doc_path, sha256;
  PackForm form = PackForm::left_out;
  LineSpan span{};  // of full, part and excerpt
  bool is_utf8 = true;
  uint64_t redactions = 0;
  std::string why{};  // less than all of it is given, kDoesNotFit for want of room; "": all is
};

struct Pack {
  std::string text;
  std::vector<PackedFile> files;  // in the order given; of a file in parts, one for each part
  uint64_t unlisted = 0;          // files at the end that are not even in the list
  uint64_t redactions = 0;
  bool has_task = true;  // false: not even the task fits
};

// What does not fit whole is given as excerpt, then as summary, then by name, then not at all. Names come first: a file
// is not given whole where others could then not be named.
Pack pack(std::span<const FileToPack> files, const PackWishes& wishes);

// Lines of a part: each hunk with `around` lines before and after it, those that touch as one.
std::vector<LineSpan> spans_of_change(std::string_view before, std::string_view after, uint64_t around);

}  // namespace aptix::context
