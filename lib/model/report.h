// Report: what a run found and did, per block, file and edit. Rendered as text and as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash/sha256.h"
#include "model/batch.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix {

// A block found in the answer, whether it was read or skipped.
struct BlockReport {
  uint64_t number = 0;             // from 1
  std::string format = {};         // "bundle", "patch", "diff"; "" if skipped
  std::string why = {};            // why it was skipped
  bool is_left = false;            // skipped, and listed for a person to look at
  std::string_view feedback = {};  // how a model should answer if its answer did not apply; of static storage
  bool fenced = false;
  std::string info = {};
  uint64_t line = 0;  // of its first body line
  uint64_t last_line = 0;
  uint64_t bytes = 0;
  uint64_t edits = 0;  // file entries read from it
};

struct EditReport {
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  uint64_t line = 0;
  int64_t offset = 0;
  uint64_t places = 0;
  std::string_view pointer = {};  // into the document; a view of Report::owners
};
inline EditReport edit_report(const EditOutcome& edit, std::string_view pointer) {
  return {edit.status, edit.rule, edit.line, edit.offset, edit.places, pointer};
}

struct FileReport {
  std::string path = {};            // relative to the root
  std::string doc_path = {};        // if the document named the file by it
  std::string from = {};            // renamed or copied from
  std::string_view operation = {};  // "create", "replace", "delete", "patch", "rename", "copy"; of static storage
  // "changed", "unchanged", "failed"; "held": matched, but the run failed elsewhere; "skipped": declined by the person
  // who was asked
  std::string_view status = {};                           // of static storage
  std::optional<Sha256> before_sha = {}, after_sha = {};  // nothing if the side does not exist
  uint64_t lines_added = 0, lines_removed = 0;
  uint64_t left_out = 0;  // edits, renames and modes that the person declined; not in `edits`
  bool by_hand = false;   // the person gave the content; one of `edits`
  std::vector<EditReport> edits = {};
};

struct Report {
  std::string command;  // "bundle apply"
  bool dry_run = false;
  bool complete = true;
  std::string root_prefix = {};  // folder below the workspace that the paths of `files` are relative to: "" or "a/b"
  uint64_t transaction = 0;      // 0: nothing was written
  std::string verified = {};     // the command of --verify that passed, or ""
  std::vector<BlockReport> blocks;
  std::vector<FileReport> files;
  bool is_part = false;                  // --only has left something out
  std::vector<Block> batch_blocks = {};  // line-patch batches read without faults; they view the inputs
  std::vector<BatchNames> batches = {};  // those with ids
  std::string feedback;                  // --feedback: for the model that wrote the answer
  std::string page;                      // --html: for a browser; "" if the run failed
  std::string diff;                      // --diff: a unified diff for git apply
  Diagnostics diagnostics;
  // Memory that the report views. Freed only after the report is printed: for very many edits that takes as long as
  // planning.
  std::vector<std::shared_ptr<const void>> owners = {};

  bool successful() const { return diagnostics.ok(); }
};

}  // namespace aptix
