// Reads patches exactly as git-apply(1) does, one after the other: skips garbage between patches; everything else must
// be valid. Pure; linear. git's messages go to the log.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "git/patch.h"
#include "model/git_log.h"

namespace aptix::git {

// Reads file names in header lines as git-apply(1) does: removes -p components, prepends --directory, undoes C quotes.
// `line` is what follows the keyword, including the line feed.
struct NameRules {
  unsigned strip = 1;     // -p: number of leading components to remove
  std::string directory;  // --directory, "" or ending in '/'
};

enum class NameEnd : uint8_t {
  at_tab,   // --- and +++
  at_line,  // rename, copy: a tab is part of the name
};

// nullopt if there are too few components.
std::optional<std::string> find_git_name(std::string_view line, const NameRules& rules, NameEnd end);

// For plain diffs: ignores a timestamp after the name. Returns `otherwise` if the name is `otherwise` plus a suffix
// ("file" and "file.orig"), or if there is no name.
std::optional<std::string> find_plain_name(
    std::string_view line, const NameRules& rules, const std::optional<std::string>& otherwise);

// The name in a `diff --git` line if both halves have the same one.
std::optional<std::string> find_header_name(std::string_view line, const NameRules& rules);

bool names_dev_null(std::string_view line);
// True for 1970-01-01 00:00:00 UTC: there is no file on this side.
bool has_epoch_timestamp(std::string_view line);

enum class WhitespaceAction : uint8_t { nowarn, warn, fix, error, error_all };

// State shared by the readers of several inputs. Unless -p was given, the first plain diff that allows it sets
// `names.strip`.
struct ReadState {
  NameRules names;
  bool strip_known = false;  // -p was given, or guessed
  std::string prefix;        // the root relative to the top of the repository: "" or ending in '/'
  Direction direction = Direction::forward;
  bool recount = false;
  bool wants_effect = true;  // a text patch without changes is an error; false for --stat and the like
  WhitespaceAction whitespace = WhitespaceAction::warn;
  uint64_t inflate_limit = 0;  // limit for the binary patches of all inputs, in bytes; 0: none
};

// A line that violates whitespace rules.
struct WhitespaceFinding {
  WhitespaceRules broken = 0;
  std::string_view text;  // without its first column and its line end
  uint64_t line = 0;      // in the patch
};

struct ReadHooks {
  std::function<WhitespaceRule(const Patch&)> rule_of;  // called once per patch, used or not
  std::function<void(const WhitespaceFinding&)> whitespace;
};

class PatchReader {
 public:
  // All arguments must outlive this and its patches.
  PatchReader(std::string_view text, ReadState& state, const ReadHooks& hooks, GitLog& log)
      : text_(text),
        state_(state),
        hooks_(hooks),
        log_(log) {
    go_to(0);
  }

  enum class Step : uint8_t {
    patch,  // `patch` is filled
    end,    // there is no more
    stop,   // the rest is unreadable, patches so far count; logged
    fatal,  // exit code 128; logged
  };
  // Fills `patch`, with the sides as in the text: not reversed.
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
  std::string_view line_;  // the line at `at_`, with its line feed; "" at the end
  uint64_t number_ = 1;    // line number of that line
};

inline constexpr std::string_view kBinaryPatch = "GIT binary patch\n";  // the line before the data

// "@@ -a[,b] +c[,d] @@": fills the numbers and returns the offset of what follows; 0 if `line` does not match.
size_t read_exact_hunk_header(std::string_view line, Hunk& hunk);

}  // namespace aptix::git
