// Reads patches exactly as git-apply(1) does, one after the other: garbage is passed over, everything
// else must be right. Pure; linear. What git says on the way goes to the log.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "git/patch.h"
#include "model/git_log.h"

namespace aptix::git {

// File names in the header lines of a diff, as git-apply(1) takes them: -p components off, --directory in front, C
// quotes undone. A `line` is what follows the keyword, up to and with its line feed.
struct NameRules {
  unsigned strip = 1;     // -p: leading components that are taken off
  std::string directory;  // --directory, "" or with a '/' at its end
};

enum class NameEnd : uint8_t {
  at_tab,   // --- and +++
  at_line,  // rename, copy: a tab belongs to the name
};

// Nothing when too few components stand there.
std::optional<std::string> find_git_name(std::string_view line, const NameRules& rules, NameEnd end);

// Of a plain diff: a timestamp after the name is left out. `otherwise` is taken when the name is that
// with something after it ("file" and "file.orig"), or when there is none.
std::optional<std::string> find_plain_name(
    std::string_view line, const NameRules& rules, const std::optional<std::string>& otherwise);

// The one name of a `diff --git` line whose halves agree.
std::optional<std::string> find_header_name(std::string_view line, const NameRules& rules);

bool names_dev_null(std::string_view line);
// Its timestamp is 1970-01-01 00:00:00 UTC: there is no file on this side.
bool has_epoch_timestamp(std::string_view line);

enum class WhitespaceAction : uint8_t { nowarn, warn, fix, error, error_all };

// What the reading of several inputs has in common. `names.strip` is found out by the first plain
// diff that allows to, unless it is given.
struct ReadState {
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

struct ReadHooks {
  std::function<WhitespaceRule(const Patch&)> rule_of;  // asked once a patch; also decides what is not used
  std::function<void(const WhitespaceFinding&)> whitespace;
};

class PatchReader {
 public:
  // `text`, `state`, `log` and the hooks outlive the reader and its patches.
  PatchReader(std::string_view text, ReadState& state, const ReadHooks& hooks, GitLog& log)
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
  Step next(Patch& patch);

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
  Found find_header(Patch& patch);
  Found read_git_header(Patch& patch, size_t& end);
  bool settle_names(Patch& patch, const std::optional<std::string>& both);
  bool read_plain_header(Patch& patch);
  void guess_strip(std::string_view first, std::string_view second);
  int guess_strip(std::string_view line) const;
  void put_below_prefix(Patch& patch) const;

  enum class Lines : uint8_t { some, none, fatal };
  Lines read_hunks(Patch& patch);
  bool settle_kind(Patch& patch, uint64_t old_lines, uint64_t new_lines, uint64_t context);
  bool read_hunk(Patch& patch, Hunk& hunk);
  bool read_hunk_line(Patch& patch, std::string_view line);
  void recount(Hunk& hunk, size_t from);
  Step read_without_hunks(Patch& patch);
  bool read_binary(Patch& patch);
  enum class Half : uint8_t { some, none, corrupt };
  Half read_binary_half(Patch& patch);

  std::string_view text_;
  ReadState& state_;
  const ReadHooks& hooks_;
  GitLog& log_;
  size_t at_ = 0;
  std::string_view line_;  // the one at `at_`, with its line feed; "" at the end
  uint64_t number_ = 1;    // of that line
};

inline constexpr std::string_view kBinaryPatch = "GIT binary patch\n";  // the line before its data

// "@@ -a[,b] +c[,d] @@": fills the numbers; 0 when it is not one, else where what follows them begins.
size_t read_exact_hunk_header(std::string_view line, Hunk& hunk);

}  // namespace aptix::git
