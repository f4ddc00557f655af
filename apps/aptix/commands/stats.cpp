// aptix stats: how many files there are, of which kinds, and what was written lately.
#include <algorithm>
#include <map>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/trim.h"
#include "disk/history.h"
#include "ops/audit/audit.h"
#include "render/text.h"
#include "shared/listed_files.h"
#include "shared/records.h"

namespace aptix::app {
namespace {

constexpr size_t kMostRecent = 20;

struct Stats {
  ops::FileSum files, log;
  ops::FileSums by_tag, by_extension;
  ops::RecentFiles recent;
  std::string session;  // a JSON object, or ""
};

// In small letters, without its dot; "" for none. A dot that a name begins with is not one of an extension.
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

// The newest of what the session knows.
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
  auto log = disk::read_log(*listed->opened.workspace);
  go_on_without_state(session, std::exchange(log.diagnostics.errors, {}), said);
  said.diagnostics.add(std::move(log.diagnostics));
  count_log(log.value, stats);
  find_recent(session, *listed->opened.workspace, stats, said);
  said.text = stats_text(stats);
  said.json = stats_json(stats);
  return make_answer(session, said);
}

}  // namespace

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
