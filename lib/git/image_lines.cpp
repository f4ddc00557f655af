#include "git/image.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace aptix::git {
namespace {

constexpr uint64_t kMostJoined = 64;  // added lines per run; finding one of them counts from the run's start

// The first index below `count` for which `holds` is true; it must be true for all after it. `count` if none.
template <class Holds>
size_t first_where(size_t count, Holds holds) {
  auto indices = std::views::iota(size_t{0}, count);
  return static_cast<size_t>(std::ranges::partition_point(indices, std::not_fn(holds)) - indices.begin());
}

}  // namespace

bool ImageLines::has(uint64_t line) {
  const Run& end = back_.front();
  uint64_t start = end.position + shift_;
  if (line < start) return true;
  return line - start < end.bytes.size() && table_.has(end.origin + (line - start));
}

uint64_t ImageLines::count() { return back_.front().position + shift_ + (table_.count() - back_.front().origin); }

size_t ImageLines::run_with(uint64_t line) const {
  size_t last = run_count() - 1;
  if (line >= position_of(last)) return last;
  return first_where(last, [&](size_t index) { return position_of(index) > line; }) - 1;
}

// The offset of a line in the run.
size_t ImageLines::offset_in(const Run& run, uint64_t line) {
  if (!run.made)
    return table_.start_of(run.origin + line) - static_cast<size_t>(run.bytes.data() - table_.text().data());
  size_t offset = 0;
  for (; line != 0; --line) offset += diff::raw_line(run.bytes, offset).size();
  return offset;
}

ImageLines::Line ImageLines::at(uint64_t line) { return Walk(*this, line).line(); }

uint64_t ImageLines::origin_of(uint64_t line) {
  size_t index = run_with(line);
  const Run& found = run(index);
  return found.made ? found.origin : found.origin + (line - position_of(index));
}

std::optional<uint64_t> ImageLines::place_of(uint64_t origin) {
  size_t index = first_where(run_count(), [&](size_t i) { return run(i).origin > origin; });
  if (index == 0) return std::nullopt;
  const Run& found = run(--index);
  if (found.made || origin - found.origin >= found.lines) return std::nullopt;
  return position_of(index) + (origin - found.origin);
}

// Splits the run before `line`, one of its own. Keeps the first part in `run` and returns the rest.
ImageLines::Run ImageLines::cut(Run& run, uint64_t line) {
  Run rest = run;
  size_t offset = offset_in(run, line);
  rest.bytes.remove_prefix(offset);
  rest.position += line;
  if (!run.made) rest.origin += line;
  if (rest.lines != kUnknown) rest.lines -= line;
  run.bytes = run.bytes.substr(0, offset);
  run.lines = line;
  return rest;
}

// Afterwards `front_` ends where `line` begins.
void ImageLines::move_gap(uint64_t line) {
  while (front_end() > line) {
    Run last = front_.back();
    front_.pop_back();
    if (last.position < line) {
      Run rest = cut(last, line - last.position);
      front_.push_back(last);
      last = rest;
    }
    last.position -= shift_;
    back_.push_back(last);
  }
  while (front_end() < line) {
    Run next = back_.back();
    uint64_t left = line - front_end();
    if (left < next.lines) back_.back() = cut(next, left);
    else back_.pop_back();
    next.position += shift_;
    front_.push_back(next);
  }
}

// Removes the first lines of `back_`.
void ImageLines::drop(uint64_t gone) {
  while (gone != 0) {
    Run& next = back_.back();
    if (next.lines != kUnknown && next.lines <= gone) {
      gone -= next.lines;
      back_.pop_back();
      continue;
    }
    if (!table_.has(next.origin + gone - 1)) gone = table_.count() - next.origin;
    next = cut(next, gone);
    return;
  }
}

void ImageLines::add(std::string_view line, uint64_t origin) {
  Run* last = front_.empty() ? nullptr : &front_.back();
  bool joins = last != nullptr && last->made && last->lines < kMostJoined && last->bytes.ends_with('\n') &&
      !line.empty() && last->bytes.data() + last->bytes.size() == line.data();
  if (!joins) {
    front_.push_back({.bytes = line, .lines = 1, .position = front_end(), .origin = origin, .made = true});
    return;
  }
  last->bytes = {last->bytes.data(), last->bytes.size() + line.size()};
  ++last->lines;
}

void ImageLines::replace(uint64_t line, uint64_t gone, const std::vector<std::string_view>& lines) {
  move_gap(line);
  uint64_t origin = back_.back().origin;
  drop(gone);
  for (std::string_view one : lines) add(one, origin);
  shift_ = front_end() - back_.back().position;
}

std::vector<std::string_view> ImageLines::pieces() const {
  std::vector<std::string_view> pieces;
  for (size_t i = 0; i < run_count(); ++i) {
    std::string_view bytes = run(i).bytes;
    if (bytes.empty()) continue;
    bool joins = !pieces.empty() && pieces.back().data() + pieces.back().size() == bytes.data();
    if (joins) pieces.back() = {pieces.back().data(), pieces.back().size() + bytes.size()};
    else pieces.push_back(bytes);
  }
  return pieces;
}

ImageLines::Walk::Walk(ImageLines& lines, uint64_t line) : lines_(lines) {
  if (!lines.has(line)) return;
  index_ = lines.run_with(line);
  run_ = &lines.run(index_);
  passed_ = line - lines.position_of(index_);
  offset_ = lines.offset_in(*run_, passed_);
  read();
}

void ImageLines::Walk::read() {
  line_ = {diff::raw_line(run_->bytes, offset_), run_->origin + (run_->made ? 0 : passed_), run_->made};
}

void ImageLines::Walk::next() {
  offset_ += line_.bytes.size();
  ++passed_;
  bool more = run_->lines == kUnknown ? offset_ != run_->bytes.size() : passed_ != run_->lines;
  if (!more) {
    bool last = ++index_ == lines_.run_count();
    run_ = last ? nullptr : &lines_.run(index_);
    passed_ = offset_ = 0;
    if (run_ != nullptr && run_->lines == kUnknown && run_->bytes.empty()) run_ = nullptr;
  }
  if (run_ != nullptr) read();
}

}  // namespace aptix::git
