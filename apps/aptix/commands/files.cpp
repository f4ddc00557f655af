// aptix files: lists the files of the workspace. aptix stats: their number by kind, and what was written recently.
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/base64.h"
#include "base/parallel.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "context/tree/tags.h"
#include "disk/history.h"
#include "ops/audit/audit.h"
#include "ops/history/history.h"
#include "render/text.h"
#include "shared/reading.h"
#include "shared/records.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

constexpr size_t kShortSha = 12;

std::string_view sort_of(const Session& session) { return session.arguments.value("sort").value_or("path"); }

bool tells_all(const Session& session) { return session.json() || session.flag("long"); }

ops::Detail detail_of(const Session& session) {
  std::vector<std::string> tags = session.arguments.values("tag");
  if (tells_all(session) || !tags.empty()) return ops::Detail::contents;
  return sort_of(session) == "path" ? ops::Detail::names : ops::Detail::stamps;
}

// For many files, several threads look up the tags.
Status keep_tagged(const Session& session, const ops::Describer& describer, std::vector<ops::RegisteredFile>& files) {
  constexpr size_t kInARow = 4096;
  context::TagFilter filter(session.arguments.values("tag"));
  std::vector<char> has(files.size());
  Threads threads{
      .most = std::min<size_t>(session.environment.threads, 1 + files.size() / kInARow), .in_a_row = kInARow};
  TRY(in_parallel(files.size(), threads, [&]() -> Turn {
    return [&](size_t i) -> Status {
      has[i] = describer.has_tag(files[i], filter) ? 1 : 0;
      return {};
    };
  }));
  size_t i = 0;
  std::erase_if(files, [&](const ops::RegisteredFile&) { return has[i++] == 0; });
  return {};
}

// Keeps the files that the options select.
Status narrow(const Session& session, const ops::Describer& describer, ops::Registry& registry) {
  if (session.flag("changed")) {
    TRY_ASSIGN(changed, ops::changed_paths(registry.tree, git_surroundings(session.environment)));
    std::erase_if(registry.files, [&](const ops::RegisteredFile& file) { return !changed.contains(file.path); });
  }
  if (session.flag("sensitive"))
    std::erase_if(registry.files, [&](const ops::RegisteredFile& file) { return !describer.is_sensitive(file); });
  if (!session.flag("tag")) return {};
  return keep_tagged(session, describer, registry.files);
}

struct Page {
  uint64_t most = UINT64_MAX;
  std::string after{};
  bool early = false;  // the list can be cut before any content is read
  bool more = false;   // more files follow
};

Result<Page> page_of(const Session& session) {
  Page page;
  TRY_SET(page.most, number_of(session.arguments, "max", UINT64_MAX));
  page.after = session.arguments.value("after").value_or("");
  bool paged = session.flag("max") || session.flag("after");
  if (paged && sort_of(session) != "path")
    return fail(Code::usage, "'--max' and '--after' are about a list that is sorted by path", "leave '--sort' out");
  page.early = paged && !session.flag("tag") && !session.flag("changed") && !session.flag("sensitive");
  return page;
}

// Lists one file more than a page, to know whether another page follows.
void keep_page(Page& page, ops::Registry& registry) {
  if (!page.early) {
    registry.total = registry.files.size();
    std::erase_if(registry.files, [&](const ops::RegisteredFile& file) { return file.path <= page.after; });
  }
  page.more = registry.files.size() > page.most;
  if (page.more) registry.files.resize(page.most);
}

void sort_files(std::string_view by, std::vector<ops::RegisteredFile>& files) {
  auto stamp_of = [&](const ops::RegisteredFile& file) {
    return by == "size" ? static_cast<int64_t>(file.stamp.size) : file.stamp.modified_ns;
  };
  if (by == "path") return;
  std::stable_sort(files.begin(), files.end(),
      [&](const ops::RegisteredFile& a, const ops::RegisteredFile& b) { return stamp_of(a) > stamp_of(b); });
}

std::string join(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::string_view word : words) text += (text.empty() ? "" : ",") + escape_for_display(word);
  return text.empty() ? "-" : text;
}

std::optional<uint64_t> version_of(
    const ops::Describer& describer, const ops::Timeline& timeline, const ops::RegisteredFile& file) {
  if (!file.known) return std::nullopt;
  return timeline.version_of(describer.from_workspace(file), {.exists = true, .sha = describer.content(file).sha});
}

std::string long_line(const ops::Describer& describer, const ops::Timeline& timeline, const ops::RegisteredFile& file) {
  auto version = version_of(describer, timeline, file);
  return fmt::format("{:>10}  {}  {:<12}  {:>4}  {}  ", file.stamp.size, local_time(file.stamp.modified_ns),
      join(describer.tags(file)), version ? std::to_string(*version) : "-",
      file.known ? describer.content(file).sha.hex().substr(0, kShortSha) : std::string(kShortSha, '-'));
}

void write_file(
    json::Writer& w, const ops::Describer& describer, const ops::Timeline& timeline, const ops::RegisteredFile& file) {
  auto doc_path = describer.doc_path(file);
  auto version = version_of(describer, timeline, file);
  w.field("path", doc_path ? std::string(file.path) : escape_for_display(file.path));
  if (!doc_path) w.field("pathBase64", base64(file.path));
  w.field_or_null("docPath", doc_path).field("size", file.stamp.size);
  w.field_or_null("sha256", file.known ? describer.content(file).sha.hex() : "");
  w.field("modified", utc_time(file.stamp.modified_ns));
  w.field_or_null("version", version ? std::to_string(*version) : "").list("tags", describer.tags(file));
  w.field("sensitive", describer.is_sensitive(file)).field("binary", describer.content(file).binary);
  w.field_or_null("link", describer.link_target(file));
}

// Reports the log's diagnostics.
std::vector<disk::Record> read_log(const Session& session, ListedFiles& listed) {
  auto log = disk::read_log(*listed.opened.workspace);
  go_on_without_state(session, std::exchange(log.diagnostics.errors, {}), listed.said);
  return listed.said.diagnostics.take(std::move(log));
}

void tell_all(const Session& session, const ops::Describer& describer, const ops::Registry& registry,
    const ops::Timeline& timeline, const Page& page, Said& said) {
  if (session.json()) {
    uint64_t bytes = std::accumulate(registry.files.begin(), registry.files.end(), uint64_t{0},
        [](uint64_t sum, const ops::RegisteredFile& file) { return sum + file.stamp.size; });
    said.json = json::object([&](json::Writer& w) {
      w.field("count", registry.total).field("bytes", bytes);
      w.objects(
          "files", registry.files, [&](const ops::RegisteredFile& file) { write_file(w, describer, timeline, file); });
      if (page.more && !registry.files.empty()) w.field("next", registry.files.back().path);
    });
    return;
  }
  bool is_long = session.flag("long"), nul = session.flag("null");
  for (const ops::RegisteredFile& file : registry.files) {
    if (is_long) said.text += long_line(describer, timeline, file);
    if (nul) said.text.append(file.path).push_back('\0');
    else said.text.append(escape_for_display(file.path)).push_back('\n');
  }
}

Result<Answer> run_files(Session& session) {
  TRY_ASSIGN(page, page_of(session));
  std::optional<ops::ListPage> early;
  if (page.early) early = {page.after, page.most + (page.most < UINT64_MAX ? 1 : 0)};
  TRY_ASSIGN(listed,
      list_files(session,
          {.globs = session.arguments.operands(),
              .ignored = session.flag("no-ignore") ? ops::Ignored::listed : ops::Ignored::left_out,
              .detail = detail_of(session),
              .page = early}));
  Said& said = listed->said;
  if (!listed->describer) return make_answer(session, said);
  TRY(narrow(session, *listed->describer, listed->registry));
  sort_files(sort_of(session), listed->registry.files);
  keep_page(page, listed->registry);
  std::vector<disk::Record> log;
  if (tells_all(session)) log = read_log(session, *listed);
  tell_all(session, *listed->describer, listed->registry, ops::Timeline(log), page, said);
  return make_answer(session, said);
}

constexpr size_t kMostRecent = 20;

struct Stats {
  ops::FileSum files, log;
  ops::FileSums by_tag, by_extension;
  ops::RecentFiles recent;
  std::string session;  // a JSON object, or ""
};

// Lower case, without the dot; "" for none. A leading dot of a name does not start an extension.
std::string extension_of(std::string_view path) {
  std::string_view name = base_name(path);
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string() : ascii_lower(name.substr(dot + 1));
}

void count_log(const std::vector<disk::Record>& records, Stats& stats) {
  for (const disk::Record& record : records) {
    uint64_t saved = 0;
    for (const disk::RecordedFile& file : record.files) saved += file.before.size;
    stats.log.add(record.preimages ? saved : 0);
  }
}

// The newest entries of what the session knows.
template <class Noted>
std::vector<ops::RecentFile> recent_of(
    const std::map<std::string, Noted, std::less<>>& noted, const ops::SessionState& state) {
  std::vector<const Noted*> all;
  for (const auto& [path, one] : noted) all.push_back(&one);
  std::stable_sort(all.begin(), all.end(), [](const Noted* a, const Noted* b) { return a->time_ns > b->time_ns; });
  all.resize(std::min(all.size(), kMostRecent));
  std::vector<ops::RecentFile> recent;
  for (const Noted* one : all) recent.push_back({one->path, one->sha, utc_time(one->time_ns), state.caller});
  return recent;
}

void find_recent(const Session& session, disk::Workspace& workspace, Stats& stats, Said& said) {
  if (const ops::LiveSession* live = live_session(session)) {
    const ops::SessionState& state = live->state();
    stats.recent = {recent_of(state.reads, state), recent_of(state.writes, state)};
    stats.session = json::object([&](json::Writer& w) {
      write_session(w, state);
      w.field("reads", state.reads.size()).field("writes", state.writes.size());
      write_budget(w, *live);
    });
    return;
  }
  auto recent = ops::recent_files(workspace, kMostRecent);
  if (recent) stats.recent = std::move(*recent);
  else go_on_without_state(session, {std::move(recent).error()}, said);
}

void write_recent(json::Writer& w, std::string_view name, const std::vector<ops::RecentFile>& files) {
  w.objects(name, files, [&](const ops::RecentFile& file) {
    w.field("path", file.path).field_or_null("sha256", hex_of(file.sha));
    w.field("time", file.time).field("caller", file.caller);
  });
}

std::string stats_json(const Stats& stats) {
  return json::object([&](json::Writer& w) {
    w.key("files").begin_object();
    write_sum(w, stats.files);
    write_sums(w, "byTag", stats.by_tag);
    write_sums(w, "byExtension", stats.by_extension);
    w.end_object();
    write_recent(w, "recentReads", stats.recent.reads);
    write_recent(w, "recentWrites", stats.recent.writes);
    w.key("log").begin_object();
    w.field("transactions", stats.log.count).field("bytes", stats.log.bytes);
    w.end_object();
    w.key("session").raw(stats.session.empty() ? "null" : stats.session);
  });
}

std::string sum_line(std::string_view name, const ops::FileSum& sum) {
  return fmt::format("{:>10}  {:>14}  {}\n", sum.count, sum.bytes, name.empty() ? "-" : escape_for_display(name));
}

std::string stats_text(const Stats& stats) {
  std::string text = "     files           bytes\n" + sum_line("in all", stats.files) + "by tag:\n";
  for (const auto& [tag, sum] : stats.by_tag) text += sum_line(tag, sum);
  text += "by extension:\n";
  for (const auto& [extension, sum] : stats.by_extension) text += sum_line(extension, sum);
  text +=
      fmt::format("the log keeps {} and {} bytes\n", render::count_of(stats.log.count, "transaction"), stats.log.bytes);
  return text;
}

Result<Answer> run_stats(Session& session) {
  if (const auto& operands = session.arguments.operands(); !operands.empty() && operands.front() != "files")
    return fail(Code::usage, fmt::format("there are no statistics of '{}'", excerpt_for_display(operands.front())),
        "'aptix stats files' and 'aptix stats' are the same");
  TRY_ASSIGN(listed, list_files(session, {.detail = ops::Detail::contents}));
  Said& said = listed->said;
  if (!listed->describer) return make_answer(session, said);
  Stats stats;
  stats.by_tag = ops::sums_by_tag(*listed->describer, listed->registry);
  for (const ops::RegisteredFile& file : listed->registry.files) {
    stats.files.add(file.stamp.size);
    stats.by_extension[extension_of(file.path)].add(file.stamp.size);
  }
  count_log(read_log(session, *listed), stats);
  find_recent(session, *listed->opened.workspace, stats, said);
  said.text = stats_text(stats);
  said.json = stats_json(stats);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kListFiles = {
    .name = "files",
    .summary = "list the files of the work tree",
    .operands = "[GLOB...]",
    .description =
        "Prints one path a line, relative to the root, sorted bytewise: the files that git tracks, and the others that "
        "are neither ignored by '.gitignore', '.git/info/exclude' nor git's global ignore file; outside of git, all. "
        "'.aptixignore' files, of the same syntax, take away more, tracked files too. The files of repositories within "
        "the tree are not listed. Symbolic links are listed and never followed.\n\n"
        "A GLOB without '/' is for names at any depth, one with '/' for paths from the root; '**' stands for any "
        "folders. One that names a folder stands for all that is below it. '!GLOB' takes away. '\\[' stands for a '[' "
        "itself, and a path that is there is meant as it is spelled: 'app/[id]'.\n\n"
        "Tags are given by name: doc, config, code, test, generated (also by '@generated' or 'DO NOT EDIT' in the "
        "first lines), binary, data, vendored; '[tags]' in the configuration adds to them: \"docs/**\" = "
        "\"manual\".\n\n"
        "With --json: count (of all that match), bytes, and for each of the files path, docPath, size, sha256, "
        "modified, version (the "
        "number of the transaction that left the file as it is, or null), tags, sensitive, binary, and link (the "
        "target, or null).",
    .options = {repeatable(option("tag", "TAG", "only files with this tag; several: with any of them")),
        flag("changed", "only what git calls modified, added, renamed or untracked"),
        flag("sensitive", "only files that may hold credentials or run on their own"),
        option("sort", "path|size|time", "sort by path (the default), the largest first, or the newest first"),
        flag("long", "show size, time, tags, version and the first digits of the SHA-256", 'l'),
        flag("null", "end each path with a NUL instead of a line feed", '0'),
        option("max", "N", "list at most N files"),
        option("after", "PATH", "list what comes after PATH; with --json 'next' is the PATH for the next page"),
        flag("no-ignore", "list what is ignored, too")},
    .examples = {{"aptix files", "list all files"},
        {"aptix files '*.c' '!test'", "C files, but none below a folder 'test'"},
        {"aptix files --tag doc --sort time", "the documents, the newest first"},
        {"aptix files -0 src | xargs -0 wc -l", "hand the names of all files below 'src' to another program"}},
    .run = run_files,
    .audited = Audited::reads,
};

extern constexpr Command kStats = {
    .name = "stats",
    .summary = "count the files by kind, and tell what was written lately",
    .operands = "[files]",
    .description =
        "Counts the files of 'aptix files' and their bytes: in all, by tag, by extension; and the transactions that "
        "the log keeps with the bytes of what they replaced.\n\n"
        "With --json: files (count, bytes, byTag, byExtension), recentReads and recentWrites (path, sha256, time, "
        "caller; the newest first; of the session or, outside of one, from the audit), log (transactions, bytes), "
        "session (null outside of one).",
    .examples = {{"aptix stats", "count the files"}, {"aptix stats --json", "the same for a script"}},
    .run = run_stats,
};

}  // namespace aptix::app
