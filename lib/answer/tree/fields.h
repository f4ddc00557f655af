// The fields of our JSON documents, and those of each operation: one set of tables for the readers, the canonical form,
// the schemas and the prompts.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/json/json.h"
#include "model/plan.h"

namespace aptix::answer {

enum class Presence : uint8_t {
  required,
  optional,
  nullable,  // may be missing or null; null is passed on
};

struct Field {
  std::string_view name;
  json::Type type;
  Presence presence;
  std::string_view meaning = {};  // one line for whoever writes a document; "": it is read, but not advertised
};

inline constexpr std::string_view kLimitWords[] = {"once", "all"};

inline constexpr Field kFindReplaceFields[] = {
    {"find", json::Type::string, Presence::required,
        "text of the file, copied exactly, that occurs there once; never empty"},
    {"replace", json::Type::string, Presence::required, "the text that takes its place; may be empty"},
    {"limit", json::Type::string, Presence::optional, "\"once\" for the first place, \"all\" for every one"},
};

// SYS-004 §3, APTIX_FILE_SPEC §1.
namespace bundle {

enum class Use : uint8_t { needed, ignored, forbidden };

struct OperationRow {
  std::string_view name;  // "" if the field is missing
  Operation operation;
  Use content;
  Use patches;
  std::string_view meaning = {};
};

inline constexpr OperationRow kOperations[] = {
    {"", Operation::write, Use::needed, Use::forbidden},
    {"create", Operation::create, Use::needed, Use::forbidden, "a new file"},
    {"replace", Operation::write, Use::needed, Use::forbidden, "the whole new content of a file"},
    {"delete", Operation::remove, Use::ignored, Use::forbidden, "the file is deleted"},
    {"patch", Operation::modify, Use::ignored, Use::needed, "some texts of a file are replaced"},
    {"gitPatch", Operation::modify, Use::needed, Use::forbidden, "a unified diff of the file, for renames and modes"},
};

inline constexpr std::string_view kOperationNames[] = {"create", "replace", "delete", "patch", "gitPatch"};

inline constexpr Field kDocumentFields[] = {
    {"root", json::Type::string, Presence::optional, "the folder that paths are relative to: \".\""},
    {"files", json::Type::array, Presence::required, "one entry for each file"},
    {"patches", json::Type::array, Presence::optional},  // not allowed next to 'files'
};

inline constexpr Field kEntryFields[] = {
    {"path", json::Type::string, Presence::required,
        "the file, relative to 'root', with '/' between folders; no './', no '..'"},
    {"operation", json::Type::string, Presence::optional, "what is done with the file"},
    {"content", json::Type::string, Presence::nullable, "the whole text as one string; line breaks are \\n"},
    {"patches", json::Type::array, Presence::nullable, "the replacements, applied in this order"},
};

}  // namespace bundle

// SYS-004 §4, and APTIX_FILE_SPEC §2 for the shape with 'replacements'.
namespace patch {

inline constexpr Field kDocumentFields[] = {
    bundle::kDocumentFields[0],
    {"patches", json::Type::array, Presence::required, "the replacements, applied in this order"},
    {"files", json::Type::array, Presence::optional},  // not allowed next to 'patches'
};

inline constexpr Field kFlatFields[] = {
    kFindReplaceFields[0],
    kFindReplaceFields[1],
    kFindReplaceFields[2],
    bundle::kEntryFields[0],
};

inline constexpr Field kListFields[] = {
    bundle::kEntryFields[0],
    {"replacements", json::Type::array, Presence::required, "the replacements in this file, applied in this order"},
    // Not allowed next to 'replacements'.
    {"find", json::Type::string, Presence::optional},
    {"replace", json::Type::string, Presence::optional},
    {"limit", json::Type::string, Presence::optional},
};

}  // namespace patch

// TUL-002 §4 to §6.
namespace line_patch {

inline constexpr Field kDocumentFields[] = {
    {"files", json::Type::array, Presence::required, "one entry for each file; no file twice"},
    {"source", json::Type::string, Presence::nullable},
    {"batchLabel", json::Type::string, Presence::nullable, "what the batch is for, in a few words, or null"},
    {"batchKey", json::Type::string, Presence::nullable}, {"batchId", json::Type::string, Presence::nullable},
    {"patches", json::Type::array, Presence::optional},  // not allowed next to 'files'
};

inline constexpr Field kFileFields[] = {
    {"docPath", json::Type::string, Presence::required,
        "the key of the file, as it was given to you: lower case, never made up"},
    {"originalSha256", json::Type::string, Presence::required,
        "the SHA-256 of the whole file as it was given to you: 64 hex digits, never made up"},
    {"changes", json::Type::array, Presence::required,
        "from top to bottom, not overlapping; lines are counted in the file as it was given"},
    {"source", json::Type::string, Presence::nullable},
    {"isFullFile", json::Type::boolean, Presence::nullable},
    {"fileKey", json::Type::string, Presence::nullable},
    {"fileLabel", json::Type::string, Presence::nullable},
    {"filePatchId", json::Type::string, Presence::nullable},
};

enum ChangeField : size_t {
  kOperation,
  kAfterLine,
  kStartLine,
  kEndLine,
  kExpected,
  kNewLines,
  kMatchLines,
  kOccurrence,
  kMatchMode,
  kChangeKey,
  kChangeId,
  kDescription,
  kChangeFieldCount
};

// Numbers are whole; arrays contain strings.
inline constexpr Field kChangeFields[kChangeFieldCount] = {
    {"operation", json::Type::string, Presence::required, "what is done with the lines"},
    {"afterLine", json::Type::number, Presence::nullable,
        "the line after which the new lines are inserted; 0 is the top of the file"},
    {"startLine", json::Type::number, Presence::nullable, "the first line to replace or delete, counted from 1"},
    {"endLine", json::Type::number, Presence::nullable, "the last line to replace or delete"},
    {"expectedOriginalLines", json::Type::array, Presence::nullable,
        "those lines exactly as they are in the file, one string each, without line ends"},
    {"newLines", json::Type::array, Presence::nullable, "whole lines, one string each, without line ends"},
    {"matchLines", json::Type::array, Presence::nullable,
        "the lines to replace or delete, wherever they are; they must occur exactly once"},
    {"occurrence", json::Type::string, Presence::nullable},
    {"matchMode", json::Type::string, Presence::nullable},
    {"changeKey", json::Type::string, Presence::nullable},
    {"changeId", json::Type::string, Presence::nullable},
    {"description", json::Type::string, Presence::nullable, "why, in a few words, or null"},
};

using FieldSet = uint32_t;
constexpr FieldSet bit(ChangeField field) { return FieldSet{1} << field; }
inline constexpr FieldSet kPlace = bit(kAfterLine) | bit(kStartLine) | bit(kEndLine) | bit(kExpected) | bit(kNewLines) |
    bit(kMatchLines) | bit(kOccurrence) | bit(kMatchMode);
inline constexpr FieldSet kRange = bit(kStartLine) | bit(kEndLine) | bit(kExpected);

struct OperationRow {
  std::string_view name;
  LineChange::Kind kind;
  FieldSet needed;
  FieldSet allowed;  // optional; all other fields of kPlace are refused
  std::string_view meaning = {};
};

inline constexpr OperationRow kOperations[] = {
    {"insert", LineChange::Kind::insert, bit(kAfterLine) | bit(kNewLines), 0, "new lines between those that are there"},
    {"replace", LineChange::Kind::replace, kRange | bit(kNewLines), 0, "new lines in place of some"},
    {"delete", LineChange::Kind::remove, kRange, 0, "lines go"},
    {"replaceByRange", LineChange::Kind::replace, kRange | bit(kNewLines), 0},
    // 'replace' that gives the lines by their text.
    {"replace", LineChange::Kind::match, bit(kMatchLines) | bit(kNewLines), bit(kOccurrence) | bit(kMatchMode),
        "the same where the numbers of the lines are not known"},
};
inline constexpr size_t kMatchRow = 4;
inline constexpr std::string_view kOperationNames[] = {"insert", "replace", "delete", "replaceByRange"};

}  // namespace line_patch

}  // namespace aptix::answer
