#include "support/helper_double.h"

#include <algorithm>

#include "base/json/json_writer.h"
#include "base/json/record.h"

namespace aptix::test {
namespace {

class DoubleChannel final : public store::HelperChannel {
 public:
  explicit DoubleChannel(HelperDouble& helper) : helper_(helper) {}

  Status send(std::string_view bytes) override {
    reader_.take(bytes);
    while (auto request = reader_.next()) out_ += helper_.answer(*request);
    return {};
  }

  Result<size_t> receive(char* to, size_t most) override {
    size_t size = std::min({most, helper_.piece, out_.size()});
    std::copy_n(out_.begin(), size, to);
    out_.erase(0, size);
    return size;
  }

 private:
  HelperDouble& helper_;
  json::FrameReader reader_{1 << 20};
  std::string out_;
};

std::string with_file(std::string_view fields, const std::optional<store::CloudFile>& file) {
  auto write = [&](json::Writer& w) {
    w.field("docPath", file->doc_path).field("path", file->path).field("version", file->version);
    w.field("sha256", file->sha.hex()).field("size", file->size).field("time", file->time_ns);
    w.field("caller", file->caller);
  };
  return std::string(fields) + ",\"file\":" + (file ? json::object(write) : "null") + "}";
}

std::string lines_of(const std::vector<store::CloudFile>& files) {
  std::string lines;
  for (const store::CloudFile& file : files) {
    std::string line = with_file("{\"x\":1", file);
    size_t from = line.find("\"file\":") + 7;
    lines += line.substr(from, line.size() - from - 1) + "\n";
  }
  return lines;
}

}  // namespace

store::StartHelper HelperDouble::start() {
  return [this](const std::string& for_scheme) -> Result<std::unique_ptr<store::HelperChannel>> {
    scheme = for_scheme;
    return std::make_unique<DoubleChannel>(*this);
  };
}

std::string HelperDouble::answer(const json::Framed& request) {
  asked.push_back(request.header);
  if (!instead.empty()) {
    std::string said = std::move(instead.front());
    instead.pop_front();
    return said;
  }
  auto record = json::read_record(request.header);
  json::Value fields = record->root();
  auto text = [&](std::string_view key) { return std::string(json::text_member(fields, key).value_or("")); };
  std::string what = text("do");
  if (what == "open") {
    set_ = std::move(*store::open_cloud_file(file_));
    return "{\"ok\":true,\"protocol\":1,\"found\":true}\n";
  }
  if (what == "look") return with_file("{\"ok\":true", *set_->look(text("docPath"))) + "\n";
  if (what == "read") {
    auto content = *set_->read(text("docPath"), *Sha256::parse(text("sha256")));
    std::string header = std::string("{\"ok\":true,\"found\":") + (content ? "true}" : "false}");
    return json::framed_header(header, content.value_or("").size()) + content.value_or("");
  }
  if (what == "push") {
    std::string doc_path = text("docPath"), path = text("path"), caller = text("caller");
    store::CloudWrite write{
        .doc_path = doc_path, .path = path, .caller = caller, .time_ns = 0, .expected = {}, .content = request.content};
    write.expected = Sha256::parse(text("expected"));
    auto written = *set_->compare_and_set(write);
    return with_file(
               written.stored ? "{\"ok\":true,\"stored\":true" : "{\"ok\":true,\"stored\":false", written.current) +
        "\n";
  }
  if (what == "watch") {
    auto news = *set_->watch(json::number_member(fields, "after"), 0);
    std::string header = "{\"ok\":true,\"prompt\":false,\"version\":" + std::to_string(news.version) + "}";
    std::string lines = lines_of(news.files);
    return json::framed_header(header, lines.size()) + lines;
  }
  auto files = what == "list" ? *set_->list() : *set_->versions(text("docPath"));
  std::string lines = lines_of(files);
  return json::framed_header("{\"ok\":true}", lines.size()) + lines;
}

}  // namespace aptix::test
