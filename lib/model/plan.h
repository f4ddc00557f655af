// Plan: what a document asks for, as data. The format it came from is forgotten here, but for the
// contract its edits carry.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/hash/sha256.h"
#include "diff/lines/hunk.h"
#include "model/input.h"
#include "model/rel_path.h"

namespace aptix {

// What an edit promises, and so what happens when it does not fit (CLI.md §4, rules of meaning).
enum class Contract : uint8_t {
  literal,  // JSON documents of SYS-004: `once` takes the first place, a miss is a no-op
  unique,   // dialects and diffs in answers: exactly one place, or the answer is refused
};

enum class Limit : uint8_t { once, all };

// Literal bytes. Views point into the Input or into Plan::texts.
struct FindReplace {
  std::string_view find;
  std::string_view replace;
  Limit limit = Limit::once;
  uint64_t expected = 0;  // so many places are to be changed; 0: not stated
};

// The whole new content of a file.
struct Whole {
  std::string_view content;
};

// Whole lines that take the place of whole lines: a SEARCH/REPLACE block, a chunk of a V4A patch. What both
// sides have in common is context.
struct TextBlock {
  enum class Form : uint8_t { search_replace, v4a };
  Form form = Form::search_replace;
  diff::Hunk lines;                       // with numbers only where the document states the line
  std::vector<std::string_view> anchors;  // V4A: the '@@' lines, which stand above the place in this order
  bool at_end = false;                    // V4A: its last line is the last one of the file
};

// Whole lines of the file as it was read (TUL-002). Lines are without their line ends; views point
// into the Input or into what Plan::owners keeps.
struct LineChange {
  enum class Kind : uint8_t {
    insert,   // `lines` behind line `first`; 0 is the top
    replace,  // lines `first` to `last`, counted from 1, which must be `expected`
    remove,   // the same, and `lines` is empty
    match,    // the lines `expected`, wherever they stand
  };
  enum class Occurrence : uint8_t { single, first, last };  // match: which place, when there are several

  Kind kind = Kind::insert;
  Occurrence occurrence = Occurrence::single;
  bool with_line_ends = false;  // match, matchMode exact: a CR before the LF counts as part of the line
  uint64_t first = 0, last = 0;
  std::vector<std::string_view> expected{}, lines{};
};

struct Edit {
  std::variant<FindReplace, diff::Hunk, Whole, TextBlock, LineChange> what;
  Origin origin;
};

enum class Operation : uint8_t {
  create,  // the file must not exist, or have this content already
  write,   // create or replace
  remove,
  modify,  // the file must exist
  rename,  // `from` goes, `path` comes, edits apply on the way
  copy,    // `from` stays
};
std::string_view name(Operation operation);  // "create", "replace", "delete", "patch", "rename", "copy"

// A source set that holds whole files (AGN-007 §3), or the disk itself.
enum class Source : uint8_t { active, cloud, disk };
inline constexpr std::string_view kSourceNames[] = {"active", "cloud", "disk"};  // in the order of the enum
std::string_view name(Source source);

// The part of a mode that a diff can state.
enum class FileKind : uint8_t { regular, executable, symlink, other };

struct FileEdit {
  Operation operation = Operation::modify;
  RelPath path;                        // has no default: FileEdit{.path = ...}
  std::optional<RelPath> from{};       // rename and copy
  std::optional<FileKind> new_kind{};  // stated by the document; nothing: keep
  std::optional<FileKind> old_kind{};
  std::vector<Edit> edits{};  // in order; empty for remove without content and for pure renames
  Contract contract = Contract::literal;
  uint32_t block = 0;    // index of the block it came from
  bool of_diff = false;  // a unified diff: all of its entries were made for the tree before it
  Origin origin{};
  std::string doc_path{};  // the key that names the file; `path` is what it stands for, once that was looked up
  std::optional<Sha256> expected_sha{};  // of the bytes that the edits were made for
  std::optional<Source> source{};        // from which the document says that it has them
  bool fills_empty = false;              // create: an empty file at the path is as good as none

  // git's names (perhaps short) of both contents, where the header of a diff has them. They prove what
  // its lines leave open: where it may have been cut, they have to.
  struct Blobs {
    std::string before, after;
  };
  std::optional<Blobs> blobs{};
  bool needs_proof = false;

  // What the names in a diff may mean as well, likeliest first; the tree decides (edit/settle_names.h).
  struct OtherName {
    RelPath path;
    std::optional<RelPath> from{};
    std::vector<RelPath> unless{};  // where one of these is there, it is not meant
  };
  std::vector<OtherName> other_names{};
  std::vector<RelPath>
      rivals{};  // that the words beside the edits may mean instead: where one is there, nothing can be told
};

// Nothing was taken of it, unless it can be told that words of the answer name a file.
struct PassedOver {
  std::vector<RelPath> rivals;  // that they may mean: likewise
  Origin origin;
};

struct Plan {
  std::vector<FileEdit> files;
  std::vector<PassedOver> passed_over;
  std::deque<std::string> texts;                    // owns what is not a view of the Input
  std::vector<std::shared_ptr<const void>> owners;  // likewise: whole documents

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

}  // namespace aptix
