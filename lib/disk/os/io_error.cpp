// Texts for errno values, and a table of hints.
#include "disk/os/io_error.h"

#include <cerrno>

#include "base/text/text.h"

namespace aptix::disk {
namespace {

struct Advice {
  int error;
  const char* hint;
};

constexpr Advice kAdvice[] = {
    {ENOSPC, "free some space on the disk and run it again"},
    {EDQUOT, "free some of your quota and run it again"},
    {EFBIG, "raise the limit of file sizes with 'ulimit -f', or make the file smaller"},
    {EACCES, "check the permissions of the file and of the folders above it"},
    {EPERM, "the file may be immutable or belong to another user; check with 'lsattr' and 'ls -l'"},
    {EROFS, "the file system is mounted read-only; mount it for writing"},
    {EIO, "the disk may be failing; look at the kernel's log"},
    {EMFILE, "raise the limit of open files with 'ulimit -n'"},
    {ENFILE, "close some programs and run it again"},
};

const char* hint_for(int error) {
  for (const Advice& advice : kAdvice)
    if (advice.error == error) return advice.hint;
  return "repair the cause and run it again";
}

}  // namespace

Error io_failure(std::string_view doing, std::string_view name, int error) {
  Code code = error == ENOSPC || error == EDQUOT ? Code::io_no_space : Code::io_error;
  std::string message = std::string(doing) + " " + excerpt_in_quotes(name) + ": " + system_message(error);
  return error_at(name, code, std::move(message), hint_for(error));
}

Error metadata_failure(std::string_view path, int status) {
  return io_failure("cannot keep the owner, mode and attributes of", path, -status);
}

Error root_failure(const std::string& root, int error) {
  std::string hint = "name an existing folder with --root";
  if (error == ENOENT) return make_error(Code::usage, "the root " + in_quotes(root) + " does not exist", hint);
  if (error == ENOTDIR) return make_error(Code::usage, "the root " + in_quotes(root) + " is not a folder", hint);
  return io_failure("cannot open the root", root, error);
}

Error changed_meanwhile(std::string_view path) {
  return error_at(
      path, Code::file_changed, in_quotes(path) + " was changed by another process during the run", "run it again");
}

Error keeps_changing(std::string_view path) {
  return error_at(path, Code::file_changed, in_quotes(path) + " changes while it is read",
      "wait until no program writes it, and run it again");
}

Error interruption() { return make_error(Code::interrupted, "interrupted; nothing was changed"); }

tl::unexpected<Error> write_failure(std::string_view path, int status) {
  return fail(io_failure("cannot write", path, -status));
}

}  // namespace aptix::disk
