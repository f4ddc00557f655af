// What only git itself knows: its objects, its index, its attributes. The pure applier uses this interface; lib/ops
// implements it with git's plumbing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::git {

// How git converts the line ends of a file: not at all, or to LF in the repository and something else in the work tree
// (gitattributes(5) `text` and `eol`; core.autocrlf, core.eol).
struct LineEndRule {
  enum class Kind : uint8_t {
    as_they_are,
    text,      // always converted
    detected,  // converted if the content looks like text
  };
  Kind kind = Kind::as_they_are;
  bool crlf_in_tree = false;  // files are written with CR LF

  bool operator==(const LineEndRule&) const = default;
};

// True if the conversion would change the content: to the repository's form (CR LF -> LF), or back.
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

  // The content of a blob by its name, maybe abbreviated; nullopt: there is none.
  virtual Result<std::optional<std::string>> blob(const std::string& name) = 0;
  virtual LineEndRule line_ends(const std::string& path) = 0;
  // True if filters, `ident` or an encoding make the file differ from its blob, apart from line ends.
  virtual bool has_filters(const std::string& path) = 0;
  // Convert from the work tree's form to the repository's and back, including line ends. REQUIRES: has_filters(path).
  virtual Result<std::string> clean(const std::string& path, std::string_view content) = 0;
  virtual Result<std::string> smudge(const std::string& path, std::string_view content) = 0;
  // Only with --index and --cached.
  virtual std::optional<IndexEntry> index_entry(const std::string& path) = 0;
  // True if the index has a submodule there; works also if the index was not read.
  virtual bool has_submodule(const std::string& path) = 0;
  // True if the file in the work tree matches the index. REQUIRES: there is an entry.
  virtual bool matches_index(const std::string& path) = 0;
};

}  // namespace aptix::git
