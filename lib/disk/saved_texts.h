// The texts that the operation log has. Reading needs no lock.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/log.h"
#include "disk/workspace.h"

namespace aptix::disk {

// The texts that the log has, found by their hash. It is read once.
class SavedTexts {
 public:
  // Warnings: as read_log()'s. Fails with state_untrusted, io_error. REQUIRES: the workspace outlives it.
  static Result<SavedTexts> open(Workspace& workspace, std::vector<Diagnostic>& warnings);

  const std::vector<Record>& records() const { return records_; }  // oldest first
  const std::vector<Record>& dropped() const { return dropped_; }  // by the limits of the log, before those
  // As far as the names in the log tell; find() looks into the files.
  bool holds(const Sha256& sha) const;
  // Nothing when it is not there, or is not what it was.
  std::optional<std::string> find(const Sha256& sha) const;

 private:
  struct Place {
    size_t entry = 0, file = 0;
  };
  SavedTexts(Workspace& workspace, Log log) : site_(&workspace.site()), log_(std::move(log)) {}
  void index();
  void add_dropped(std::vector<Manifest> records);
  std::optional<std::string> read(const Place& place) const;
  std::optional<std::string> make(const Place& place) const;
  std::optional<Sha256> base_of(const Place& place) const;

  Site* site_;
  Log log_;
  std::vector<Record> records_, dropped_;
  std::map<Sha256, Place> saved_;  // an old text that is kept
  std::map<Sha256, Place> made_;   // a new one of which the record has the pieces
};

}  // namespace aptix::disk
