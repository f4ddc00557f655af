#include "shared/reading.h"

#include "ops/files/near_paths.h"
#include "shared/profile.h"

namespace aptix::app {

Result<OpenedFiles> open_files(const Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(tree, ops::Tree::open_root(*found.opened.workspace));
  auto kept_tree = std::make_unique<ops::Tree>(std::move(tree));
  auto kept = std::make_unique<OpenedSources>(std::move(found));
  ops::ContextFiles files(*kept_tree, kept->sources, kept->root_prefix);
  return OpenedFiles{std::move(kept_tree), std::move(kept), std::move(files)};
}

namespace {

Result<ops::Shown> show_one(const Session& session, const OpenedFiles& opened, const ops::ContextFile& file,
    const Show& show, ops::Allowance& allowance) {
  if (!session.flag("include-sensitive") && is_sensitive(opened, file))
    return fail_at(file.path, Code::policy_sensitive,
        fmt::format("'{}' is sensitive, so its content is not made ready for a model", escape_for_display(file.path)),
        "give '--include-sensitive' if a model may see it");
  return show(file, allowance);
}

}  // namespace

bool is_sensitive(const OpenedFiles& opened, const ops::ContextFile& file) {
  return opened.found->opened.settings.policy.is_sensitive(file.workspace_path);
}

Result<Answer> show_files(
    const Session& session, OpenedFiles& opened, const std::vector<std::string>& paths, const Show& show) {
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  ops::Allowance allowance{.tokens = profile ? profile->call_tokens : UINT64_MAX};
  Said said;
  bool one = session.arguments.operands().size() == 1;
  uint64_t redactions = 0;
  std::string text, list;
  std::vector<ops::SeenFile> seen;
  for (const std::string& path : paths) {
    auto file = opened.files.read(path);
    std::string head = one || !file
        ? std::string()
        : fmt::format("{}==> {} <==\n", text.empty() ? "" : "\n", escape_for_display(file->path));
    if (!ops::take_off(allowance, head.size())) continue;
    auto shown = file ? show_one(session, opened, *file, show, allowance) : Result<ops::Shown>(fail(file.error()));
    if (!shown) {
      said.diagnostics.errors.push_back(std::move(shown).error());
      continue;
    }
    text += head + shown->text;
    list += (list.empty() ? "" : ",") + shown->json;
    redactions += shown->redactions;
    seen.push_back(seen_file(*file, std::move(shown->lines)));
  }
  ops::name_near_files(*opened.tree, said.diagnostics.errors);
  said.diagnostics.warnings = std::move(opened.found->opened.warnings.warnings);  // with what was said of the files
  if (!said.diagnostics.ok()) return make_answer(session, said);
  TRY(note_reads(session, seen, session.json() ? list.size() : text.size()));
  if (allowance.cut) said.diagnostics.warnings.push_back(cut_by_profile(*profile));
  said.text = for_stream(session, std::move(text));
  said.json = one ? list : fmt::format("{{\"files\":[{}],\"redactions\":{}}}", list, redactions);
  return make_answer(session, said);
}

ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines) {
  return {.path = file.workspace_path, .sha = Sha256::parse(file.sha256).value_or(Sha256{}), .lines = std::move(lines)};
}

std::string for_stream(const Session& session, std::string text) {
  return session.environment.terminal_out ? escape_block_for_display(text) : text;
}

}  // namespace aptix::app
