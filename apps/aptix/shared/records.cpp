// Records as text and as JSON.
#include "shared/records.h"

#include <fmt/format.h>
#include <time.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::app {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

std::string formatted(const tm& parts, const char* format) {
  char text[32];
  return std::string(text, ::strftime(text, sizeof text, format, &parts));
}

void write_sha(json::Writer& w, std::string_view key, const disk::FileState& state) {
  w.key(key);
  if (state.exists) w.value(state.sha.hex());
  else w.null();
}

}  // namespace

Result<uint64_t> parse_id(std::string_view text) {
  if (auto id = parse_number(text); id && *id != 0) return *id;
  return fail(Code::usage, fmt::format("'{}' is not the ID of a transaction", escape_for_display(text.substr(0, 200))),
      "'aptix log' lists the IDs");
}

std::string_view verb_of(const disk::RecordedFile& file) {
  if (!file.before.exists) return file.from.empty() ? "create" : "rename";
  return file.after.exists ? "change" : "delete";
}

std::string describe(const disk::RecordedFile& file) {
  std::string path = escape_for_display(file.path);
  if (file.from.empty()) return fmt::format("{} {}", verb_of(file), path);
  return fmt::format("{} {} -> {}", verb_of(file), escape_for_display(file.from), path);
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

void write_files(json::Writer& w, const disk::Record& record) {
  w.objects("files", record.files, [&](const disk::RecordedFile& file) {
    w.field("path", file.path);
    if (!file.from.empty()) w.field("from", file.from);
    w.field("operation", verb_of(file));
    write_sha(w, "before", file.before);
    write_sha(w, "after", file.after);
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

std::string as_transaction(const store::Application& application) {
  if (application.transaction == 0) return " and there was nothing to change";
  return fmt::format(" as transaction {}", application.transaction);
}

void write_applications(json::Writer& w, const store::StoredBatch& batch) {
  w.objects("applications", batch.applications, [&](const store::Application& application) {
    render::write_transaction(w, application.transaction);
    w.field("time", utc_time(application.time_ns));
  });
}

}  // namespace aptix::app
