#include "ops/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr size_t kDateLength = 10;

std::string utc_text(int64_t time_ns) {
  using namespace std::chrono;
  milliseconds time = floor<milliseconds>(nanoseconds(std::max<int64_t>(time_ns, 0)));
  year_month_day date(sys_days(floor<days>(time)));
  hh_mm_ss<milliseconds> clock(time - floor<days>(time));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
      clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
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
  return question.path.empty() || std::ranges::any_of(line.paths, is_at);
}

// The last line of a text that ends with a line feed, without that line feed.
std::string_view last_line(std::string_view text) {
  text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);
}

// Without a transaction, a path counts as read if it was the same before and after.
void add_recent(const AuditLine& line, size_t most, RecentFiles& recent) {
  if (!line.error_code.empty() || line.exit != 0) return;
  std::vector<RecentFile>& list = line.transaction == 0 ? recent.reads : recent.writes;
  for (const TouchedPath& touched : line.paths) {
    bool told = line.transaction != 0 || (touched.before && touched.before == touched.after);
    if (told && list.size() < most) list.push_back({touched.path, touched.after, line.time, line.caller});
  }
}

}  // namespace

std::optional<int64_t> parse_when(std::string_view text, int64_t now_ns) {
  constexpr std::pair<char, int64_t> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
  for (auto [letter, seconds] : kUnits)
    if (!text.empty() && text.back() == letter)
      if (auto number = parse_number(text.substr(0, text.size() - 1)); number && *number < 1'000'000)
        return now_ns - static_cast<int64_t>(*number) * seconds * kNsPerSecond;
  if (text.size() > kDateLength && text.ends_with('Z')) text.remove_suffix(1);
  // A number with that many digits, after one of `signs`.
  bool bad = false;
  auto take = [&](std::string_view signs, size_t digits, int64_t least, int64_t most) {
    bool sign = signs.empty() || (!text.empty() && signs.find(text[0]) != std::string_view::npos);
    text.remove_prefix(std::min<size_t>(signs.empty() ? 0 : 1, text.size()));
    std::string_view part = text.substr(0, digits);
    text.remove_prefix(part.size());
    auto number = static_cast<int64_t>(parse_number(part).value_or(UINT32_MAX));
    bad = bad || !sign || part.size() != digits || number < least || number > most;
    return number;
  };
  auto year = static_cast<int>(take("", 4, 0, 9999));
  auto month = static_cast<unsigned>(take("-", 2, 1, 12)), day = static_cast<unsigned>(take("-", 2, 1, 31));
  if (bad) return std::nullopt;
  std::chrono::sys_days date(std::chrono::year(year) / month / day);
  int64_t seconds = date.time_since_epoch().count() * 86400, nanoseconds = 0;
  if (!text.empty()) {
    seconds += take("T ", 2, 0, 24) * 3600;
    seconds += take(":", 2, 0, 59) * 60;
  }
  if (!text.empty()) seconds += take(":", 2, 0, 60);
  if (!text.empty()) {  // ".25" of a second
    bad = bad || text[0] != '.' || text.find_first_not_of("0123456789", 1) != std::string_view::npos;
    int64_t unit = kNsPerSecond;
    for (char c : text.substr(1)) nanoseconds += (c - '0') * (unit /= 10);
  }
  return bad ? std::nullopt : std::optional(seconds * kNsPerSecond + nanoseconds);
}

std::string audit_members(const AuditRecord& record) {
  constexpr size_t kOftenOfPath = 200;  // bytes of an entry with both hashes
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

Result<RecentFiles> recent_files(disk::Workspace& workspace, size_t most) {
  RecentFiles recent;
  TRY_ASSIGN(files, disk::audit_files(workspace));
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    TRY_ASSIGN(text, disk::read_audit_file(workspace, *file));
    std::string_view rest = std::string_view(text).substr(0, text.rfind('\n') + 1);
    while (!rest.empty() && (recent.reads.size() < most || recent.writes.size() < most)) {
      std::string_view line = last_line(rest);
      if (auto parsed = parse_audit_line(line)) add_recent(*parsed, most, recent);
      rest.remove_suffix(line.size() + 1);
    }
  }
  return recent;
}

Result<AuditCut> cut_before(disk::Workspace& workspace, int64_t time_ns) {
  AuditCut cut;
  TRY_ASSIGN(files, disk::audit_files(workspace));
  for (size_t i = 0; i < files.size(); ++i) {
    cut.first_kept = files[i];
    if (i + 1 == files.size()) break;  // the file in use stays
    TRY_ASSIGN(text, disk::read_audit_file(workspace, files[i]));
    if (text.empty()) continue;
    if (text.back() != '\n') break;
    std::string_view line = last_line(text);
    auto last = parse_audit_line(line);
    if (!last || parse_when(last->time, 0).value_or(INT64_MAX) >= time_ns) break;
    cut.last_seq = last->seq;
    cut.sha = sha256(line);
  }
  return cut;
}

}  // namespace aptix::ops
