// Plan: what a document asks for, as data. The format it came from is forgotten here, but for the
// contract its edits carry.
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

// What an edit promises, and so what happens when it does not fit.
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
  // What the answer says of it. Whether it may take the place of a file is open unless it was ordered.
  enum class Told : uint8_t {
    ordered,  // by an operation of a document
    called,   // by a call of a tool, or a command
    shown,    // next to the name of its file
    again,    // lines of another edit to the file
    recap,    // all that edits of another form make of the file: they are to agree
    cited,    // with the numbers of its lines: they are to stand in the file
  };
  std::string_view content;
  bool by_hand = false;  // by a person, when the plan was reviewed
  Told told = Told::ordered;
  bool of_existing = false;          // named in passing: no file is made of it
  bool of_new = false;               // labelled as new: none that is there is meant
  std::string_view not_new = {};     // why no missing file is to be made of it; empty: it may be
  std::string_view instead_of = {};  // lines that the answer shows before it, which it takes the place of; "": of none
  std::string_view name_line = {};   // in `content`: names its file, and is a line of it only if the old one has it

  bool is_ordered() const { return told == Told::ordered || told == Told::called; }
  // Not lines that repeat another edit, or only cite the file.
  bool may_be_part() const { return told == Told::shown; }
};

// The same, bytes for bytes, of a file that has one content: a binary patch, a copy from the cloud.
struct Binary {
  std::string_view content;
  Sha256 before;  // of the content that it takes the place of
};

// Whole lines that take the place of whole lines: a SEARCH/REPLACE block, a chunk of a V4A patch. What both
// sides have in common is context.
struct TextBlock {
  enum class Form : uint8_t { search_replace, v4a };
  Form form = Form::search_replace;
  bool at_end = false;                    // V4A: its last line is the last one of the file
  diff::Hunk lines;                       // with numbers only where the document states the line
  std::vector<std::string_view> anchors;  // V4A: the '@@' lines, which stand above the place in this order
};

// Whole lines of the file as it was read (TUL-002). Lines are without their line ends; views point
// into the Input or into what Plan::owners keeps, as the lists of lines do.
struct LineChange {
  enum class Kind : uint8_t {
    insert,   // `lines` after line `first`; 0 is the top
    replace,  // lines `first` to `last`, counted from 1, which must be `expected`
    remove,   // the same, and `lines` is empty
    match,    // the lines `expected`, wherever they stand
  };
  enum class Occurrence : uint8_t { single, first, last };  // match: which place, when there are several

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
  create,  // the file must not exist, or have this content already
  write,   // create or replace
  remove,
  modify,  // the file must exist
  rename,  // `from` goes, `path` comes, edits apply on the way
  copy,    // `from` stays
};
std::string_view name(Operation operation);  // "create", "replace", "delete", "patch", "rename", "copy"

// A source set that holds whole files (AGN-007 §3), or the disk itself.
enum class FileSource : uint8_t { active, cloud, disk };
inline constexpr std::string_view kSourceNames[] = {"active", "cloud", "disk"};  // in the order of the enum
std::string_view name(FileSource source);

// The part of a mode that a diff can state.
enum class FileKind : uint8_t { regular, executable, symlink, other };
struct StatedKinds {
  std::optional<FileKind> before{}, after{};  // nothing: whatever it is, and it stays
};

// What the names in a document leave open. The settle step uses it up: after it, the paths of the entry are those that
// are meant. The key stays, for messages.
struct Names {
  // What the paths may mean as well; the tree decides.
  struct Other {
    RelPath path;
    std::optional<RelPath> from{};
    std::vector<RelPath> unless{};  // where one of these is there, it is not meant
  };
  std::string doc_path{};             // the key that names the file instead of a path; "": a path does
  std::optional<RelPath> of_prose{};  // meant where it has Whole::name_line, a comment with the path of the entry
  std::vector<Other> others{};        // likeliest first
  std::vector<RelPath>
      rivals{};  // that the words next to the edits may mean: where one is there, it is not clear which
};

// git's names of two contents, perhaps short. Content that does not exist has a name of zeros.
struct BlobNames {
  std::string before, after;
};

// What a document says of the bytes that its edits were made for, and of what they make of them.
struct Proof {
  std::optional<Sha256> sha{};         // of the bytes before
  std::optional<FileSource> source{};  // where the document has them from
  std::optional<BlobNames> blobs{};    // they prove what the lines of a diff leave open
  bool needed = false;                 // the diff may have been cut: `blobs` have to prove that it was not
};

// For which text an entry was made.
enum class Order : uint8_t {
  as_written,  // for what the entries before it leave
  as_before,   // for the tree before all of them: a unified diff
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
  bool fills_empty = false;  // create: an empty file at the path is as good as none
  Names names{};
  Proof proof{};
};

// What the first of its edits gives as all of the file; null: that is another edit, or there is none.
const Whole* whole_of(const FileEdit& entry);
Whole* whole_of(FileEdit& entry);

// A code block of which nothing was taken. It is an error when the words above it name a file that is there.
struct PassedOver {
  std::vector<RelPath> rivals;  // that the words may mean
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
