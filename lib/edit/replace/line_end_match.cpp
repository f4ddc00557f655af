#include "edit/replace/line_end_match.h"

#include <algorithm>
#include <cstring>

namespace aptix::edit {
namespace {

constexpr size_t kStep = 4096;

}  // namespace

bool has_line_end_variants(std::string_view find) {
  return find.find('\n') != std::string_view::npos && !find.ends_with('\r') &&
      find.find("\r\r\n") == std::string_view::npos;
}

std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  size_t start = 0;
  for (size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", start)) {
    out.append(text.substr(start, at - start));
    start = at + 1;
  }
  out.append(text.substr(start));
  return out;
}

std::optional<size_t> prefix_fits(std::string_view text, std::string_view wanted) {
  size_t at = 0;
  size_t done = 0;
  while (done < wanted.size()) {
    size_t line = std::min(wanted.find('\n', done), wanted.size()) - done;
    if (text.size() - at < line || std::memcmp(text.data() + at, wanted.data() + done, line) != 0) return {};
    at += line;
    done += line;
    if (done == wanted.size()) break;
    if (text.substr(at).starts_with("\r\n")) ++at;
    if (at == text.size() || text[at] != '\n') return {};
    ++at;
    ++done;
  }
  return at;
}

std::optional<size_t> suffix_fits(std::string_view text, std::string_view wanted) {
  size_t at = text.size();
  size_t left = wanted.size();
  while (left > 0) {
    size_t feed = wanted.rfind('\n', left - 1);
    size_t line = feed == std::string_view::npos ? left : left - feed - 1;
    if (at < line || std::memcmp(text.data() + at - line, wanted.data() + left - line, line) != 0) return {};
    at -= line;
    left -= line;
    if (left == 0) break;
    if (at == 0 || text[at - 1] != '\n') return {};
    --at;
    --left;
    if (at > 0 && text[at - 1] == '\r') --at;
  }
  return text.size() - at;
}

FoldedText::FoldedText(std::string_view text) : text_(text) {
  size_t at = text.find("\r\n");
  if (at == std::string_view::npos) return;
  copied_ = true;
  copy_.reserve(text.size());
  size_t start = 0;
  while (start < text.size()) {
    size_t end = std::min(at, text.size());
    for (size_t mark = marks_.size() * kStep; mark < copy_.size() + (end - start); mark += kStep)
      marks_.push_back(start + (mark - copy_.size()));
    copy_.append(text.substr(start, end - start));
    if (end == text.size()) break;
    if (marks_.size() * kStep == copy_.size()) marks_.push_back(end);
    copy_.push_back('\n');
    start = end + 2;
    at = text.find("\r\n", start);
  }
}

size_t FoldedText::original(size_t offset) const {
  if (!copied_) return offset;
  if (offset >= copy_.size()) return text_.size();
  size_t at = marks_[offset / kStep];
  for (size_t left = offset % kStep; left > 0; --left) at += text_.substr(at).starts_with("\r\n") ? 2 : 1;
  return at;
}

}  // namespace aptix::edit
