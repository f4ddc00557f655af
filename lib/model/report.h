// Report: what a run found and did, per block, file and edit. Rendered once for people, once as JSON.
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

// A block that was found in the answer, whether it was read or passed over.
struct BlockReport {
  uint64_t number = 0;             // from 1
  std::string format = {};         // "bundle", "patch", "diff"; "" when passed over
  std::string why = {};            // passed over: why
  bool is_left = false;            // passed over, and for a person to look at
  std::string_view feedback = {};  // the form to answer in, for the model whose answer did not fit; of static storage
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
  std::string_view pointer = {};  // in the document; a view of Report::owners
};
inline EditReport edit_report(const EditOutcome& edit, std::string_view pointer) {
  return {edit.status, edit.rule, edit.line, edit.offset, edit.places, pointer};
}

struct FileReport {
  std::string path = {};            // relative to the root
  std::string doc_path = {};        // when the document named the file by it
  std::string from = {};            // renamed or copied from
  std::string_view operation = {};  // "create", "replace", "delete", "patch", "rename", "copy"; of static storage
  // "changed", "unchanged", "failed"; "held": fits, but the run failed elsewhere; "skipped": left out by whoever was
  // asked
  std::string_view status = {};                           // of static storage
  std::optional<Sha256> before_sha = {}, after_sha = {};  // nothing when the side does not exist
  uint64_t lines_added = 0, lines_removed = 0;
  uint64_t left_out = 0;  // edits, renames and modes that whoever was asked did not want; not in `edits`
  bool by_hand = false;   // they gave it a content of their own, which is one more of `edits`
  std::vector<EditReport> edits = {};
};

struct Report {
  std::string command;  // "bundle apply"
  bool dry_run = false;
  bool complete = true;
  std::string root_prefix = {};  // what the paths of `files` are relative to, below the workspace: "" or "a/b"
  uint64_t transaction = 0;      // 0: nothing was written
  std::string verified = {};     // the command of --verify that the result has passed; or ""
  std::vector<BlockReport> blocks;
  std::vector<FileReport> files;
  bool is_part = false;                  // --only has left something out
  std::vector<Block> batch_blocks = {};  // the line-patch batches that were read without faults; they view the inputs
  std::vector<BatchNames> batches = {};  // those that were given ids
  std::string feedback;                  // --feedback: for the model that wrote the answer
  std::string page;                      // --html: for a browser; "" where the run failed
  std::string diff;                      // --diff: a unified diff that git apply takes
  Diagnostics diagnostics;
  // What it was made from. Not given back before the report is told: with very many edits that takes as long as to plan
  // them.
  std::vector<std::shared_ptr<const void>> owners = {};

  bool successful() const { return diagnostics.ok(); }
};

}  // namespace aptix
