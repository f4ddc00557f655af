// Policy: which files of a workspace may be read and written, and which writes wait for a person. From the user's
// configuration, which is the ceiling, and the workspace's, which only narrows. Pure: by the path alone.
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

// The files that are sensitive without any configuration: those that hold credentials, and those that a machine runs by
// itself.
struct SensitiveRule {
  std::string_view glob;  // at any depth
  std::string_view why;   // goes on after "'PATH' "
};

std::span<const SensitiveRule> sensitive_defaults();

// The first rule that holds for a path from the workspace on, whatever a file system makes of its name; null: none.
const SensitiveRule* sensitive_by_default(std::string_view path);

// A path as the file system may see it that folds most: without case, width, ignorable characters, and without the dots
// and spaces at the end of a name. Two paths of one file fold to one.
std::string folded_path(std::string_view path);

// command_line: sensitive, and approved with 'aptix approve' alone.
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

// Which sensitive writes wait for an approval. From narrow to wide.
enum class Approvals : uint8_t { always, tools, never };
std::optional<Approvals> parse_approvals(std::string_view word);
std::string_view name(Approvals approvals);

// A glob of the configuration. One that names a folder holds for all that is below it. It holds for whatever a file
// system may take for one of its paths; in allow_write, which widens, only for what is spelled exactly so.
class PathRule {
 public:
  // Fails with usage, as Glob::parse, and for a pattern that no path from the workspace on can match.
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

// [policy] of one file, as it was written. An allow_write that is there and empty allows nothing.
struct Rules {
  std::array<std::optional<std::vector<PathRule>>, kLists> lists{};
  std::optional<Approvals> approvals{};
  std::string from{};  // the file, for messages

  const std::optional<std::vector<PathRule>>& list(List which) const { return lists[static_cast<size_t>(which)]; }
  std::optional<std::vector<PathRule>>& list(List which) { return lists[static_cast<size_t>(which)]; }
};

// The workspaces that lie in folders of this one: what a workspace says holds for its files, whatever root they are
// reached from.
class InnerWorkspaces {
 public:
  struct Inner {
    const Rules* rules = nullptr;
    size_t start = 0;  // of the path from that workspace on
  };
  virtual ~InnerWorkspaces() = default;
  // Those above a file, from the outermost on. Safe from several threads; what it gives stays.
  virtual std::span<const Inner> above(std::string_view path) const = 0;
};

enum class Access : uint8_t { read, write, copy };  // copy: its content into another file
// person: who approves what others asked for; client: the same, asked by a program through which a tool is called.
enum class Asker : uint8_t { command_line, tool, client, person };
enum class Decision : uint8_t { allowed, waits, denied };
std::string_view name(Decision decision);  // "allowed", "needs approval", "denied"

struct Verdict {
  Decision decision = Decision::allowed;
  std::string_view rule = {};  // "deny_write", "sensitive"; "": none holds
  std::string_view glob = {};  // that holds; "" where allow_write names nothing
  std::string_view from = {};  // the file, or "default"
  std::string_view why = {};   // sensitive by default: why
};

class Policy final : public Guard {
 public:
  // What the workspace's rules would widen is left out, and `warnings` says so.
  static Policy merge(Rules user, Rules workspace, std::vector<Diagnostic>& warnings);

  // A sensitive read is allowed and says so: what becomes of it is for the caller to decide.
  Verdict judge(std::string_view path, Access access, Asker asker) const;
  bool is_sensitive(std::string_view path) const;

  void set_asker(Asker asker) { asker_ = asker; }
  void set_strict(bool strict) { strict_ = strict; }  // what a sensitive write is warned of is an error
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
  std::shared_ptr<const InnerWorkspaces> inner_;  // null: there are none
  Approvals approvals_ = Approvals::tools;
  std::string approvals_from_ = "default";
  Asker asker_ = Asker::command_line;
  bool strict_ = false;
};

// What a server's own options take away from the policy, for as long as it runs.
struct Narrowing {
  std::vector<PathRule> allow;  // --allow: only these may be written; none: all
  std::vector<PathRule> deny;   // --deny: these are neither read nor written
  bool read_only = false;

  bool any() const { return read_only || !allow.empty() || !deny.empty(); }
  // Fails with usage, as Glob::parse.
  static Result<Narrowing> parse(std::span<const std::string> allow, std::span<const std::string> deny, bool read_only);
};

// `policy` says the rest.
std::shared_ptr<const Guard> narrowed(std::shared_ptr<const Guard> policy, Narrowing by);

}  // namespace aptix::policy
