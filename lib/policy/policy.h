// Policy: which files of a workspace may be read and written, and which writes wait for a person. The user's
// configuration is the limit, the workspace's may only narrow it. Pure: decides by the path alone.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text/glob.h"
#include "model/guard.h"

namespace aptix::policy {

// The files that are sensitive by default: those that hold credentials, and those that a machine runs by itself.
struct SensitiveRule {
  std::string_view glob;  // at any depth
  std::string_view why;   // follows "'PATH' "
};

std::span<const SensitiveRule> sensitive_defaults();

// The first rule for a path relative to the workspace, in whatever form a file system accepts its name; null if none.
const SensitiveRule* sensitive_by_default(std::string_view path);

// A path as the most tolerant file system sees it: without case, width, ignorable characters, or dots and spaces at the
// end of a name. Two paths of one file fold to the same text.
std::string folded_path(std::string_view path);

// command_line: sensitive, and approved only with 'aptix approve'.
enum class List : uint8_t {
  deny_read,
  deny_write,
  allow_write,
  sensitive,
  command_line
};  // in the order of kListNames
inline constexpr std::string_view kListNames[] = {
    "deny_read", "deny_write", "allow_write", "sensitive", "command_line"};
inline constexpr size_t kLists = std::size(kListNames);

// Which sensitive writes wait for an approval. From strict to permissive.
enum class Approvals : uint8_t { always, tools, never };
std::optional<Approvals> parse_approvals(std::string_view word);
std::string_view name(Approvals approvals);

// A glob of the configuration. For a folder it applies to all below it. It also matches other spellings that a file
// system may accept for a path; holds_exactly(), for allow_write, does not.
class PathRule {
 public:
  // Fails with usage, as Glob::parse, and for a pattern that can match no path relative to the workspace.
  static Result<PathRule> parse(std::string_view pattern);
  bool holds(std::string_view path, std::string_view folded) const;
  bool holds(std::string_view path) const;
  bool holds_exactly(std::string_view path) const;
  const std::string& pattern() const { return glob_.pattern(); }

 private:
  PathRule(Glob glob, std::optional<Glob> folded) : glob_(std::move(glob)), folded_(std::move(folded)) {}
  Glob glob_;
  std::optional<Glob> folded_;
};

// The [policy] section of one file. An allow_write that is present but empty allows nothing.
struct Rules {
  std::array<std::optional<std::vector<PathRule>>, kLists> lists{};
  std::optional<Approvals> approvals{};
  std::string from{};  // the file, for messages

  const std::optional<std::vector<PathRule>>& list(List which) const { return lists[static_cast<size_t>(which)]; }
  std::optional<std::vector<PathRule>>& list(List which) { return lists[static_cast<size_t>(which)]; }
};

// The workspaces in folders of this one: the rules of a workspace apply to its files from whatever root they are
// reached.
class InnerWorkspaces {
 public:
  struct Inner {
    const Rules* rules = nullptr;
    size_t start = 0;  // offset in `path` of the path relative to that workspace
  };
  virtual ~InnerWorkspaces() = default;
  // Those that contain a file, outermost first. Thread-safe; the result stays valid.
  virtual std::span<const Inner> above(std::string_view path) const = 0;
};

enum class Access : uint8_t { read, write, copy };  // copy: of the content into another file
// person: approves what others asked for; client: the same through a program that calls tools.
enum class Asker : uint8_t { command_line, tool, client, person };
enum class Decision : uint8_t { allowed, waits, denied };
std::string_view name(Decision decision);  // "allowed", "needs approval", "denied"

struct Verdict {
  Decision decision = Decision::allowed;
  std::string_view rule = {};  // "deny_write", "sensitive"; "" if no rule matched
  std::string_view glob = {};  // that matched; "" if no pattern of allow_write did
  std::string_view from = {};  // the file, or "default"
  std::string_view why = {};   // sensitive by default: why
};

class Policy final : public Guard {
 public:
  // Drops what the workspace's rules would widen, with a warning.
  static Policy merge(Rules user, Rules workspace, std::vector<Diagnostic>& warnings);

  // A sensitive read is allowed and reported in the verdict: the caller decides what follows.
  Verdict judge(std::string_view path, Access access, Asker asker) const;
  bool is_sensitive(std::string_view path) const;

  void set_asker(Asker asker) { asker_ = asker; }
  void set_strict(bool strict) { strict_ = strict; }  // warnings about sensitive writes are errors
  void set_inner(std::shared_ptr<const InnerWorkspaces> inner) { inner_ = std::move(inner); }

  std::optional<Error> refuses_reading(std::string_view path) const override;
  Diagnostics judge_write(std::string_view path) const override;
  Diagnostics judge_copy(std::string_view path) const override;
  bool is_strict() const override { return strict_; }

  Approvals approvals() const { return approvals_; }
  std::string_view approvals_from() const { return approvals_from_; }
  const Rules& user() const { return user_; }
  const Rules& workspace() const { return workspace_; }

 private:
  template <class Visit>
  void each_workspace(std::string_view path, Visit visit) const;
  Verdict judge_by(const Rules& workspace, std::string_view path, Access access, Asker asker) const;
  Diagnostics say(std::string_view path, Access access) const;

  Rules user_, workspace_;
  std::shared_ptr<const InnerWorkspaces> inner_;  // null if there are none
  Approvals approvals_ = Approvals::tools;
  std::string approvals_from_ = "default";
  Asker asker_ = Asker::command_line;
  bool strict_ = false;
};

// Restrictions by a server's own options, for as long as it runs.
struct Narrowing {
  std::vector<PathRule> allow;  // --allow: only these may be written; empty: all
  std::vector<PathRule> deny;   // --deny: these may be neither read nor written
  bool read_only = false;

  bool any() const { return read_only || !allow.empty() || !deny.empty(); }
  // Fails with usage, as Glob::parse.
  static Result<Narrowing> parse(std::span<const std::string> allow, std::span<const std::string> deny, bool read_only);
};

// `policy`, restricted further.
std::shared_ptr<const Guard> narrowed(std::shared_ptr<const Guard> policy, Narrowing by);

}  // namespace aptix::policy
