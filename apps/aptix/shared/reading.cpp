#include "shared/reading.h"

#include <algorithm>

#include "context/tokens.h"
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

// As JSON a file carries its lines twice, and names and numbers with them: less and less is asked for until all of it
// fits into what is left, as far as it can.
Result<ops::Shown> show_as_json(const Session& session, const OpenedFiles& opened, const ops::ContextFile& file,
    const Show& show, ops::Allowance& allowance, uint64_t& bytes_left) {
  uint64_t tokens = allowance.tokens;
  for (;;) {
    ops::Allowance tried{.tokens = tokens};
    auto shown = show_one(session, opened, file, show, tried);
    if (!shown) return shown;
    uint64_t size = shown->json.size();
    bool fits = size <= bytes_left;
    if (fits || tokens == 0) {
      allowance.cut |= tried.cut || !fits;
      bytes_left -= std::min(size, bytes_left);
      allowance.tokens =
          tokens == UINT64_MAX ? tokens : std::min(allowance.tokens, context::estimated_tokens(bytes_left));
      return shown;
    }
    uint64_t less = static_cast<uint64_t>(
        static_cast<double>(tokens) * 0.9 * static_cast<double>(bytes_left) / static_cast<double>(size));
    tokens = std::min(tokens - 1, less);
  }
}

// What is printed of files, one after the other.
struct ShownFiles {
  std::string text, json;
  uint64_t redactions = 0;
  std::vector<ops::SeenFile> seen;

  std::string heading_of(const ops::ContextFile& file) const {
    return fmt::format("{}==> {} <==\n", text.empty() ? "" : "\n", escape_for_display(file.path));
  }

  void add(const ops::ContextFile& file, const std::string& head, ops::Shown shown) {
    text += head + shown.text;
    json += (json.empty() ? "" : ",") + shown.json;
    redactions += shown.redactions;
    seen.push_back(seen_file(file, std::move(shown.lines)));
  }
};

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
  ShownFiles all;
  uint64_t json_left = profile ? most_json(*profile) : UINT64_MAX;
  bool bounded = session.json() && json_left != UINT64_MAX;
  for (const std::string& path : paths) {
    auto file = opened.files.read(path);
    if (!file) {
      said.diagnostics.errors.push_back(std::move(file).error());
      continue;
    }
    std::string head = one ? std::string() : all.heading_of(*file);
    if (!bounded && !ops::take_off(allowance, head.size())) continue;
    uint64_t left_before = json_left;
    auto shown = bounded ? show_as_json(session, opened, *file, show, allowance, json_left)
                         : show_one(session, opened, *file, show, allowance);
    if (!shown) {
      said.diagnostics.errors.push_back(std::move(shown).error());
      continue;
    }
    if (!one && shown->json.size() > left_before) continue;  // not even its name fits
    all.add(*file, head, std::move(*shown));
  }
  ops::name_near_files(*opened.tree, said.diagnostics.errors);
  said.diagnostics.warnings = std::move(opened.found->opened.warnings.warnings);  // with what was said of the files
  if (!said.diagnostics.ok()) return make_answer(session, said);
  TRY(note_reads(session, all.seen, session.json() ? all.json.size() : all.text.size()));
  if (allowance.cut) said.diagnostics.warnings.push_back(cut_by_profile(*profile));
  said.text = for_stream(session, std::move(all.text));
  said.json = one ? all.json : fmt::format("{{\"files\":[{}],\"redactions\":{}}}", all.json, all.redactions);
  return make_answer(session, said);
}

ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines) {
  return {.path = file.workspace_path, .sha = Sha256::parse(file.sha256).value_or(Sha256{}), .lines = std::move(lines)};
}

std::string for_stream(const Session& session, std::string text) {
  return session.environment.terminal_out ? escape_block_for_display(text) : text;
}

}  // namespace aptix::app
