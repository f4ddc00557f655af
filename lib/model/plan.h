// Plan: the edits of a document, as data. The format it came from is forgotten here, except for the contract of its
// edits.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/hash/sha256.h"
#include "diff/lines/hunk.h"
#include "model/input.h"
#include "model/rel_path.h"

namespace aptix {

// What an edit promises, which decides what happens when it does not match.
enum class Contract : uint8_t {
  literal,  // JSON documents of SYS-004: `once` takes the first place, a miss is a no-op
  unique,   // other forms and diffs: exactly one place, or the answer is refused
};

enum class Limit : uint8_t { once, all };

// Literal bytes. Views point into the Input or into Plan::texts.
struct FindReplace {
  std::string_view find;
  std::string_view replace;
  Limit limit = Limit::once;
  uint64_t expected = 0;  // number of places to change; 0: not stated
};

// The whole new content of a file.
struct Whole {
  // How the answer gives the content. Unless ordered or called, it is open whether it may replace a file.
  enum class Told : uint8_t {
    ordered,  // by an operation of a document
    called,   // by a call of a tool, or a command
    shown,    // beside the name of its file
    again,    // lines that repeat another edit to the file
    recap,    // the result of edits in another form, or a part of the old file beside them
    cited,    // with line numbers: the lines must be in the file
  };
  std::string_view content;
  bool by_hand = false;  // by a person who reviewed the plan
  Told told = Told::ordered;
  bool of_existing = false;          // named in passing: must not create a file
  bool of_new = false;               // labelled as new: must not replace a file
  std::string_view not_new = {};     // why it must not create a file; empty: it may
  std::string_view instead_of = {};  // lines shown before it that it replaces; "": none
  std::string_view name_line = {};   // a line of `content` that names the file; kept only if the old file has it

  bool is_ordered() const { return told == Told::ordered || told == Told::called; }
  bool may_be_part() const { return told == Told::shown; }
};

// The whole content of a file that must have one exact content before: a binary patch, a copy from the cloud.
struct Binary {
  std::string_view content;
  Sha256 before;  // of the content that it replaces
};

// Whole lines that replace whole lines: a SEARCH/REPLACE block, a chunk of a V4A patch. Lines on both sides are
// context.
struct TextBlock {
  enum class Form : uint8_t { search_replace, v4a };
  Form form = Form::search_replace;
  bool at_end = false;                    // V4A: its last line must be the last one of the file
  diff::Hunk lines;                       // with numbers only if the document states the line
  std::vector<std::string_view> anchors;  // V4A: the '@@' lines, which must occur above the place in this order
};

// Whole lines of the file as it was read (TUL-002), without their line ends. Views point into the Input or into
// Plan::owners, which also has the lists of lines.
struct LineChange {
  enum class Kind : uint8_t {
    insert,   // `lines` after line `first`; 0 is the top
    replace,  // lines `first` to `last`, counted from 1, which must equal `expected`
    remove,   // the same, without `lines`
    match,    // the lines `expected`, wherever they occur
  };
  enum class Occurrence : uint8_t { single, first, last };  // match: which of several places

  Kind kind = Kind::insert;
  Occurrence occurrence = Occurrence::single;
  bool with_line_ends = false;  // match, matchMode exact: a CR before the LF counts as part of the line
  uint64_t first = 0, last = 0;
  std::span<const std::string_view> expected{}, lines{};
};

struct Edit {
  std::variant<FindReplace, diff::Hunk, Whole, Binary, TextBlock, LineChange> what;
  Origin origin;
};
bool is_whole(const Edit& edit);                   // Whole or Binary
std::string_view whole_content(const Edit& edit);  // of these two; else ""

enum class Operation : uint8_t {
  create,  // the file must not exist, or must have this content already
  write,   // create or replace
  remove,
  modify,  // the file must exist
  rename,  // `from` is moved to `path`, and edited
  copy,    // the same, but `from` stays
};
std::string_view name(Operation operation);  // "create", "replace", "delete", "patch", "rename", "copy"

// A source of whole files (AGN-007 §3), or the disk itself.
enum class FileSource : uint8_t { active, cloud, disk };
inline constexpr std::string_view kSourceNames[] = {"active", "cloud", "disk"};  // in the order of the enum
std::string_view name(FileSource source);

// The part of a file mode that a diff can state.
enum class FileKind : uint8_t { regular, executable, symlink, other };
constexpr bool is_regular(FileKind kind) { return kind == FileKind::regular || kind == FileKind::executable; }
struct StatedKinds {
  std::optional<FileKind> before{}, after{};  // nothing: not stated, and not changed
};

// What the names in a document leave open. The settle step decides it: afterwards the paths of the entry are final. The
// key stays, for messages.
struct Names {
  // Other paths that may be meant; the tree decides.
  struct Other {
    RelPath path;
    std::optional<RelPath> from{};
    std::vector<RelPath> unless{};  // not meant if one of these exists
  };
  std::string doc_path{};             // the key that names the file instead of a path; "": a path does
  std::optional<RelPath> of_prose{};  // meant if it contains Whole::name_line, a comment with the path of the entry
  std::vector<Other> others{};        // likeliest first
  std::vector<RelPath>
      rivals{};  // other files that the words next to the edits may mean: if one exists, it is ambiguous
};

// git's names of two contents, perhaps abbreviated. A missing side is named by zeros.
struct BlobNames {
  std::string before, after;
};

// What a document states about the bytes before and after its edits.
struct Proof {
  std::optional<Sha256> sha{};         // of the bytes before
  std::optional<FileSource> source{};  // where the document got them
  std::optional<BlobNames> blobs{};    // decide what the lines of a diff leave open
  bool needed = false;                 // the diff may be cut off: `blobs` must prove that it is not
};

// The text that an entry was made for.
enum class Order : uint8_t {
  as_written,  // the result of the entries before it
  as_before,   // the tree before all entries: a unified diff
};

struct FileEdit {
  Operation operation = Operation::modify;
  RelPath path;                   // has no default: FileEdit{.path = ...}
  std::optional<RelPath> from{};  // rename and copy
  StatedKinds kinds{};
  std::vector<Edit> edits{};  // in order; empty for remove without content and for pure renames
  Contract contract = Contract::literal;
  Order order = Order::as_written;
  uint32_t block = 0;  // index of the block it came from
  Origin origin{};
  bool fills_empty = false;  // create: an existing empty file counts as missing
  Names names{};
  Proof proof{};
};

// The content, if the first edit is a Whole; else null.
const Whole* whole_of(const FileEdit& entry);
Whole* whole_of(FileEdit& entry);

// A code block that is not used. It is an error if the words above it name an existing file.
struct PassedOver {
  std::vector<RelPath> rivals;  // files that the words may mean
  Origin origin;
};

struct Plan {
  std::vector<FileEdit> files;
  std::vector<PassedOver> passed_over;
  std::deque<std::string> texts;                    // owns what is not a view of the Input
  std::vector<std::shared_ptr<const void>> owners;  // the same, for whole documents

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

}  // namespace aptix
