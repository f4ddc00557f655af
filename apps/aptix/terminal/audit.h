// The audit of one run of a command: opened before anything is changed, written when the command is done (session.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disk/known_log.h"
#include "disk/workspace.h"
#include "ops/audit/audit.h"
#include "ops/session/session.h"

namespace aptix::app {

struct AuditTrail {
  // Of the workspace that was opened first. Null: none was.
  std::shared_ptr<Watch> watch{};
  std::shared_ptr<disk::RunLock> run_lock{};
  std::string path{};    // its own
  std::string prefix{};  // of the root below it
  disk::Surroundings around{};
  // Shared with the workspaces, which open it when they are to change something.
  std::shared_ptr<std::optional<disk::AuditWriter>> writer{};
  bool only_reads = false;                   // this run of a command that may write
  std::shared_ptr<ops::LiveSession> live{};  // that APTIX_SESSION names; null: none
  // What this process knows of that, and of the records. Null where it has one run alone.
  std::shared_ptr<ops::KnownSession> known{};
  disk::KnownLog* log = nullptr;
  ops::AuditRecord record{};
  disk::AuditRotation rotation = disk::AuditRotation::when_full;
  std::function<Status(disk::Workspace&)> after{};  // done when the record is written
};

}  // namespace aptix::app
