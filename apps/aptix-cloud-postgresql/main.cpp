// aptix-cloud-postgresql: the Cloud File Set in a PostgreSQL database. aptix starts it and talks to it over its
// standard streams, see aptix-cloud-helper(7): requests become statements, results become messages.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/framed.h"
#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "schema.h"

namespace aptix::postgresql {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExitUsage = 2, kExitMachine = 5, kExitBug = 70;
constexpr size_t kMostContent = 999'000'000;
constexpr uint64_t kProtocol = 1;
constexpr std::chrono::milliseconds kPoll{2'000};
constexpr uint64_t kLongestWatch = 3'600'000;

// The columns of a copy, in the order that write_file() expects.
#define COPY_COLUMNS "doc_path, version, path, encode(sha, 'hex'), size, time_ns, caller"

tl::unexpected<Failure> bad_request(std::string what) {
  return tl::unexpected(Failure{FailureKind::failed, "the request " + what, "use an aptix of the same version"});
}

std::string_view word_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::again:
    case FailureKind::busy: return "busy";
    case FailureKind::address: return "address";
    case FailureKind::no_space: return "no-space";
    case FailureKind::too_large: return "too-large";
    case FailureKind::lost:
    case FailureKind::failed: return "failed";
  }
  return "failed";
}

// Starts at column `from`.
void write_file(json::Writer& w, const Rows& rows, int row, int from = 0) {
  w.begin_object().field("docPath", rows.at(row, from)).field("version", rows.number(row, from + 1));
  w.field("path", rows.at(row, from + 2)).field("sha256", rows.at(row, from + 3));
  w.field("size", rows.number(row, from + 4)).field("time", rows.number(row, from + 5));
  w.field("caller", rows.at(row, from + 6)).end_object();
}

// A text of the request, which must exist and contain no NUL: the server would cut it off there.
std::string text_of(const json::Value& request, std::string_view key, bool& bad) {
  auto text = json::text_member(request, key);
  bad = bad || !text || text->find('\0') != std::string_view::npos;
  return std::string(text.value_or(""));
}

struct Said {
  std::string fields;   // of the header
  std::string content;  // after it
};

template <class Fill>
Said said(Fill fill, std::string content = {}) {
  auto fields = json::object([&](json::Writer& w) {
    w.field("ok", true);
    fill(w);
  });
  return {std::move(fields), std::move(content)};
}

std::string lines_of(const Rows& rows, int from = 0) {
  std::string lines;
  for (int row = 0; row < rows.count(); ++row) {
    if (rows.is_null(row, from)) continue;
    json::Writer w;
    write_file(w, rows, row, from);
    lines += w.take() + '\n';
  }
  return lines;
}

class Requests {
 public:
  // Returns header and content of the answer, ready to send.
  std::string answer(const json::Framed& request) {
    auto record = json::read_record(request.header);
    auto told = record ? carry_out(record->root(), request.content) : Reply<Said>(bad_request("is not an object"));
    if (told) return json::framed_header(std::move(told->fields), told->content.size()) + told->content;
    const Failure& failure = told.error();
    auto fields = json::object([&](json::Writer& w) {
      w.field("ok", false).field("failure", word_of(failure.kind)).field("message", failure.message);
      w.field("hint", failure.hint);
    });
    return json::framed_header(std::move(fields), 0);
  }

 private:
  Reply<Said> carry_out(const json::Value& request, const std::string& content) {
    std::string_view what = json::text_member(request, "do").value_or("");
    if (what == "open") return open(request);
    if (!server_) return bad_request("comes before 'open'");
    if (what == "look") return look(request);
    if (what == "read") return read(request);
    if (what == "push") return push(request, content);
    if (what == "list") return list();
    if (what == "versions") return versions(request);
    if (what == "watch") return watch(request);
    return bad_request("is not known");
  }

  Reply<Said> open(const json::Value& request) {
    if (json::number_member(request, "protocol") != kProtocol)
      return bad_request("has another version of the protocol");
    auto flag = [&](std::string_view key) {
      auto value = json::member(request, key, json::Type::boolean);
      return value && value->boolean();
    };
    bool bad = false;
    Address address{.url = text_of(request, "url", bad), .unverified = flag("unverified")};
    address.patience = std::chrono::milliseconds(json::number_member(request, "patience").value_or(30'000));
    if (bad) return bad_request("has no address");
    server_.emplace(std::move(address));
    auto opened = server_->open();
    Reply<bool> found = opened ? prepare_schema(*server_, flag("create")) : Reply<bool>(tl::unexpected(opened.error()));
    if (!found) server_.reset();
    if (!found) return tl::unexpected(found.error());
    return said([&](json::Writer& w) { w.field("protocol", kProtocol).field("found", *found); });
  }

  Reply<Said> look(const json::Value& request) {
    bool bad = false;
    std::string doc_path = text_of(request, "docPath", bad);
    if (bad) return bad_request("has no docPath");
    TRY_ASSIGN(rows,
        server_->run({"SELECT " COPY_COLUMNS " FROM aptix.versions WHERE doc_path = $1 ORDER BY version DESC LIMIT 1",
            {text(doc_path)}}));
    return said([&](json::Writer& w) {
      w.key("file");
      if (rows.count() > 0) write_file(w, rows, 0);
      else w.null();
    });
  }

  Reply<Said> read(const json::Value& request) {
    bool bad = false;
    std::string doc_path = text_of(request, "docPath", bad), sha = text_of(request, "sha256", bad);
    if (bad) return bad_request("has no docPath or no hash");
    TRY_ASSIGN(rows,
        server_->run({"SELECT content FROM aptix.versions WHERE doc_path = $1 AND sha = decode($2, 'hex')"
                      " ORDER BY version DESC LIMIT 1",
            {text(doc_path), text(sha)}, Form::binary}));
    bool found = rows.count() > 0;
    return said([&](json::Writer& w) { w.field("found", found); }, found ? std::string(rows.at(0, 0)) : "");
  }

  Reply<Said> push(const json::Value& request, const std::string& content) {
    bool bad = false;
    std::string id = text_of(request, "id", bad), doc_path = text_of(request, "docPath", bad);
    std::string path = text_of(request, "path", bad), caller = text_of(request, "caller", bad);
    auto time = json::number_member(request, "time");
    auto expected = json::text_member(request, "expected");
    if (bad || !time) return bad_request("to push lacks a member");
    std::string time_ns = std::to_string(*time), sha(expected.value_or(""));
    TRY_ASSIGN(rows,
        server_->run({"SELECT * FROM aptix.push($1::uuid, $2, $3, $4, $5::bigint, decode($6, 'hex'), $7)",
            {text(id), text(doc_path), text(path), text(caller), text(time_ns), expected ? text(sha) : Value{},
                bytes(content)}}));
    return said([&](json::Writer& w) {
      w.field("stored", rows.at(0, 0) == "t").key("file");
      if (rows.is_null(0, 1)) w.null();
      else write_file(w, rows, 0, 1);
    });
  }

  Reply<Said> list() {
    TRY_ASSIGN(rows,
        server_->run(
            {"SELECT DISTINCT ON (doc_path) " COPY_COLUMNS " FROM aptix.versions ORDER BY doc_path, version DESC"}));
    return said([](json::Writer&) {}, lines_of(rows));
  }

  Reply<Said> versions(const json::Value& request) {
    bool bad = false;
    std::string doc_path = text_of(request, "docPath", bad);
    if (bad) return bad_request("has no docPath");
    TRY_ASSIGN(rows,
        server_->run({"SELECT " COPY_COLUMNS " FROM aptix.versions WHERE doc_path = $1 ORDER BY version DESC",
            {text(doc_path)}}));
    return said([](json::Writer&) {}, lines_of(rows));
  }

  // Looks first and waits then, so that nothing is missed that came while the connection was lost. If `after` is older
  // than the stored pushes, every copy counts as changed.
  Reply<Said> watch(const json::Value& request) {
    auto after = json::number_member(request, "after");
    uint64_t wait = std::min(json::number_member(request, "wait").value_or(0), kLongestWatch);
    std::string from = std::to_string(after.value_or(INT64_MAX));
    auto until = Clock::now() + std::chrono::milliseconds(wait);
    while (true) {
      bool prompt = server_->listen();
      TRY_ASSIGN(rows,
          server_->run({"WITH head AS (SELECT version FROM aptix.head),"
                        " changed AS (SELECT doc_path FROM aptix.pushes WHERE number > $1::bigint UNION"
                        " SELECT doc_path FROM aptix.versions WHERE $1::bigint < (SELECT version FROM head) - 100000)"
                        " SELECT head.version, copy.* FROM head LEFT JOIN (changed CROSS JOIN LATERAL"
                        " (SELECT " COPY_COLUMNS " FROM aptix.versions v WHERE v.doc_path = changed.doc_path"
                        " ORDER BY v.version DESC LIMIT 1) copy) ON true ORDER BY copy.doc_path",
              {text(from)}}));
      uint64_t version = rows.number(0, 0);
      if (!after || version > *after || Clock::now() >= until)
        return said([&](json::Writer& w) { w.field("version", version).field("prompt", prompt); }, lines_of(rows, 1));
      auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
      server_->wait_for_news(std::clamp(left, std::chrono::milliseconds(1), kPoll));
    }
  }

  std::optional<Server> server_;
};

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

int explain() {
  write_all(STDERR_FILENO,
      "aptix-cloud-postgresql " APTIX_VERSION
      "\naptix starts it where 'cloud.url' begins with postgresql://; see aptix-cloud-helper(7)\n");
  return kExitUsage;
}

int serve() {
  json::FrameReader reader(kMostContent);
  Requests requests;
  std::array<char, 1 << 16> buffer;
  while (true) {
    while (auto request = reader.next())
      if (!write_all(STDOUT_FILENO, requests.answer(*request))) return kExitMachine;
    if (reader.is_bad()) return kExitUsage;
    ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got == 0) return 0;
    if (got < 0 && errno != EINTR) return kExitMachine;
    if (got > 0) reader.take({buffer.data(), static_cast<size_t>(got)});
  }
}

}  // namespace
}  // namespace aptix::postgresql

int main(int argc, char**) {
  using namespace aptix::postgresql;
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is for aptix, which then closes the streams
  if (argc > 1 || ::isatty(STDIN_FILENO) == 1) return explain();
  try {
    return serve();
  } catch (const std::exception& bug) {
    write_all(STDERR_FILENO, std::string("aptix-cloud-postgresql: ") + bug.what() + '\n');
    return kExitBug;
  }
}
