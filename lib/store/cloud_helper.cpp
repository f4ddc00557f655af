// Answers of a helper are not trusted: content that does not match its hash is refused.
#include "store/cloud.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/json/framed.h"
#include "base/json/json_writer.h"
#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "base/uuid.h"

namespace aptix::store {
namespace {

// The code for the word by which a helper classifies a failure.
Code code_of(std::string_view word) {
  constexpr std::pair<std::string_view, Code> kWords[] = {{"address", Code::config_invalid}, {"busy", Code::lock_busy},
      {"no-space", Code::io_no_space}, {"too-large", Code::limit_exceeded}};
  auto row = std::ranges::find(kWords, word, &std::pair<std::string_view, Code>::first);
  return row == std::end(kWords) ? Code::io_error : row->second;
}

Error broken(const std::string& scheme, std::string_view what) {
  return make_error(Code::io_error, fmt::format("the helper 'aptix-cloud-{}' {}", scheme, what),
      "try again; what was pushed before is in the set");
}

// Nothing if a member is missing.
std::optional<CloudFile> file_in(const json::Value& record) {
  json::RecordFields fields;
  CloudFile file;
  file.doc_path = fields.text(record, "docPath");
  file.path = fields.text(record, "path");
  file.version = fields.number(record, "version");
  file.sha = fields.needed(Sha256::parse(fields.text(record, "sha256")));
  file.size = fields.number(record, "size");
  file.time_ns = static_cast<int64_t>(fields.number(record, "time", INT64_MAX));
  file.caller = fields.text(record, "caller");
  return fields.bad ? std::nullopt : std::optional(std::move(file));
}

struct HelperAnswer {
  std::unique_ptr<const std::string> header;  // keeps its address when this is moved
  std::string content;
  std::optional<json::Document> record;  // parsed header

  json::Value root() const { return record->root(); }
  bool says(std::string_view key) const {
    auto flag = json::member(root(), key, json::Type::boolean);
    return flag && flag->boolean();
  }
};

class HelperSet final : public CloudSet {
 public:
  HelperSet(std::string scheme, std::unique_ptr<HelperChannel> channel, uint64_t random)
      : scheme_(std::move(scheme)),
        channel_(std::move(channel)),
        random_(random) {}

  // False if there is no set, and none was to be created.
  Result<bool> open(const std::string& url, const HelperOptions& options) {
    std::string request = json::object([&](json::Writer& w) {
      w.field("do", "open").field("protocol", kHelperProtocol).field("url", url).field("create", options.create);
      w.field("patience", options.patience_ms).field("unverified", options.unverified);
    });
    TRY_ASSIGN(answer, ask(std::move(request)));
    if (json::number_member(answer.root(), "protocol") != kHelperProtocol)
      return fail(broken(scheme_, "speaks another version of the protocol"));
    return answer.says("found");
  }

  Result<std::optional<CloudFile>> look(std::string_view doc_path) override {
    TRY_ASSIGN(answer, ask(about("look", doc_path)));
    return file_of_answer(answer);
  }

  Result<std::optional<std::string>> read(std::string_view doc_path, const Sha256& sha) override {
    std::string request = json::object(
        [&](json::Writer& w) { w.field("do", "read").field("docPath", doc_path).field("sha256", sha.hex()); });
    TRY_ASSIGN(answer, ask(std::move(request)));
    if (!answer.says("found")) return std::optional<std::string>();
    if (sha256(answer.content) == sha) return std::optional(std::move(answer.content));
    return fail(damaged_copy(doc_path));
  }

  Result<CloudWritten> compare_and_set(const CloudWrite& write) override {
    std::string request = json::object([&](json::Writer& w) {
      w.field("do", "push").field("id", UuidFamily(write.time_ns, random_).id(pushes_++));
      w.field("docPath", write.doc_path).field("path", write.path).field("caller", write.caller);
      w.field("time", write.time_ns);
      w.field_or_null("expected", write.expected ? write.expected->hex() : std::string());
    });
    TRY_ASSIGN(answer, ask(std::move(request), write.content));
    CloudWritten written{.stored = answer.says("stored"), .current = {}};
    TRY_SET(written.current, file_of_answer(answer));
    if (written.stored && (!written.current || written.current->sha != sha256(write.content)))
      return fail(broken(scheme_, "stored a different text"));
    return written;
  }

  Result<std::vector<CloudFile>> list() override {
    TRY_ASSIGN(answer, ask(json::object([](json::Writer& w) { w.field("do", "list"); })));
    return files_of(answer);
  }

  Result<std::vector<CloudFile>> versions(std::string_view doc_path) override {
    TRY_ASSIGN(answer, ask(about("versions", doc_path)));
    return files_of(answer);
  }

  Result<CloudNews> watch(std::optional<uint64_t> after, int wait_ms) override {
    std::string request = json::object([&](json::Writer& w) {
      w.field("do", "watch");
      if (after) w.field("after", *after).field("wait", wait_ms);
    });
    TRY_ASSIGN(answer, ask(std::move(request)));
    auto version = json::number_member(answer.root(), "version");
    if (!version) return fail(broken(scheme_, "sent an invalid answer"));
    TRY_ASSIGN(files, files_of(answer));
    return CloudNews{.version = *version, .files = std::move(files), .prompt = answer.says("prompt")};
  }

 private:
  static std::string about(std::string_view what, std::string_view doc_path) {
    return json::object([&](json::Writer& w) { w.field("do", what).field("docPath", doc_path); });
  }

  Result<std::optional<CloudFile>> file_of_answer(const HelperAnswer& answer) {
    auto record = json::member(answer.root(), "file", json::Type::object);
    if (!record) return std::optional<CloudFile>();
    auto file = file_in(*record);
    if (!file) return fail(broken(scheme_, "sent an invalid answer"));
    return file;
  }

  // One file for each line of the content.
  Result<std::vector<CloudFile>> files_of(const HelperAnswer& answer) {
    std::vector<CloudFile> files;
    std::string_view left = answer.content;
    while (!left.empty()) {
      std::string_view line = take_line(left);
      auto record = json::read_record(line);
      auto file = record ? file_in(record->root()) : std::nullopt;
      if (!file) return fail(broken(scheme_, "sent an invalid answer"));
      files.push_back(std::move(*file));
    }
    return files;
  }

  Result<HelperAnswer> ask(std::string fields, std::string_view content = {}) {
    TRY(channel_->send(json::framed_header(std::move(fields), content.size())));
    if (!content.empty()) TRY(channel_->send(content));
    TRY_ASSIGN(message, receive());
    HelperAnswer answer{.header = std::make_unique<std::string>(std::move(message.header)),
        .content = std::move(message.content),
        .record = {}};
    answer.record = json::read_record(*answer.header);
    if (answer.says("ok")) return answer;
    std::string_view what = json::text_member(answer.root(), "message").value_or("failed without a message");
    return fail(code_of(json::text_member(answer.root(), "failure").value_or("")), escape_for_display(what),
        escape_for_display(json::text_member(answer.root(), "hint").value_or("try again")));
  }

  Result<json::Framed> receive() {
    std::array<char, 1 << 16> buffer;
    while (true) {
      if (auto message = reader_.next()) return std::move(*message);
      if (reader_.is_bad()) return fail(broken(scheme_, "sent an invalid answer"));
      TRY_ASSIGN(got, channel_->receive(buffer.data(), buffer.size()));
      if (got == 0) return fail(broken(scheme_, "has ended before it answered"));
      reader_.take({buffer.data(), got});
    }
  }

  std::string scheme_;
  std::unique_ptr<HelperChannel> channel_;
  json::FrameReader reader_{kLargestCopy};
  uint64_t random_;
  uint32_t pushes_ = 0;
};

HelperOptions helper_options(const CloudPlace& place, bool create, int busy_ms) {
  return {.create = create, .patience_ms = busy_ms, .unverified = place.unverified, .random = place.random};
}

}  // namespace

std::string scheme_of(std::string_view url) {
  std::string_view scheme = url.substr(0, url.find("://"));
  bool good = scheme.size() < url.size() && !scheme.empty() && scheme.front() >= 'a' && scheme.front() <= 'z' &&
      std::all_of(scheme.begin(), scheme.end(),
          [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+'; });
  return good ? std::string(scheme) : std::string();
}

bool has_password(std::string_view url) {
  std::string_view rest = url.substr(std::min(url.find("://"), url.size()));
  rest.remove_prefix(std::min<size_t>(3, rest.size()));
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  size_t at = authority.rfind('@');
  if (at != std::string_view::npos && authority.substr(0, at).find(':') != std::string_view::npos) return true;
  return rest.find("password=") != std::string_view::npos;
}

Result<std::unique_ptr<CloudSet>> open_cloud_helper(
    const std::string& url, const StartHelper& start, const HelperOptions& options) {
  std::string scheme = scheme_of(url);
  TRY_ASSIGN(channel, start(scheme));
  auto set = std::make_unique<HelperSet>(std::move(scheme), std::move(channel), options.random);
  TRY_ASSIGN(found, set->open(url, options));
  return std::unique_ptr<CloudSet>(found ? std::move(set) : nullptr);
}

Result<std::unique_ptr<CloudSet>> open_cloud(
    const CloudPlace& place, int busy_ms, const std::atomic<bool>* interrupted) {
  if (place.url.empty()) return open_cloud_file(place.file, busy_ms, interrupted);
  return open_cloud_helper(place.url, place.start, helper_options(place, true, busy_ms));
}

Result<std::unique_ptr<CloudSet>> find_cloud(const CloudPlace& place) {
  if (place.empty()) return std::unique_ptr<CloudSet>();
  if (place.url.empty()) return find_cloud_file(place.file);
  return open_cloud_helper(place.url, place.start, helper_options(place, false, kReaderBusyMs));
}

}  // namespace aptix::store
