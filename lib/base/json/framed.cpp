#include "base/json/framed.h"

#include <algorithm>

#include "base/json/record.h"

namespace aptix::json {

std::string framed_header(std::string fields, size_t length) {
  if (length > 0) {
    fields.pop_back();
    fields += (fields.size() > 1 ? ",\"length\":" : "\"length\":") + std::to_string(length) + "}";
  }
  return fields += '\n';
}

void FrameReader::read_header() {
  size_t end = ahead_.find('\n');
  is_bad_ = std::min(end, ahead_.size()) > kMostHeader;
  if (is_bad_ || end == std::string::npos) return;
  now_.header = ahead_.substr(0, end);
  auto record = read_record(now_.header);
  uint64_t length = record ? number_member(record->root(), "length").value_or(0) : 0;
  is_bad_ = !record || length > most_content_;
  if (is_bad_) return;
  length_ = static_cast<size_t>(length);
  std::string rest = ahead_.substr(end + 1);
  ahead_.clear();
  take(rest);
}

void FrameReader::take(std::string_view bytes) {
  if (length_) {
    std::string_view more = bytes.substr(0, *length_ - now_.content.size());
    now_.content += more;
    bytes.remove_prefix(more.size());
  }
  ahead_ += bytes;
}

std::optional<Framed> FrameReader::next() {
  if (!length_ && !is_bad_) read_header();
  if (!length_ || now_.content.size() < *length_) return std::nullopt;
  Framed whole = std::move(now_);
  now_ = {};
  length_.reset();
  return whole;
}

}  // namespace aptix::json
