#include "shared/reading.h"

#include <algorithm>

#include "context/source_text.h"
#include "ops/files/tree_file.h"
#include "terminal/git.h"

namespace aptix::app {

Result<std::optional<context::Profile>> profile_of(const Session& session, const ops::Settings& settings) {
  std::optional<context::Profile> found;
  auto narrow_to = [&](std::string_view name) -> Status {
    TRY_ASSIGN(profile, context::find_profile(settings.profiles, name));
    found = found ? context::narrower(*found, profile) : profile;
    return {};
  };
  if (session.flag("profile")) TRY(narrow_to(*session.arguments.value("profile")));
  if (session.tool != nullptr && session.tool->max_tokens != UINT64_MAX) {
    context::Profile call{.name = std::string(session.tool->name), .call_tokens = session.tool->max_tokens};
    found = found ? context::narrower(*found, call) : call;
  }
  ops::LiveSession* live = live_session(session);
  if (live == nullptr) return found;
  if (std::string name = live->profile(); !name.empty()) TRY(narrow_to(name));
  if (found && found->session_tokens != UINT64_MAX) live->lower_budget({.read_tokens = found->session_tokens});
  return found;
}

uint64_t most_json(const context::Profile& profile) {
  constexpr uint64_t kSmall = 2'000, kNames = 600, kWarnings = 1'000;
  uint64_t bytes = context::bytes_for(profile.call_tokens);
  if (bytes == UINT64_MAX) return bytes;
  return bytes < kSmall ? bytes + kNames : bytes - std::min(bytes / 4, kWarnings);
}

Diagnostic cut_by_profile(const context::Profile& profile) {
  std::string most = profile.call_tokens == UINT64_MAX ? "" : fmt::format("{} tokens a call", profile.call_tokens);
  if (profile.lines != UINT64_MAX)
    most = fmt::format("{} lines a read{}{}", profile.lines, most.empty() ? "" : " and ", most);
  return make_error(Code::limit_exceeded,
      fmt::format("cut off: the profile '{}' gives at most {}", escape_for_display(profile.name), most),
      "ask for less, or for another part");
}

Result<OpenedFiles> open_files(const Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(tree, ops::Tree::open_root(*found.opened.workspace));
  auto kept_tree = std::make_unique<ops::Tree>(std::move(tree));
  auto kept = std::make_unique<OpenedSources>(std::move(found));
  ops::ContextFiles files(*kept_tree, kept->sources, kept->root_prefix);
  return OpenedFiles{std::move(kept_tree), std::move(kept), std::move(files)};
}

namespace {

constexpr int kRefused = 4;  // exit class of what the policy denies

Result<ops::Shown> show_one(const Session& session, const OpenedFiles& opened, const ops::ContextFile& file,
    const Show& show, ops::Allowance& allowance) {
  if (!session.flag("include-sensitive") && is_sensitive(opened, file))
    return fail_at(file.path, Code::policy_sensitive,
        fmt::format("'{}' is sensitive, so its content is not made ready for a model", escape_for_display(file.path)),
        "give '--include-sensitive' if a model may see it");
  return show(file, allowance);
}

// JSON has the lines twice, and names and numbers: requests less and less until it fits into the rest, if possible.
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

// Collects the output for several files, and what may still be added.
struct ShownFiles {
  bool one = false;  // a single file needs no heading
  bool as_json = false;
  ops::Allowance allowance{};
  uint64_t json_left = UINT64_MAX;
  std::string text{}, json{};
  uint64_t redactions = 0;
  std::vector<ops::SeenFile> seen{};

  // Adds nothing if not even the name fits.
  Status add(const Session& session, OpenedFiles& opened, const std::string& path, const Show& show) {
    TRY_ASSIGN(file, opened.files.read(path));
    std::string head = text.empty() ? "" : "\n";
    head = one ? "" : fmt::format("{}==> {} <==\n", head, escape_for_display(file.path));
    bool bounded = as_json && json_left != UINT64_MAX;
    if (!bounded && !ops::take_off(allowance, head.size())) return {};
    uint64_t left_before = json_left;
    TRY_ASSIGN(shown,
        bounded ? show_as_json(session, opened, file, show, allowance, json_left)
                : show_one(session, opened, file, show, allowance));
    if (!one && shown.json.size() > left_before) return {};
    text += head + shown.text;
    json += (json.empty() ? "" : ",") + shown.json;
    redactions += shown.redactions;
    seen.push_back(seen_file(file, std::move(shown.lines)));
    return {};
  }
};

// By docPath, or by the path of an existing file.
Result<ops::ContextFile> named_copy(const Session& session, OpenedFiles& opened, std::string key) {
  std::optional<ops::FileSource> only;
  for (ops::FileSource source : {ops::FileSource::active, ops::FileSource::cloud, ops::FileSource::disk})
    if (session.arguments.value("source") == ops::name(source)) only = source;
  if (!session.flag("doc-path") && opened.tree->open_file(key)) {
    TRY_ASSIGN(path, opened.found->sources.path_in_workspace(key));
    key = opened.found->sources.doc_paths().key_of(path);
  }
  return opened.files.read_key(key, only);
}

}  // namespace

bool is_sensitive(const OpenedFiles& opened, const ops::ContextFile& file) {
  return opened.found->opened.settings.policy.is_sensitive(file.workspace_path);
}

Result<Answer> show_files(
    const Session& session, OpenedFiles& opened, const std::vector<std::string>& paths, const Show& show) {
  TRY_ASSIGN(profile, profile_of(session, opened.found->opened.settings));
  ShownFiles all{.one = session.arguments.operands().size() == 1,
      .as_json = session.json(),
      .allowance = {.tokens = profile ? profile->call_tokens : UINT64_MAX},
      .json_left = profile ? most_json(*profile) : UINT64_MAX};
  Said said;
  std::vector<Diagnostic> kept_back;
  for (const std::string& path : paths)
    if (Status added = all.add(session, opened, path, show); !added) {
      bool left_out = session.arguments.operands().empty() && info(added.error().code).exit_class == kRefused;
      (left_out ? kept_back : said.diagnostics.errors).push_back(std::move(added).error());
    }
  ops::name_near_files(*opened.tree, said.diagnostics.errors);
  said.diagnostics.add({.warnings = std::move(kept_back)});
  if (!said.diagnostics.ok()) return make_answer(session, said);
  TRY(note_reads(session, all.seen, session.json() ? all.json.size() : all.text.size()));
  if (all.allowance.cut) said.diagnostics.warnings.push_back(cut_by_profile(*profile));
  said.text = for_stream(session, std::move(all.text));
  said.json = all.one ? all.json : fmt::format("{{\"files\":[{}],\"redactions\":{}}}", all.json, all.redactions);
  return make_answer(session, said);
}

Result<ops::ContextFile> meant_file(const Session& session, OpenedFiles& opened, ops::Content content) {
  const std::string& typed = session.arguments.operands().front();
  bool by_key = session.flag("doc-path") || session.flag("source");
  auto file = by_key ? named_copy(session, opened, typed) : opened.files.read(typed, content);
  if (file || by_key) return file;
  Error error = std::move(file).error();
  ops::name_near_files(*opened.tree, {&error, 1});
  return fail(std::move(error));
}

Result<Answer> show_file(const Session& session, OpenedFiles& opened, const Show& show) {
  TRY_ASSIGN(file, meant_file(session, opened));
  ops::Allowance allowance;
  TRY_ASSIGN(shown, show_one(session, opened, file, show, allowance));
  ops::SeenFile seen = seen_file(file, shown.lines);
  TRY(note_reads(session, {&seen, 1}, shown.text.size()));
  return make_answer(session, {.text = for_stream(session, std::move(shown.text)), .json = std::move(shown.json)});
}

ops::SeenFile seen_file(const ops::ContextFile& file, std::vector<ops::LineSpan> lines) {
  return {.path = file.workspace_path, .sha = Sha256::parse(file.sha256).value_or(Sha256{}), .lines = std::move(lines)};
}

std::string for_stream(const Session& session, std::string text) {
  return session.environment.terminal_out ? escape_block_for_display(text) : text;
}

Result<std::unique_ptr<ListedFiles>> list_files(const Session& session, ops::ListRequest request) {
  TRY_ASSIGN(opened, open_workspace(session));
  auto listed = std::make_unique<ListedFiles>(std::move(opened));
  request.threads = session.environment.threads;
  request.interrupted = session.environment.around.interrupted;
  auto registry = ops::open_registry(*listed->opened.workspace, git_surroundings(session.environment), request);
  listed->said.diagnostics = std::move(registry.diagnostics);
  if (!listed->said.diagnostics.ok()) return listed;
  listed->registry = std::move(registry.value);
  TRY_SET(
      listed->describer, ops::Describer::open(*listed->opened.workspace, listed->opened.settings, listed->registry));
  return listed;
}

Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace) {
  auto registry = ops::open_registry(workspace, git_surroundings(session.environment),
      {.threads = session.environment.threads, .interrupted = session.environment.around.interrupted});
  Outcome<std::vector<std::string>> out({}, std::move(registry.diagnostics));
  for (const ops::RegisteredFile& file : registry.value.files) out.value.emplace_back(file.path);
  return out;
}

void go_on_without_state(const Session& session, std::vector<Diagnostic> errors, Said& said) {
  if (!session.flag("verbose")) return;
  for (Diagnostic& error : errors) said.diagnostics.warnings.push_back(std::move(error));
}

void write_sum(json::Writer& w, const ops::FileSum& sum) { w.field("count", sum.count).field("bytes", sum.bytes); }

void write_sums(json::Writer& w, std::string_view name, const ops::FileSums& sums) {
  w.key(name).begin_object();
  for (const auto& [key, sum] : sums) {
    w.key(key).begin_object();
    write_sum(w, sum);
    w.end_object();
  }
  w.end_object();
}

}  // namespace aptix::app
