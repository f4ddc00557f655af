// aptix search: finds a text in files.
#include <algorithm>
#include <map>

#include "base/base64.h"
#include "base/text/trim.h"
#include "context/source_text.h"
#include "ops/registry/registry.h"
#include "render/json.h"
#include "shared/reading.h"

namespace aptix::app {
namespace {

constexpr uint64_t kMostHits = 20, kContext = 3, kWholeBelow = 40;

// Separates hits with context lines, as in ripgrep.
constexpr std::string_view kBetween = "--\n";

// As in ripgrep: "path:12:5:text", and "path-11-text" for context lines.
std::string hit_text(const Session& session, const ops::Hit& hit) {
  std::string text, path = escape_for_display(hit.file->path);
  std::string_view rest = hit.content;
  auto match = hit.window.matches.begin();
  for (uint64_t line = hit.window.first_line; line <= hit.window.last_line; ++line) {
    std::string content(take_line(rest));
    if (session.environment.terminal_out) content = escape_for_display(content);
    bool matches = match != hit.window.matches.end() && match->line == line;
    if (matches) text += fmt::format("{}:{}:{}:{}\n", path, line, match->column, content);
    else text += fmt::format("{}-{}-{}\n", path, line, content);
    while (match != hit.window.matches.end() && match->line == line) ++match;
  }
  return text;
}

std::string_view score_of(context::Rank rank) {
  switch (rank) {
    case context::Rank::definition: return "1.0";
    case context::Rank::word: return "0.75";
    case context::Rank::part: return "0.5";
  }
  return "0";
}

void write_hit(json::Writer& w, const ops::Describer& describer, const ops::Hit& hit) {
  auto doc_path = describer.doc_path(*hit.file);
  w.field_or_null("docPath", doc_path);
  w.field("path", doc_path ? std::string(hit.file->path) : escape_for_display(hit.file->path));
  if (!doc_path) w.field("pathBase64", base64(hit.file->path));
  w.field("source", hit.whole ? "rag-full" : "rag-snippet").field("isFullFile", hit.whole);
  w.field("startLine", hit.window.first_line).field("endLine", hit.window.last_line);
  w.field("content", hit.content).field("sha256", hit.sha.hex()).field("utf8", hit.is_utf8);
  w.objects("matches", hit.window.matches, [&](const context::LineMatch& match) {
    w.field("line", match.line).field("column", match.column).field("length", match.size);
  });
  if (hit.window.more > 0) w.field("matchesLeftOut", hit.window.more);
  w.key("score").raw(score_of(hit.window.rank));
  w.field("redactions", hit.redactions);
}

void tell_found(const Session& session, const ops::Describer& describer, const ops::Found& found,
    const context::WindowOptions& windows, uint64_t skipped, Said& said) {
  if (!session.json()) {
    for (const ops::Hit& hit : found.hits) {
      if (windows.merged && !said.text.empty()) said.text += kBetween;
      said.text += hit_text(session, hit);
    }
    return;
  }
  uint64_t redactions = 0;
  for (const ops::Hit& hit : found.hits) redactions += hit.redactions;
  said.json = json::object([&](json::Writer& w) {
    w.objects("hits", found.hits, [&](const ops::Hit& hit) { write_hit(w, describer, hit); });
    w.field("total", found.total)
        .field("truncated", found.cut || found.total > skipped + found.hits.size())
        .field("redactions", redactions);
    uint64_t next = skipped + std::max<uint64_t>(1, found.hits.size());
    if (next < found.total) w.field("next", next);
  });
}

// The size that a hit counts for the reader's limit.
uint64_t size_of(const Session& session, const ops::Hit& hit, const context::WindowOptions& windows) {
  if (session.json()) return hit.content.size();
  return hit_text(session, hit).size() + (windows.merged ? kBetween.size() : 0);
}

uint64_t json_size(const ops::Describer& describer, const ops::Hit& hit) {
  return json::object([&](json::Writer& w) { write_hit(w, describer, hit); }).size() + 1;
}

// Keeps as many first lines as fit. False: none of them has a match.
bool shorten_hit(const ops::Describer& describer, ops::Hit& hit, uint64_t most) {
  for (uint64_t size = json_size(describer, hit); size > most; size = json_size(describer, hit)) {
    double part = 0.9 * static_cast<double>(most) / static_cast<double>(size);
    hit.content.resize(static_cast<size_t>(static_cast<double>(hit.content.size()) * part));
    hit.content.resize(hit.content.rfind('\n') + 1);  // npos + 1 is 0
    hit.window.last_line = hit.window.first_line + count_lines(hit.content) - 1;
    std::erase_if(hit.window.matches,
        [&](const context::LineMatch& match) { return hit.content.empty() || match.line > hit.window.last_line; });
    hit.whole = false;
    if (hit.window.matches.empty()) return false;
  }
  return true;
}

// The reader's limit for hits in one call. For JSON, minus other diagnostics, which name files.
uint64_t room_for_hits(const Session& session, const context::Profile& profile, Diagnostics said) {
  uint64_t all = context::bytes_for(profile.call_tokens), most = most_json(profile);
  if (!session.json()) return all;
  if (most >= all) return most;
  said.warnings.push_back(cut_by_profile(profile));
  constexpr std::string_view kNoHits = R"({"hits":[],"total":1000000,"truncated":false,"redactions":100})";
  return std::min(most, all - std::min<uint64_t>(all, render::envelope(kNoHits, said).size()));
}

// Cuts the hits of each file to the number of lines that the reader may get of one.
void keep_lines(uint64_t most, ops::Found& found, Diagnostics& diagnostics, const context::Profile& profile) {
  std::map<const ops::RegisteredFile*, uint64_t> shown;
  bool cut = false;
  for (ops::Hit& hit : found.hits) {
    uint64_t& lines = shown[hit.file];
    context::Window& window = hit.window;
    uint64_t count = window.last_line - window.first_line + 1, left = most - std::min(most, lines);
    lines += std::min(count, left);
    if (count <= left) continue;
    cut = true;
    hit.whole = false;
    window.last_line = window.first_line + left - 1;  // no line if nothing is left
    std::string_view rest = hit.content;
    for (uint64_t i = 0; i < left; ++i) take_line(rest);
    hit.content.resize(hit.content.size() - rest.size());
    std::erase_if(window.matches, [&](const context::LineMatch& match) { return match.line > window.last_line; });
  }
  std::erase_if(found.hits, [](const ops::Hit& hit) { return hit.window.matches.empty(); });
  found.cut |= cut;
  if (cut) diagnostics.warnings.push_back(cut_by_profile(profile));
}

// Keeps the best hits that fit the reader's limit for one call; with JSON, also a part of one that does not fit.
void keep_within(const Session& session, const context::Profile& profile, const ops::Describer& describer,
    const context::WindowOptions& windows, ops::Found& found, Diagnostics& diagnostics) {
  keep_lines(profile.lines, found, diagnostics, profile);
  uint64_t left = room_for_hits(session, profile, diagnostics);
  if (left == UINT64_MAX) return;
  auto fits = [&](const ops::Hit& hit) {
    uint64_t size = session.json() ? json_size(describer, hit) : size_of(session, hit, windows);
    if (size > left) return false;
    left -= size;
    return true;
  };
  auto end = std::find_if_not(found.hits.begin(), found.hits.end(), fits);
  if (end == found.hits.end()) return;
  bool shortened = session.json() && shorten_hit(describer, *end, left);
  if (shortened) ++end;
  found.hits.erase(end, found.hits.end());
  if (!found.cut) diagnostics.warnings.push_back(cut_by_profile(profile));
  found.cut |= shortened;
}

Status note_hits(const Session& session, const ops::Describer& describer, const ops::Found& found,
    const context::WindowOptions& windows) {
  std::vector<ops::SeenFile> seen;
  uint64_t bytes = 0;
  for (const ops::Hit& hit : found.hits) {
    seen.push_back({.path = describer.from_workspace(*hit.file),
        .sha = hit.sha,
        .lines = {{hit.window.first_line, hit.window.last_line}}});
    bytes += size_of(session, hit, windows);
  }
  return seen.empty() ? Status() : note_reads(session, seen, bytes);
}

Result<ops::SearchRequest> search_request(const Session& session, const context::Needle& needle) {
  TRY_ASSIGN(most, number_of(session.arguments, "max", kMostHits));
  TRY_ASSIGN(skip, number_of(session.arguments, "skip", 0));
  TRY_ASSIGN(context, number_of(session.arguments, "context", session.json() ? kContext : 0));
  std::vector<std::string> named;  // the GLOBs as paths relative to the root
  for (std::string_view path : session.arguments.operands()) {
    while (path.starts_with("./")) path.remove_prefix(2);
    named.emplace_back(path);
  }
  named.erase(named.begin());  // TEXT
  ops::SearchRequest request{.needle = &needle,
      .most = most + std::min(skip, UINT64_MAX - most),
      .binary = session.flag("binary"),
      .sensitive = session.flag("include-sensitive"),
      .named = std::move(named),
      .readers = session.json() ? ops::Readers::models : ops::Readers::people,
      .threads = session.environment.threads,
      .interrupted = session.environment.around.interrupted};
  request.windows.context = context;
  request.windows.merged = session.json() || context > 0;
  request.windows.whole_below = session.json() ? kWholeBelow : 0;
  if (!session.json()) request.windows.most_in_line = 1, request.windows.most_matches = SIZE_MAX;  // shows the first
  return request;
}

Result<Answer> run_search(Session& session) {
  const std::vector<std::string>& operands = session.arguments.operands();
  TRY_ASSIGN(needle,
      context::Needle::parse(operands.front(),
          {.regex = session.flag("regex"), .word = session.flag("word"), .ignore_case = session.flag("ignore-case")}));
  TRY_ASSIGN(request, search_request(session, needle));
  TRY_ASSIGN(listed,
      list_files(session,
          {.globs = {operands.begin() + 1, operands.end()},
              .ignored = session.flag("no-ignore") ? ops::Ignored::listed : ops::Ignored::left_out,
              .detail = ops::Detail::signatures}));
  TRY_ASSIGN(profile, profile_of(session, listed->opened.settings));
  if (profile && profile->lines != UINT64_MAX) {
    context::WindowOptions& windows = request.windows;
    windows.context = std::min(windows.context, (profile->lines - 1) / 2);
    windows.whole_below = std::min(windows.whole_below, profile->lines + 1);
  }
  Said& said = listed->said;
  if (!listed->describer) return make_answer(session, said);
  ops::Found found = said.diagnostics.take(ops::search(listed->registry, listed->opened.settings.policy, request));
  TRY_ASSIGN(skip, number_of(session.arguments, "skip", 0));
  uint64_t skipped = std::min<uint64_t>(skip, found.hits.size());
  found.hits.erase(found.hits.begin(), found.hits.begin() + static_cast<ptrdiff_t>(skipped));
  if (profile) keep_within(session, *profile, *listed->describer, request.windows, found, said.diagnostics);
  TRY(note_hits(session, *listed->describer, found, request.windows));
  tell_found(session, *listed->describer, found, request.windows, skipped, said);
  Answer answer = make_answer(session, said);
  if (said.diagnostics.ok() && found.total == 0) answer.exit_code = 1;  // as grep
  return answer;
}

}  // namespace

extern constexpr Command kSearch = {
    .name = "search",
    .summary = "find where a text stands",
    .operands = "TEXT [GLOB...]",
    .description =
        "Prints 'path:line:column:text' for each line of the files of 'aptix files' that holds TEXT: the best first, "
        "which are lines that define it, then those that hold it as a whole word, then the rest; equals by path. The "
        "exit code is 1 when nothing is found. TEXT is taken as it is unless --regex says otherwise; lines are seen "
        "without their ends. GLOBs choose among the files as for 'aptix files'. Binary files are left out, and "
        "sensitive ones with a "
        "warning, unless their path is given as a GLOB (without --json) or with --include-sensitive.\n\n"
        "With --json: hits, total, truncated, redactions. A hit has docPath, path, source (\"rag-snippet\" or "
        "\"rag-full\"), isFullFile, startLine, endLine, content, sha256 (of the whole file), utf8 (is the file?), "
        "matches (line, column and "
        "length in bytes; at most 1,000 of a line and 10,000 of a hit, and then matchesLeftOut), score. A file of less "
        "than 40 lines comes whole; windows that touch are one hit. "
        "Credentials are replaced by '[redacted: KIND]', no hit reaches into one, and columns count what is shown.",
    .options = {flag("regex", "TEXT is a regular expression as RE2 has them"),
        flag("word", "only where TEXT begins and ends at the border of a word, in any script"),
        flag("ignore-case", "letters of either case, as Unicode folds them", 'i'),
        option("max", "N", "show the best N hits (20)"),
        option("skip", "N", "pass over the best N hits; with --json 'next' is the N for the next page"),
        option("context", "N", "show N lines around (0; with --json 3)"), flag("binary", "search binary files, too"),
        flag("include-sensitive", "search files that the policy calls sensitive, too"),
        flag("no-ignore", "search what is ignored, too"), kProfile},
    .examples = {{"aptix search parse_header", "where that stands, the definition first"},
        {"aptix search --regex 'TODO|FIXME' '*.c'", "an expression, in C files"},
        {"aptix search --json --max 5 parse_header", "the five best places with the lines around, for a model"}},
    .run = run_search,
    .audited = Audited::reads,
};

}  // namespace aptix::app
