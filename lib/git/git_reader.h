// Reads patches exactly as git-apply(1) does, one after the other: garbage is passed over, everything
// else must be right. Pure; linear. What git says on the way goes to the log.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "diff/read/git_patch.h"
#include "git/git_names.h"
#include "model/git_log.h"

namespace aptix::diff {

enum class WhitespaceAction : uint8_t { nowarn, warn, fix, error, error_all };

// What the reading of several inputs has in common. `names.strip` is found out by the first plain
// diff that allows to, unless it is given.
struct GitReadState {
  NameRules names;
  bool strip_known = false;  // -p was given, or was guessed
  std::string prefix;        // the folder below the top of the repository, "" or with '/' at its end
  Direction direction = Direction::forward;
  bool recount = false;
  bool wants_effect = true;  // a text patch that changes nothing is an error; only --stat and its kind take it
  WhitespaceAction whitespace = WhitespaceAction::warn;
  uint64_t inflate_limit = 0;  // bytes that the binary patches of all inputs may have; 0: no limit
};

// Where a broken rule stands.
struct WhitespaceFinding {
  WhitespaceRules broken = 0;
  std::string_view text;  // the line, without its first column and its line end
  uint64_t line = 0;      // in the patch
};

struct GitReadHooks {
  std::function<WhitespaceRule(const GitPatch&)> rule_of;  // asked once a patch; also decides what is not used
  std::function<void(const WhitespaceFinding&)> whitespace;
};

class GitReader {
 public:
  // `text`, `state`, `log` and the hooks outlive the reader and its patches.
  GitReader(std::string_view text, GitReadState& state, const GitReadHooks& hooks, GitLog& log)
      : text_(text),
        state_(state),
        hooks_(hooks),
        log_(log) {
    go_to(0);
  }

  enum class Step : uint8_t {
    patch,  // one was read
    end,    // there is no more
    stop,   // the rest cannot be read, what came before counts: said
    fatal,  // exit 128: said
  };
  // Fills `patch`, the sides as they stand in the text: not yet reversed.
  Step next(GitPatch& patch);

 private:
  std::string_view line_at(size_t offset) const;
  void go_to(size_t offset) {
    at_ = offset;
    line_ = line_at(offset);
  }
  void advance() {
    go_to(at_ + line_.size());
    ++number_;
  }
  Step fatal(std::string text, std::string path = {});

  enum class Found : uint8_t { yes, no, fatal };
  Found find_header(GitPatch& patch);
  Found read_git_header(GitPatch& patch, size_t& end);
  bool settle_names(GitPatch& patch, const std::optional<std::string>& both);
  bool read_plain_header(GitPatch& patch);
  void guess_strip(std::string_view first, std::string_view second);
  int guess_strip(std::string_view line) const;
  void put_below_prefix(GitPatch& patch) const;

  enum class Lines : uint8_t { some, none, fatal };
  Lines read_hunks(GitPatch& patch);
  bool read_hunk(GitPatch& patch, GitHunk& hunk);
  bool read_hunk_line(GitPatch& patch, std::string_view line);
  void recount(GitHunk& hunk, size_t from);
  Step read_without_hunks(GitPatch& patch);
  bool read_binary(GitPatch& patch);
  enum class Half : uint8_t { some, none, corrupt };
  Half read_binary_half(GitPatch& patch);

  std::string_view text_;
  GitReadState& state_;
  const GitReadHooks& hooks_;
  GitLog& log_;
  size_t at_ = 0;
  std::string_view line_;  // the one at `at_`, with its line feed; "" at the end
  uint64_t number_ = 1;    // of that line
};

inline constexpr std::string_view kBinaryPatch = "GIT binary patch\n";  // the line before its data

// "@@ -a[,b] +c[,d] @@": fills the numbers; 0 when it is none, else where what follows them begins.
size_t read_git_hunk_header(std::string_view line, GitHunk& hunk);

}  // namespace aptix::diff
