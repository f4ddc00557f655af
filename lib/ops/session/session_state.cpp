#include "ops/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/files/read.h"

namespace aptix::ops {
namespace {

// Versions of the format; others are not read. The second is for lines that replaced others.
constexpr uint64_t kFirstVersion = 1, kReplacedVersion = 2;
constexpr uint64_t kLeastNoted = 256;  // every run reads all lines; replacing them waits for the disk

// A name that is not UTF-8 is stored byte by byte, each byte as the character with that number.
void write_path(json::Writer& w, const std::string& path, std::string_view key = "path") {
  if (!find_invalid_utf8(path)) {
    w.field(key, path);
    return;
  }
  std::string text;
  for (char c : path) append_utf8(text, static_cast<unsigned char>(c));
  w.field(std::string(key) + "Bytes", text);
}

std::optional<std::string> bytes_of(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80 && (i + 1 == text.size() || (c != 0xC2 && c != 0xC3))) return std::nullopt;
    bytes += c < 0x80 ? text[i] : static_cast<char>(((c & 3) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F));
  }
  return bytes;
}

// Reads one line. One error makes the whole line invalid.
class LineReader {
 public:
  explicit LineReader(SessionState& state) : state_(state) {}

  bool take(std::string_view line) {
    std::optional<json::Document> document = json::read_record(line);
    if (!document) return false;
    json::Value root = document->root();
    ++state_.noted;
    if (root.find("version")) start(root);
    else if (state_.id.empty()) return false;
    else if (root.find("read")) take_reads(root);
    else if (root.find("write")) take_writes(root);
    else if (root.find("held")) {
      state_.held.clear();
      for (const json::Value& entry : entries(root, "held")) state_.held[path(entry)] = sha(entry);
    } else if (root.find("task")) {
      state_.tasks.push_back({fields_.text(root, "task"), fields_.text(root, "text")});
    } else if (root.find("done")) {
      auto task = std::ranges::find(state_.tasks, fields_.text(root, "done"), &SessionTask::id);
      if (task != state_.tasks.end()) task->done = true;
    } else if (root.find("end")) {
      state_.ended_ns = time(root, "end");
    } else {
      return false;
    }
    return !fields_.bad;
  }

 private:
  int64_t time(const json::Value& object, std::string_view key) {
    return static_cast<int64_t>(fields_.number(object, key, INT64_MAX));
  }

  std::optional<Sha256> sha(const json::Value& object) {
    if (!object.find("sha256")) return std::nullopt;
    return fields_.needed(Sha256::parse(fields_.text(object, "sha256")));
  }

  std::string path(const json::Value& object, const std::string& key = "path") {
    std::string raw = key + "Bytes";
    return object.find(raw) ? fields_.needed(bytes_of(fields_.text(object, raw))) : fields_.text(object, key);
  }

  // The objects of a list; empty if the line is invalid.
  std::vector<json::Value> entries(const json::Value& root, std::string_view key) {
    std::vector<json::Value> list = fields_.list(root, key);
    state_.noted += list.size();
    for (const json::Value& entry : list) fields_.bad = fields_.bad || entry.type() != json::Type::object;
    return fields_.bad ? std::vector<json::Value>() : list;
  }

  void start(const json::Value& root) {
    uint64_t version = fields_.number(root, "version");
    fields_.bad = fields_.bad || (version != kFirstVersion && version != kReplacedVersion) || !state_.id.empty();
    state_.id = fields_.text(root, "session");
    state_.name = fields_.text(root, "name");
    state_.caller = fields_.text(root, "caller");
    state_.profile = fields_.text(root, "profile");
    state_.started_ns = time(root, "time");
    if (version == kReplacedVersion) {
      state_.replaced = fields_.number(root, "replaced");
      state_.tokens_read = fields_.number(root, "tokens");
      state_.bytes_written = fields_.number(root, "bytes");
    }
    fields_.bad = fields_.bad || state_.id.empty();
  }

  void take_reads(const json::Value& root) {
    state_.tokens_read += fields_.number(root, "tokens");
    int64_t when = time(root, "time");
    for (const json::Value& entry : entries(root, "read")) {
      NotedRead read{.path = path(entry), .sha = fields_.needed(sha(entry)), .time_ns = when};
      std::string lines = fields_.text(entry, "lines");
      read.lines = parse_line_ranges(lines);
      fields_.bad = fields_.bad || (!lines.empty() && read.lines.empty());
      read.shown = entry.find("shown").has_value();
      if (!fields_.bad) note(std::move(read));
    }
  }

  // Adds the lines that were shown to those of the same text.
  void note(NotedRead read) {
    state_.held[read.path] = read.sha;
    if (read.shown) state_.shown[read.path] = read.sha;
    NotedRead& known = state_.reads[read.path];
    std::vector<LineSpan> lines = std::exchange(read.lines, {});
    if (known.sha == read.sha) lines.insert(lines.end(), known.lines.begin(), known.lines.end());
    std::ranges::sort(lines, {}, &LineSpan::first);
    for (const LineSpan& span : lines) {
      if (!read.lines.empty() && span.first <= read.lines.back().last + 1)
        read.lines.back().last = std::max(read.lines.back().last, span.last);
      else read.lines.push_back(span);
    }
    known = std::move(read);
  }

  void take_writes(const json::Value& root) {
    uint64_t transaction = fields_.number(root, "transaction");
    int64_t when = time(root, "time");
    for (const json::Value& entry : entries(root, "write")) {
      NotedWrite write{.path = path(entry),
          .sha = sha(entry),
          .size = fields_.number(entry, "size"),
          .transaction = transaction,
          .time_ns = when};
      if (entry.find("from") || entry.find("fromBytes")) write.from = path(entry, "from");
      if (fields_.bad) return;
      state_.bytes_written += write.size;
      // A file that was read and then renamed stays known under its new name.
      if (state_.held.contains(write.path) || state_.held.contains(write.from)) state_.held[write.path] = write.sha;
      state_.writes[write.path] = std::move(write);
    }
  }

  SessionState& state_;
  json::RecordFields fields_;
};

}  // namespace

Status SessionState::take(std::string_view lines) {
  while (!lines.empty()) {
    std::string_view line = take_line(lines);
    if (!LineReader(*this).take(line))
      return fail(Code::session_unknown,
          fmt::format("cannot continue the session: its file is damaged at '{}'", excerpt_for_display(line, 40)),
          "begin another one with 'aptix session start'");
  }
  return {};
}

std::string start_line(const SessionState& state) {
  return json::object([&](json::Writer& w) {
    w.field("version", state.replaced == 0 ? kFirstVersion : kReplacedVersion);
    w.field("session", state.id).field("name", state.name);
    w.field("caller", state.caller).field("profile", state.profile).field("time", state.started_ns);
    if (state.replaced == 0) return;
    w.field("replaced", state.replaced).field("tokens", state.tokens_read).field("bytes", state.bytes_written);
  });
}

std::string read_line(std::span<const NotedRead> reads, uint64_t tokens, int64_t time_ns) {
  return json::object([&](json::Writer& w) {
    w.objects("read", reads, [&](const NotedRead& read) {
      write_path(w, read.path);
      w.field("sha256", read.sha.hex()).field("lines", shown_lines(read.lines));
      if (read.shown) w.field("shown", true);
    });
    w.field("tokens", tokens).field("time", time_ns);
  });
}

std::string write_line(std::span<const NotedWrite> writes, uint64_t transaction, int64_t time_ns) {
  return json::object([&](json::Writer& w) {
    w.objects("write", writes, [&](const NotedWrite& write) {
      write_path(w, write.path);
      if (write.sha) w.field("sha256", write.sha->hex());
      w.field("size", write.size);
      if (!write.from.empty()) write_path(w, write.from, "from");
    });
    w.field("transaction", transaction).field("time", time_ns);
  });
}

std::string task_line(const SessionTask& task) {
  return json::object([&](json::Writer& w) { w.field("task", task.id).field("text", task.text); });
}

std::string done_line(std::string_view task) {
  return json::object([&](json::Writer& w) { w.field("done", task); });
}

std::string end_line(int64_t time_ns) {
  return json::object([&](json::Writer& w) { w.field("end", time_ns); });
}

bool SessionState::is_worth_replacing() const {
  uint64_t needed = reads.size() + shown.size() + writes.size() + held.size() + tasks.size();
  return noted > kLeastNoted + 4 * needed;
}

std::string all_lines(SessionState state) {
  ++state.replaced;
  for (const auto& [path, write] : state.writes) state.bytes_written -= write.size;  // added again by the write lines
  std::string lines = start_line(state) + "\n";
  auto add = [&](const std::string& line) { lines.append(line).push_back('\n'); };
  for (const auto& [path, read] : state.reads) {
    auto shown = state.shown.find(path);
    NotedRead before{.path = path, .sha = shown == state.shown.end() ? read.sha : shown->second, .shown = true};
    if (shown != state.shown.end() && (!read.shown || before.sha != read.sha)) add(read_line({&before, 1}, 0, 0));
    add(read_line({&read, 1}, 0, read.time_ns));
  }
  for (const auto& [path, write] : state.writes) add(write_line({&write, 1}, write.transaction, write.time_ns));
  add(json::object([&](json::Writer& w) {
    w.objects("held", state.held, [&](const auto& held) {
      write_path(w, held.first);
      if (held.second) w.field("sha256", held.second->hex());
    });
  }));
  for (const SessionTask& task : state.tasks) {
    add(task_line(task));
    if (task.done) add(done_line(task.id));
  }
  if (state.ended_ns) add(end_line(*state.ended_ns));
  return lines;
}

std::string shown_lines(std::span<const LineSpan> lines) {
  std::string text;
  for (const LineSpan& span : lines) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", span.first, span.last);
  return text;
}

}  // namespace aptix::ops
