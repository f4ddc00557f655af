// Applies the edits in a language model's answer to a work tree: all of them, or none. The whole of the library's
// interface; it stays as it is within a major version, and includes nothing but the standard library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aptix {

struct ApplyOptions {
  std::string root = ".";          // the folder that paths in the answer are relative to
  bool dry_run = false;            // do everything but write
  bool strict = false;             // refuse what is not exactly as written
  bool sync = true;                // wait for the disk
  std::string configuration = "";  // as the text of the user's configuration file; the workspace's own is read
  std::string caller = "library";  // who is recorded
};

struct ApplyReport {
  int exit_code = 0;          // as of 'aptix bundle apply': 0 is done, or nothing to do; see aptix(1)
  uint64_t transaction = 0;   // its id, for 'aptix undo'; 0: nothing was written
  std::string text = "";      // for people: the files, and what there is to say
  std::string json = "";      // the object of '--json'
  std::string feedback = "";  // what to tell the model so that its next answer fits; "" where it does
};

// Any answer: prose with edits of every form, or a bare document. Throws nothing. Not for two threads at a time.
ApplyReport apply_answer(std::string_view answer, const ApplyOptions& options = {});

const char* library_version();

}  // namespace aptix
