#include "ops/context/context.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "context/redact.h"

namespace aptix::ops {
namespace {

constexpr int kRefused = 4;  // exit class of policy and path errors, which quote no file

void hide(const context::HiddenText& hidden, Diagnostic& what) {
  what.message = hidden.hide(what.message);
  for (std::string& note : what.notes) note = hidden.hide(note);
  for (Candidate& place : what.candidates) {
    place.text = hidden.hide(place.text);
    place.differs = hidden.hide(place.differs);
  }
  for (Extract& extract : what.extracts) extract.text = hidden.hide(extract.text);
  for (Conflict& conflict : what.conflicts)
    for (ConflictSide* side : {&conflict.base, &conflict.ours, &conflict.theirs})
      for (std::string& line : side->lines) line = hidden.hide(line);
}

// Only messages that describe a difference quote the file.
void hide_all(Diagnostic& what) {
  what.hidden = true;
  if (!what.candidates.empty() || !what.notes.empty() || !what.extracts.empty() || !what.conflicts.empty())
    what.notes = {fmt::format("{} is sensitive, so nothing of its content is shown", in_quotes(what.path))};
  what.candidates.clear();
  what.extracts.clear();
  what.conflicts.clear();
  for (std::string_view before : {" but for ", " by likeness"})
    what.message.resize(std::min(what.message.find(before), what.message.size()));
}

class Hider {
 public:
  Hider(const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix)
      : policy_(policy),
        prefix_(prefix) {
    if (auto tree = Tree::open_top(workspace.path(), workspace.guard())) tree_ = std::move(*tree);
  }

  void operator()(Diagnostic& what) {
    if (what.path.empty())
      for (Extract& extract : what.extracts)  // a command may print what it read from anywhere
        if (extract.is_end) extract.text = context::redact(extract.text).text;
    if (what.path.empty() || info(what.code).exit_class == kRefused) return;
    std::string path = disk::join_path(prefix_, what.path);
    if (policy_.is_sensitive(path)) return hide_all(what);
    hide(of(path), what);
  }

 private:
  struct File {
    std::string content;
    std::optional<context::HiddenText> hidden;  // views the content
  };

  const context::HiddenText& of(const std::string& path) {
    auto [at, is_new] = files_.try_emplace(path);
    File& file = at->second;
    if (is_new && tree_) file.content = tree_->read_file(path).value_or("");
    if (is_new) file.hidden.emplace(file.content);
    return *file.hidden;
  }

  const policy::Policy& policy_;
  const std::string& prefix_;
  std::optional<Tree> tree_;
  std::map<std::string, File> files_;
};

}  // namespace

void hide_from_models(
    const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix, Diagnostics& said) {
  Hider hide_in(workspace, policy, prefix);
  for (std::vector<Diagnostic>* list : {&said.errors, &said.warnings})
    for (Diagnostic& what : *list) hide_in(what);
}

std::string diff_for_models(const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix,
    const std::vector<std::string>& paths, const std::string& diff, Diagnostics& said) {
  if (diff.empty()) return {};
  std::vector<Diagnostic> why;
  for (const std::string& path : paths) {
    std::string from_workspace = disk::join_path(prefix, path);
    auto refused = reading_refused(workspace.guard().get(), from_workspace);
    if (!refused && policy.is_sensitive(from_workspace))
      refused = error_at(path, Code::policy_sensitive, in_quotes(path) + " is sensitive");
    if (!refused) continue;
    refused->message += ", so no diff is shown";
    why.push_back(std::move(*refused));
  }
  if (why.empty()) return context::redact(diff).text;
  said.add({.warnings = std::move(why)});
  return {};
}

}  // namespace aptix::ops
