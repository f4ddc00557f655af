// The names and ids of a line-patch batch, as they are printed and stored. TUL-002 §7.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aptix {

// Keys, labels and descriptions are the model's own and only echoed. Ids are ours, "" until they are assigned.
using OwnText = std::optional<std::string>;

struct ChangeNames {
  std::string id;
  OwnText key;
  std::string operation;
  OwnText description;
};

struct FilePatchNames {
  std::string id;
  OwnText key, label;
  std::string doc_path, original_sha;
  std::vector<ChangeNames> changes;
};

struct BatchNames {
  std::string id;
  OwnText key, label;
  std::vector<FilePatchNames> files;

  uint64_t change_count() const;
};

// Numbers everything in the order of the document: the batch is 0, then each file and its changes.
template <class MakeId>
void assign_ids(BatchNames& batch, MakeId make_id) {
  uint32_t next = 0;
  batch.id = make_id(next++);
  for (FilePatchNames& file : batch.files) {
    file.id = make_id(next++);
    for (ChangeNames& change : file.changes) change.id = make_id(next++);
  }
}

// The part of a batch that has a number. Indices are -1 if they do not apply.
struct BatchPart {
  int64_t file = -1, change = -1;
  bool exists = false;
};
BatchPart part_of(const BatchNames& batch, uint32_t number);

}  // namespace aptix
