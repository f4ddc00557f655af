// What only git itself knows: its objects, its index, its attributes. Answers for the pure applier;
// ops/ asks git's plumbing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::git {

// How git keeps the line ends of a file: as they are, or LF in the repository and something else in the work tree
// (gitattributes(5) `text` and `eol`; core.autocrlf, core.eol).
struct LineEndRule {
  enum class Kind : uint8_t {
    as_they_are,
    text,      // always converted
    detected,  // where the content looks like text
  };
  Kind kind = Kind::as_they_are;
  bool crlf_in_tree = false;  // what is written has CR LF

  bool operator==(const LineEndRule&) const = default;
};

// Would the conversion change the content? As git has it in the repository (CR LF -> LF), and back.
bool changes_to_repository(std::string_view content, const LineEndRule& rule);
bool changes_to_tree(std::string_view content, const LineEndRule& rule);

struct IndexEntry {
  uint32_t mode = 0;  // as git writes it: 0100644, ...
  std::string blob;
  bool intent_to_add = false;
};

class Source {
 public:
  virtual ~Source() = default;

  // The content of a blob; nothing when there is none of that (perhaps abbreviated) name.
  virtual Result<std::optional<std::string>> blob(const std::string& name) = 0;
  virtual LineEndRule line_ends(const std::string& path) = 0;
  // Do filters, `ident` or an encoding make the file another one than its blob? Line ends apart.
  virtual bool has_filters(const std::string& path) = 0;
  // From the work tree's form to the repository's and back, line ends included. REQUIRES: has_filters(path).
  virtual Result<std::string> clean(const std::string& path, std::string_view content) = 0;
  virtual Result<std::string> smudge(const std::string& path, std::string_view content) = 0;
  // Only under --index and --cached.
  virtual std::optional<IndexEntry> index_entry(const std::string& path) = 0;
  // Whether the index has a submodule there, also where the index was not read.
  virtual bool has_submodule(const std::string& path) = 0;
  // Is the file in the work tree the one of the index? REQUIRES: there is an entry.
  virtual bool matches_index(const std::string& path) = 0;
};

}  // namespace aptix::git
