#include "shared/records.h"

#include <time.h>

#include <set>

#include "base/text/trim.h"

namespace aptix::app {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

std::string formatted(const tm& parts, const char* format) {
  char text[32];
  return std::string(text, ::strftime(text, sizeof text, format, &parts));
}

// The verb for each file of a record.
class Verbs {
 public:
  explicit Verbs(const disk::Record& record) {
    for (const disk::RecordedFile& file : record.files)
      if (!file.after.exists) gone_.insert(file.path);
  }

  std::string_view of(const disk::RecordedFile& file) const {
    if (file.before.exists) return file.after.exists ? "change" : "delete";
    if (file.from.empty()) return "create";
    return gone_.contains(file.from) ? "rename" : "copy";
  }

 private:
  std::set<std::string_view> gone_;
};

}  // namespace

Result<uint64_t> parse_id(std::string_view text) {
  if (auto id = parse_number(text); id && *id != 0) return *id;
  return fail(Code::usage, fmt::format("'{}' is not the ID of a transaction", escape_for_display(text.substr(0, 200))),
      "'aptix log' lists the IDs");
}

std::string describe(const disk::Record& record) {
  Verbs verbs(record);
  std::string text;
  for (const disk::RecordedFile& file : record.files) {
    std::string from = file.from.empty() ? std::string() : escape_for_display(file.from) + " -> ";
    text += fmt::format("{} {}{}\n", verbs.of(file), from, escape_for_display(file.path));
  }
  return text;
}

std::string local_time(int64_t time_ns) {
  time_t seconds = time_ns / kSecond;
  tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return "-";
  return formatted(parts, "%Y-%m-%d %H:%M:%S");
}

std::string utc_time(int64_t time_ns) {
  time_t seconds = time_ns / kSecond;
  tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return "";
  return formatted(parts, "%Y-%m-%dT%H:%M:%SZ");
}

std::string hex_of(const disk::StoredState& state) { return state.exists ? state.sha.hex() : ""; }

void write_files(json::Writer& w, const disk::Record& record) {
  Verbs verbs(record);
  w.objects("files", record.files, [&](const disk::RecordedFile& file) {
    w.field("path", file.path);
    if (!file.from.empty()) w.field("from", file.from);
    w.field("operation", verbs.of(file));
    w.field_or_null("before", hex_of(file.before)).field_or_null("after", hex_of(file.after));
  });
}

void write_files(json::Writer& w, const ChangeSet& changes) {
  w.objects("files", changes.changes, [&](const FileChange& change) {
    w.field("path", change.path.str()).field("operation", verb_of(change));
    w.field_or_null("before", change.before.exists ? change.before_sha.hex() : "");
    w.field_or_null("after", change.after_exists ? change.after_sha.hex() : "");
  });
}

std::string_view verb_of(const FileChange& change) {
  return !change.after_exists ? "delete" : change.before.exists ? "change" : "create";
}

std::string describe(const ChangeSet& changes) {
  std::string text;
  for (const FileChange& change : changes.changes)
    text += fmt::format("{} {}\n", verb_of(change), escape_for_display(change.path.str()));
  return text;
}

std::string end_of_changes(const Session& session, size_t files, const std::string& done) {
  if (!session.dry_run()) return done;
  return fmt::format("dry run: nothing was written; {} would change\n", render::count_of(files, "file"));
}

std::string as_transaction(const store::Application& application) {
  if (application.transaction == 0) return " and there was nothing to change";
  return fmt::format(" as transaction {}", application.transaction);
}

void write_applications(json::Writer& w, const store::StoredBatch& batch) {
  w.objects("applications", batch.applications, [&](const store::Application& application) {
    w.field_or_null("transaction", application.transaction).field("time", utc_time(application.time_ns));
  });
}

void write_session(json::Writer& w, const ops::SessionState& state) {
  w.field("session", state.id).field_or_null("name", state.name).field("started", utc_time(state.started_ns));
  w.field_or_null("ended", state.ended_ns ? utc_time(*state.ended_ns) : "");
  w.field("caller", state.caller).field_or_null("profile", state.profile);
}

void write_budget(json::Writer& w, const ops::LiveSession& live) {
  const ops::SessionState& state = live.state();
  w.key("budget").begin_object();
  w.field_or_null("readTokens", live.budget().read_tokens).field("used", state.tokens_read);
  w.field_or_null("writeFiles", live.budget().write_files).field("filesWritten", state.writes.size());
  w.field_or_null("writeBytes", live.budget().write_bytes).field("bytesWritten", state.bytes_written);
  w.end_object();
}

}  // namespace aptix::app
