#include "ops/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

// Days since 1970 of a date, by the proleptic Gregorian calendar.
int64_t days_of(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t year_of_era = year - era * 400;
  int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

std::string utc_text(int64_t time_ns) {
  int64_t seconds = std::max<int64_t>(time_ns, 0) / kNsPerSecond, days = seconds / 86400;
  int64_t year = 1970 + days / 366;
  while (days_of(year + 1, 1, 1) <= days) ++year;
  int64_t month = 12;
  while (days_of(year, month, 1) > days) --month;
  int64_t rest = seconds % 86400;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", year, month, days - days_of(year, month, 1) + 1,
      rest / 3600, rest / 60 % 60, rest % 60, std::max<int64_t>(time_ns, 0) / 1'000'000 % 1000);
}

std::optional<AuditLine> parse_audit_line(std::string_view line) {
  std::optional<json::Document> document = json::read_record(line);
  if (!document) return std::nullopt;
  json::Value root = document->root();
  AuditLine out{.json = std::string(line)};
  auto text = [](const json::Value& object, std::string_view key) {
    return std::string(json::text_member(object, key).value_or(""));
  };
  out.seq = json::number_member(root, "seq").value_or(0);
  out.transaction = json::number_member(root, "transaction").value_or(0);
  out.exit = static_cast<int64_t>(json::number_member(root, "exit").value_or(0));
  out.time = text(root, "time");
  out.caller = text(root, "caller");
  out.tool = text(root, "tool");
  out.error_code = text(root, "errorCode");
  if (auto paths = json::member(root, "paths", json::Type::array))
    for (json::Value path : *paths)
      if (json::text_member(path, "path"))
        out.paths.push_back({.path = text(path, "path"),
            .before = Sha256::parse(text(path, "before")),
            .after = Sha256::parse(text(path, "after"))});
  return out;
}

bool answers(const AuditLine& line, const AuditQuestion& question) {
  if (!question.caller.empty() && line.caller != question.caller) return false;
  if (!question.tool.empty() && line.tool != question.tool) return false;
  if (question.failed && line.error_code.empty() && line.exit == 0) return false;
  if (question.since_ns && parse_when(line.time, 0).value_or(INT64_MAX) < *question.since_ns) return false;
  auto is_at = [&](const TouchedPath& touched) {
    return touched.path == question.path || rest_below(touched.path, question.path);
  };
  return question.path.empty() || std::any_of(line.paths.begin(), line.paths.end(), is_at);
}

// A time, taken from left to right. What does not fit makes all of it wrong.
class TimeText {
 public:
  explicit TimeText(std::string_view text) : rest_(text) {}

  // A number of that many digits, after one of the signs.
  int64_t take(std::string_view signs, size_t digits, int64_t least, int64_t most) {
    bool sign = signs.empty() || (!rest_.empty() && signs.find(rest_[0]) != std::string_view::npos);
    rest_.remove_prefix(std::min<size_t>(signs.empty() ? 0 : 1, rest_.size()));
    std::string_view part = rest_.substr(0, digits);
    rest_.remove_prefix(part.size());
    auto number = static_cast<int64_t>(parse_number(part).value_or(UINT32_MAX));
    bad_ = bad_ || !sign || part.size() != digits || number < least || number > most;
    return number;
  }

  // ".25" of a second, in nanoseconds.
  int64_t take_fraction() {
    bad_ = bad_ || rest_[0] != '.' || rest_.find_first_not_of("0123456789", 1) != std::string_view::npos;
    int64_t nanoseconds = 0, unit = kNsPerSecond;
    for (char c : rest_.substr(1)) nanoseconds += (c - '0') * (unit /= 10);
    return nanoseconds;
  }

  bool done() const { return rest_.empty(); }
  bool bad() const { return bad_; }

 private:
  std::string_view rest_;
  bool bad_ = false;
};

}  // namespace

std::optional<int64_t> parse_when(std::string_view text, int64_t now_ns) {
  constexpr std::pair<char, int64_t> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
  for (auto [letter, seconds] : kUnits)
    if (!text.empty() && text.back() == letter)
      if (auto number = parse_number(text.substr(0, text.size() - 1)); number && *number < 1'000'000)
        return now_ns - static_cast<int64_t>(*number) * seconds * kNsPerSecond;
  constexpr size_t kDate = 10;
  TimeText at(text.size() > kDate && text.ends_with('Z') ? text.substr(0, text.size() - 1) : text);
  int64_t year = at.take("", 4, 0, 9999), month = at.take("-", 2, 1, 12), day = at.take("-", 2, 1, 31);
  if (at.bad()) return std::nullopt;
  int64_t seconds = days_of(year, month, day) * 86400, nanoseconds = 0;
  if (!at.done()) {
    seconds += at.take("T ", 2, 0, 24) * 3600;
    seconds += at.take(":", 2, 0, 59) * 60;
  }
  if (!at.done()) seconds += at.take(":", 2, 0, 60);
  if (!at.done()) nanoseconds = at.take_fraction();
  return at.bad() ? std::nullopt : std::optional(seconds * kNsPerSecond + nanoseconds);
}

std::string audit_members(const AuditRecord& record) {
  constexpr size_t kOftenOfPath = 200;  // bytes, where both sides are there
  std::string object = json::object([&](json::Writer& w) {
    w.reserve(record.paths.size() * kOftenOfPath);
    w.field("time", utc_text(record.time_ns)).field("caller", record.caller);
    w.key("client").null().field_or_null("session", record.session).field("tool", record.tool);
    w.key("arguments").begin_object();
    w.list("words", record.arguments);
    w.objects("inputs", record.inputs, [&](const AuditedInput& input) {
      w.field("name", input.name).field("sha256", input.sha.hex()).field("bytes", input.bytes);
    });
    if (!record.details.empty()) w.key("details").raw(record.details);
    w.end_object();
    w.objects("paths", record.paths, [&](const TouchedPath& path) {
      w.field("path", path.path)
          .field_or_null("before", hex_of(path.before))
          .field_or_null("after", hex_of(path.after));
    });
    w.field("successful", record.error_code.empty());
    w.field_or_null("errorCode", record.error_code);
    w.field("exit", record.exit).field("durationMs", record.duration_ms);
    w.field_or_null("transaction", record.transaction);
  });
  object.pop_back();
  return std::move(object.erase(0, 1));
}

Outcome<std::vector<AuditLine>> ask_audit(disk::Workspace& workspace, const AuditQuestion& question) {
  Outcome<std::vector<AuditLine>> out;
  TRY_ASSIGN(files, disk::audit_files(workspace));
  for (uint64_t file : files) {
    TRY_ASSIGN(text, disk::read_audit_file(workspace, file));
    for (std::string_view rest = text; !rest.empty();) {
      bool whole = rest.find('\n') != std::string_view::npos;
      std::string_view line = take_line(rest);
      auto parsed = whole ? parse_audit_line(line) : std::nullopt;
      if (parsed && answers(*parsed, question)) out.value.push_back(std::move(*parsed));
      if (!parsed && out.diagnostics.warnings.empty())
        out.diagnostics.warnings.push_back(make_error(Code::audit_damaged,
            fmt::format("a line of the audit's file {} cannot be read", file), "'aptix audit verify' tells more"));
    }
  }
  if (out.value.size() > question.most)
    out.value.erase(out.value.begin(), out.value.end() - static_cast<ptrdiff_t>(question.most));
  return out;
}

// A file that a command only looked at was the same before and after.
static void add_recent(const AuditLine& line, size_t most, RecentFiles& recent) {
  if (!line.error_code.empty() || line.exit != 0) return;
  std::vector<RecentFile>& list = line.transaction == 0 ? recent.reads : recent.writes;
  for (const TouchedPath& touched : line.paths) {
    bool told = line.transaction != 0 || (touched.before && touched.before == touched.after);
    if (told && list.size() < most) list.push_back({touched.path, touched.after, line.time, line.caller});
  }
}

Result<RecentFiles> recent_files(disk::Workspace& workspace, size_t most) {
  RecentFiles recent;
  TRY_ASSIGN(files, disk::audit_files(workspace));
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    TRY_ASSIGN(text, disk::read_audit_file(workspace, *file));
    std::string_view rest = std::string_view(text).substr(0, text.rfind('\n') + 1);
    while (!rest.empty() && (recent.reads.size() < most || recent.writes.size() < most)) {
      size_t start = rest.size() < 2 ? std::string_view::npos : rest.rfind('\n', rest.size() - 2);
      start = start == std::string_view::npos ? 0 : start + 1;
      if (auto line = parse_audit_line(rest.substr(start, rest.size() - 1 - start))) add_recent(*line, most, recent);
      rest = rest.substr(0, start);
    }
  }
  return recent;
}

Result<AuditCut> cut_before(disk::Workspace& workspace, int64_t time_ns) {
  AuditCut cut;
  TRY_ASSIGN(files, disk::audit_files(workspace));
  for (size_t i = 0; i < files.size(); ++i) {
    cut.first_kept = files[i];
    if (i + 1 == files.size()) break;  // what is written to stays
    TRY_ASSIGN(text, disk::read_audit_file(workspace, files[i]));
    if (text.empty()) continue;
    if (text.back() != '\n') break;
    size_t start = text.rfind('\n', text.size() - 2);
    start = text.size() < 2 || start == std::string::npos ? 0 : start + 1;
    std::string line = text.substr(start, text.size() - 1 - start);
    auto last = parse_audit_line(line);
    if (!last || parse_when(last->time, 0).value_or(INT64_MAX) >= time_ns) break;
    cut.last_seq = last->seq;
    cut.sha = sha256(line);
  }
  return cut;
}

}  // namespace aptix::ops
