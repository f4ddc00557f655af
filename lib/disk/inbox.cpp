// A text is written under another name first. Only the holder of the lock writes, so one such name is enough, and
// killed runs leave at most one file.
#include "disk/inbox.h"

#include <fcntl.h>

#include <cstdint>
#include <limits>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kBoxes[] = {"inbox", "approvals"};  // of Box
constexpr const char* kNext = "next";

std::string name_of(Box box) { return kBoxes[static_cast<size_t>(box)]; }

// It is not open when it does not exist.
Result<Fd> open_box(Site& site, Box box) {
  TRY_ASSIGN(found, open_state(site));
  return found ? open_in_state(site, name_of(box)) : Result<Fd>(Fd());
}

}  // namespace

Status leave_in(Workspace& workspace, Box box, const std::string& name, const std::vector<std::string_view>& pieces) {
  Site& site = workspace.site();
  TRY(take_lock(site));
  TRY_ASSIGN(inbox, make_in_state(site, name_of(box)));
  site.fs.unlink(inbox.get(), kNext);
  Fd fd(site.fs, make_file(site, inbox.get(), kNext));
  int status = fd.ok() ? write_pieces(site.fs, fd.get(), pieces) : -fd.error();
  if (status == 0) status = fd.close();
  if (status == 0) status = site.fs.rename(inbox.get(), kNext, inbox.get(), name.c_str(), RenameMode::replace);
  if (status == 0) return {};
  site.fs.unlink(inbox.get(), kNext);
  return fail(io_failure("cannot write", std::string(kStateName) + "/" + name_of(box), -status));
}

Result<std::vector<std::string>> names_in(Workspace& workspace, Box box) {
  TRY_ASSIGN(inbox, open_box(workspace.site(), box));
  std::vector<std::string> names;
  if (!inbox.ok()) return names;
  if (int status = workspace.site().fs.list(inbox.get(), names); status < 0)
    return fail(io_failure("cannot read", std::string(kStateName) + "/" + name_of(box), -status));
  std::erase(names, kNext);
  return names;
}

std::optional<std::string> read_from(Workspace& workspace, Box box, const std::string& name) {
  auto inbox = open_box(workspace.site(), box);
  std::string text;
  if (!inbox || !inbox->ok() ||
      read_whole(workspace.site().fs, inbox->get(), name, std::numeric_limits<uint64_t>::max(), text) < 0)
    return std::nullopt;
  return text;
}

void take_from(Workspace& workspace, Box box, const std::string& name) {
  auto inbox = open_box(workspace.site(), box);
  if (inbox && inbox->ok()) workspace.site().fs.unlink(inbox->get(), name.c_str());
}

}  // namespace aptix::disk
