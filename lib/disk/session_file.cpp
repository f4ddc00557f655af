#include "disk/session_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kSessionFolder = "sessions";
constexpr std::string_view kSessionEnd = ".jsonl";
constexpr size_t kLongestId = 64;
constexpr uint64_t kLongestText = 1 << 20;

std::string session_name(const std::string& id) { return id + std::string(kSessionEnd); }

std::string shown_session(const Site& site, const std::string& id) {
  return shown_state(site, std::string(kSessionFolder) + "/" + session_name(id));
}

// Ids as we make them. An id becomes part of a file name.
bool is_session_id(std::string_view id) {
  auto is_plain = [](char c) { return is_digit(c) || is_small_letter(c) || c == '-'; };
  return !id.empty() && id.size() <= kLongestId && id.front() != '-' && std::all_of(id.begin(), id.end(), is_plain);
}

Error no_such_session(const std::string& id) {
  return make_error(Code::session_unknown,
      fmt::format("there is no session {} in this workspace", excerpt_in_quotes(id)),
      "'aptix session start' makes one; 'aptix session list' names those that there are");
}

Error cut_off(const Site& site, const std::string& id) {
  return make_error(Code::session_unknown,
      fmt::format(
          "cannot continue the session {}: {} was cut off", excerpt_in_quotes(id), in_quotes(shown_session(site, id))),
      "begin another one with 'aptix session start'");
}

}  // namespace

Result<int> SessionFile::folder() {
  if (folder_.ok()) return folder_.get();
  if (!is_session_id(id_)) return fail(no_such_session(id_));
  TRY_SET(folder_, open_in_state(*site_, kSessionFolder));
  if (!folder_.ok()) return fail(no_such_session(id_));
  return folder_.get();
}

Status SessionFile::make(std::string_view line) {
  ASSERT(is_session_id(id_));
  TRY(make_state(*site_));
  TRY_ASSIGN(folder, make_in_state(*site_, kSessionFolder));
  Fd file(site_->fs, make_file(*site_, folder.get(), session_name(id_).c_str()));
  int status = file.ok() ? write_pieces(site_->fs, file.get(), {std::string(line) + "\n"}) : -file.error();
  if (status == 0) return {};
  if (file.ok()) site_->fs.unlink(folder.get(), session_name(id_).c_str());
  return fail(io_failure("cannot write", shown_session(*site_, id_), -status));
}

Result<SessionLines> SessionFile::read_on() {
  TRY_ASSIGN(dir, folder());
  struct stat about {};
  bool is_there = site_->fs.stat(dir, session_name(id_).c_str(), about) == 0;
  if (is_there && is_same_file(about, read_->about)) return SessionLines{};
  read_->about = about;
  std::string text;
  int status = read_whole(site_->fs, dir, session_name(id_), UINT64_MAX, text);
  if (status == -ENOENT) return fail(no_such_session(id_));
  if (status < 0) return fail(io_failure("cannot read", shown_session(*site_, id_), -status));
  size_t whole = text.rfind('\n') + 1;  // 0: no line is whole
  if (whole == 0) return fail(read_->end == 0 ? no_such_session(id_) : cut_off(*site_, id_));
  std::string first(first_line(text));
  SessionLines lines{.text = {}, .from_start = first != read_->first_line};
  if (lines.from_start) read_->first_line = std::move(first), read_->end = 0;
  if (whole < read_->end) return fail(cut_off(*site_, id_));
  lines.text = text.substr(read_->end, whole - read_->end);
  read_->end = whole;
  return lines;
}

// If the file was replaced while we waited for its lock, it has no name any more: try again.
Status SessionFile::lock() {
  struct stat about {};
  do TRY(lock_named());
  while (site_->fs.fstat(file_.get(), about) == 0 && about.st_nlink == 0);
  return {};
}

Status SessionFile::lock_named() {
  TRY_ASSIGN(dir, folder());
  Fd file(site_->fs, site_->fs.open(dir, session_name(id_).c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY, 0));
  if (file.error() == ENOENT) return fail(no_such_session(id_));
  struct stat about {};
  int status = file.ok() ? site_->fs.fstat(file.get(), about) : -file.error();
  if (status == 0 && (!S_ISREG(about.st_mode) || about.st_nlink > 1)) status = -EINVAL;
  if (status == 0) status = wait_for_lock(*site_, file.get());
  if (status == -EWOULDBLOCK)
    return fail(Code::lock_busy, fmt::format("another run holds {}", in_quotes(shown_session(*site_, id_))),
        "wait until it is done, and run the command again");
  if (status < 0) return fail(io_failure("cannot write", shown_session(*site_, id_), -status));
  file_ = std::move(file);
  return {};
}

Status SessionFile::append(std::string_view line) {
  ASSERT(file_.ok());
  struct stat about {};
  int status = site_->fs.fstat(file_.get(), about);
  bool torn = status == 0 && static_cast<uint64_t>(about.st_size) > read_->end;
  if (torn) status = site_->fs.truncate(file_.get(), read_->end);
  std::string whole = std::string(line) + "\n";
  if (status == 0) status = write_pieces(site_->fs, file_.get(), {whole});
  if (status < 0) return fail(io_failure("cannot write", shown_session(*site_, id_), -status));
  read_->end += whole.size();
  if (site_->fs.fstat(file_.get(), read_->about) < 0) read_->about = {};
  return {};
}

Status SessionFile::replace(std::string_view lines) {
  ASSERT(file_.ok());
  TRY_ASSIGN(dir, folder());
  std::string name = session_name(id_), next = id_ + ".new";
  int status = write_file(*site_, dir, next, {lines}, Syncs::all);
  if (status == 0) status = site_->fs.rename(dir, next.c_str(), dir, name.c_str(), RenameMode::replace);
  if (status == 0) return {};
  site_->fs.unlink(dir, next.c_str());
  return fail(io_failure("cannot write", shown_session(*site_, id_), -status));
}

void SessionFile::keep_text(const Sha256& sha, std::string_view text) {
  auto dir = folder();
  if (!dir || text.size() > kLongestText) return;
  Fd file(site_->fs, make_file(*site_, *dir, text_name(sha).c_str()));
  if (file.ok() && write_pieces(site_->fs, file.get(), {text}) < 0) site_->fs.unlink(*dir, text_name(sha).c_str());
}

std::optional<std::string> SessionFile::kept_text(const Sha256& sha) {
  auto dir = folder();
  std::string text;
  bool read = dir && read_whole(site_->fs, *dir, text_name(sha), kLongestText, text) == 0;
  if (!read) return std::nullopt;
  if (sha256(text) == sha) return text;
  site_->fs.unlink(*dir, text_name(sha).c_str());  // a run was killed while writing it
  return std::nullopt;
}

void SessionFile::drop_text(const Sha256& sha) {
  if (auto dir = folder()) site_->fs.unlink(*dir, text_name(sha).c_str());
}

void SessionFile::drop_texts() {
  auto dir = folder();
  std::vector<std::string> names;
  if (!dir || site_->fs.list(*dir, names) < 0) return;
  for (const std::string& name : names)
    if (name.starts_with(id_ + "-") && !name.ends_with(kSessionEnd)) site_->fs.unlink(*dir, name.c_str());
}

void drop_old_texts(Workspace& workspace, int64_t before_ns) {
  Site& site = workspace.site();
  auto folder = open_in_state(site, kSessionFolder);
  auto names = folder ? names_in_state(site, *folder, kSessionFolder) : fail(std::move(folder).error());
  if (!names) return;
  for (const std::string& name : *names) {
    struct stat about {};
    bool is_text = !name.ends_with(kSessionEnd) && site.fs.stat(folder->get(), name.c_str(), about) == 0;
    if (is_text && modified_ns(about) < before_ns) site.fs.unlink(folder->get(), name.c_str());
  }
}

Result<std::vector<std::string>> session_ids(Workspace& workspace) {
  Site& site = workspace.site();
  std::vector<std::string> ids;
  TRY_ASSIGN(folder, open_in_state(site, kSessionFolder));
  TRY_ASSIGN(names, names_in_state(site, folder, kSessionFolder));
  for (const std::string& name : names)
    if (name.ends_with(kSessionEnd)) ids.push_back(name.substr(0, name.size() - kSessionEnd.size()));
  std::erase_if(ids, [](const std::string& id) { return !is_session_id(id); });
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace aptix::disk
