// The audit of one run of a command: opened before anything is changed, written when the command is done (session.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disk/workspace.h"
#include "ops/audit/audit.h"

namespace aptix::app {

struct AuditTrail {
  // Kept open for it, at its own folder. Null: no workspace was opened.
  std::unique_ptr<disk::Workspace> workspace{};
  std::optional<disk::AuditWriter> writer{};
  bool only_reads = false;  // this run of a command that may write
  std::string prefix{};     // of the root below the workspace
  std::shared_ptr<Watch> watch{};
  ops::AuditRecord record{};
  disk::AuditRotation rotation = disk::AuditRotation::when_full;
  std::function<Status(disk::Workspace&)> after{};  // done when the record is written
};

}  // namespace aptix::app
