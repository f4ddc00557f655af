// aptix stats: how many files there are, of which kinds, and what was written lately.
#include <fmt/format.h>

#include <map>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "disk/history.h"
#include "ops/registry/describe.h"
#include "render/text.h"
#include "shared/records.h"
#include "terminal/git.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr size_t kMostRecent = 20;

struct Sum {
  uint64_t count = 0, bytes = 0;
  void add(uint64_t size) {
    ++count;
    bytes += size;
  }
};
using Sums = std::map<std::string, Sum, std::less<>>;

struct Write {
  const disk::RecordedFile* file;
  const disk::Record* record;
};

struct Stats {
  Sum files, log;
  Sums by_tag, by_extension;
  std::vector<disk::Record> records;
  std::vector<Write> writes;  // newest first
};

// In small letters, without its dot; "" for none. A dot that a name begins with is not one of an extension.
std::string extension_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string() : ascii_lower(name.substr(dot + 1));
}

void count_log(std::vector<disk::Record> records, Stats& stats) {
  stats.records = std::move(records);
  for (auto record = stats.records.rbegin(); record != stats.records.rend(); ++record) {
    uint64_t saved = 0;
    for (const disk::RecordedFile& file : record->files) {
      saved += file.before.size;
      if (stats.writes.size() < kMostRecent) stats.writes.push_back({&file, &*record});
    }
    stats.log.add(record->preimages ? saved : 0);
  }
}

void write_sum(json::Writer& w, const Sum& sum) { w.field("count", sum.count).field("bytes", sum.bytes); }

void write_sums(json::Writer& w, std::string_view name, const Sums& sums) {
  w.key(name).begin_object();
  for (const auto& [key, sum] : sums) {
    w.key(key).begin_object();
    write_sum(w, sum);
    w.end_object();
  }
  w.end_object();
}

std::string stats_json(const Stats& stats) {
  return json::object([&](json::Writer& w) {
    w.key("files").begin_object();
    write_sum(w, stats.files);
    write_sums(w, "byTag", stats.by_tag);
    write_sums(w, "byExtension", stats.by_extension);
    w.end_object();
    w.key("recentReads").begin_array().end_array();
    w.objects("recentWrites", stats.writes, [&](const Write& write) {
      w.field("path", write.file->path);
      if (write.file->after.exists) w.field("sha256", write.file->after.sha.hex());
      else w.key("sha256").null();
      w.field("time", utc_time(write.record->time_ns)).field("caller", write.record->caller);
    });
    w.key("log").begin_object();
    w.field("transactions", stats.log.count).field("bytes", stats.log.bytes);
    w.end_object();
    w.key("session").null();
  });
}

std::string sum_line(std::string_view name, const Sum& sum) {
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
  TRY_ASSIGN(opened, open_workspace(session));
  ops::ListRequest request{.detail = ops::Detail::contents,
      .threads = session.environment.threads,
      .interrupted = session.environment.interrupted};
  auto registry = ops::open_registry(*opened.workspace, git_surroundings(session.environment), request);
  Said said{.diagnostics = std::move(opened.warnings)};
  said.diagnostics.add(std::move(registry.diagnostics));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  TRY_ASSIGN(describer, ops::Describer::open(*opened.workspace, opened.settings, registry.value));
  Stats stats;
  for (const ops::RegisteredFile& file : registry.value.files) {
    stats.files.add(file.stamp.size);
    for (std::string_view tag : describer.tags(file)) stats.by_tag[std::string(tag)].add(file.stamp.size);
    stats.by_extension[extension_of(file.path)].add(file.stamp.size);
  }
  auto log = disk::read_log(*opened.workspace);
  said.diagnostics.add(std::move(log.diagnostics));
  count_log(std::move(log.value), stats);
  said.text = stats_text(stats);
  said.json = stats_json(stats);
  return make_answer(session, said);
}

}  // namespace

const Command kStats = {
    .name = "stats",
    .summary = "count the files by kind, and tell what was written lately",
    .operands = "[files]",
    .description =
        "Counts the files of 'aptix files' and their bytes: in all, by tag, by extension; and the transactions that "
        "the log keeps with the bytes of what they replaced.\n\n"
        "With --json: files (count, bytes, byTag, byExtension), recentReads and recentWrites (path, sha256, time, "
        "caller; the newest first), log (transactions, bytes), session.",
    .shared = kEverywhere,
    .examples = {{"aptix stats", "count the files"}, {"aptix stats --json", "the same for a script"}},
    .run = run_stats,
};

}  // namespace aptix::app
