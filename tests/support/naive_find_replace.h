// Find/replace as the contract says it, one edit after the other on the whole text, byte by byte. Slow and
// without any code of the real one, to be compared with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edit/replace/place_signs.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::test {

struct NaiveOutcome {
  EditStatus status = EditStatus::noop;
  Rule rule = Rule::exact;
  uint64_t line = 0;
  uint64_t places = 0;
  std::vector<uint64_t> lines;
};

class NaiveFindReplace {
 public:
  // `text`: that of the file, perhaps with a newline after its last line, which says nothing of the file's line ends.
  NaiveFindReplace(std::string text, bool keep_line_ends, const std::string& file)
      : text_(std::move(text)),
        keep_(keep_line_ends),
        file_end_(dominant(file)) {}

  NaiveOutcome apply(const FindReplace& edit) {
    NaiveOutcome out;
    std::string find(edit.find), replace(edit.replace);
    std::vector<Place> places = places_of(find);
    if (places.empty()) {
      std::vector<Place> done = letters(replace) >= 8 ? places_of(replace) : std::vector<Place>();
      if (done.size() != 1 || is_unremoved(done[0], edit)) return out;
      out.status = EditStatus::already;
      out.line = line_of(done[0].start);
      return out;
    }
    out.rule = places[0].exact ? Rule::exact : Rule::line_ends;
    if (edit.limit == Limit::once) {
      for (size_t i = 0; places.size() > 1 && i < places.size() && i < 100; ++i)
        out.lines.push_back(line_of(places[i].start));
      places.resize(1);
    }
    out.line = line_of(places[0].start);
    std::vector<Place> kept;
    for (const Place& place : places)
      if (!stands_in(place, fold(find), fold(replace))) kept.push_back(place);
    out.status = kept.empty() ? EditStatus::already : EditStatus::applied;
    out.places = kept.size();
    if (!kept.empty()) out.line = line_of(kept[0].start);
    std::string result;
    size_t done = 0;
    for (const Place& place : kept) {
      result += text_.substr(done, place.start - done) + written(place, find, replace);
      done = place.end;
    }
    text_ = result + text_.substr(done);
    return out;
  }

  const std::string& text() const { return text_; }

 private:
  struct Place {
    size_t start, end;
    bool exact;
  };

  static std::string fold(const std::string& text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i)
      if (!(text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')) out += text[i];
    return out;
  }

  // Do the old lines stand beside the new ones? Decided as the product does: only what it looks at is worked out anew.
  bool is_unremoved(const Place& made, const FindReplace& edit) const {
    std::string around = fold(text_.substr(0, made.start));
    size_t at = around.size();
    around += fold(text_.substr(made.start));
    if (!around.ends_with('\n')) around += '\n';
    return edit::stands_unremoved(around, at, edit.find, edit.replace);
  }

  // 'l', 'c', or 0.
  static char dominant(const std::string& text) {
    size_t lf = 0, crlf = 0;
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') ++(i > 0 && text[i - 1] == '\r' ? crlf : lf);
    return lf + crlf == 0 ? 0 : crlf > lf ? 'c' : 'l';
  }

  static size_t letters(const std::string& text) {
    size_t count = 0;
    for (char c : text) count += (c & 0xC0) != 0x80 && c != ' ' && c != '\t' && c != '\r' && c != '\n';
    return count;
  }

  uint64_t line_of(size_t at) const {
    uint64_t line = 1;
    for (size_t i = 0; i < at; ++i) line += text_[i] == '\n';
    return line;
  }

  // Length of what `wanted` (folded) takes at `at`, or npos.
  size_t fits(size_t at, const std::string& wanted) const {
    size_t i = at;
    for (char c : wanted) {
      if (c == '\n' && i + 1 < text_.size() && text_[i] == '\r' && text_[i + 1] == '\n') ++i;
      if (i >= text_.size() || text_[i] != c) return std::string::npos;
      ++i;
    }
    return i - at;
  }

  std::vector<Place> places_of(const std::string& find) const {
    std::vector<Place> places;
    size_t end = 0;
    for (size_t at = 0; at + find.size() <= text_.size();) {
      if (text_.compare(at, find.size(), find) != 0) {
        ++at;
        continue;
      }
      bool takes_return = keep_ && find[0] == '\n' && at > end && text_[at - 1] == '\r';
      places.push_back({at - takes_return, at + find.size(), true});
      at = end = at + find.size();
    }
    bool variants =
        find.find('\n') != std::string::npos && find.back() != '\r' && find.find("\r\r\n") == std::string::npos;
    if (!places.empty() || !variants) return places;
    std::string wanted = fold(find);
    for (size_t at = 0; at < text_.size();) {
      bool inside = text_[at] == '\n' && at > 0 && text_[at - 1] == '\r';  // of a CR LF
      size_t size = inside ? std::string::npos : fits(at, wanted);
      if (size == std::string::npos) {
        ++at;
        continue;
      }
      places.push_back({at, at + size, false});
      at += size;
    }
    return places;
  }

  // Only white space between the start of a line and `at`.
  bool indented(size_t at) const {
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    return at == 0 || text_[at - 1] == '\n';
  }

  bool stands_in(const Place& place, const std::string& find, const std::string& replace) const {
    if (replace.size() <= find.size() || replace.find("\r\n") != std::string::npos) return false;
    size_t ways = 0;
    for (size_t at = replace.find(find); at != std::string::npos && ways < 16;
         at = replace.find(find, at + 1), ++ways) {
      std::string above = replace.substr(0, at), below = replace.substr(at + find.size());
      if (!lines_above(above, find) || !lines_below(below, find)) continue;
      bool above_stands = above.empty();
      for (size_t start = 0; start < place.start && !above_stands; ++start) {
        // A start in the middle of a CR LF is no start.
        bool inside = text_[start] == '\n' && start > 0 && text_[start - 1] == '\r' && above[0] == '\n';
        size_t size = fits(start, above);
        above_stands =
            !inside && size != std::string::npos && start + size == place.start && (find[0] == '\n' || indented(start));
      }
      size_t size = fits(place.end, below);
      if (!above_stands || size == std::string::npos) continue;
      size_t after = place.end + size;
      bool only_feeds = below.find_first_not_of('\n') == std::string::npos;
      bool at_end = after == text_.size() ? !only_feeds : text_[after] == '\n' || text_.compare(after, 2, "\r\n") == 0;
      if (below.empty() || find.back() == '\n' || at_end) return true;
    }
    return false;
  }

  static bool lines_above(const std::string& above, const std::string& find) {
    if (above.empty()) return true;
    if (find[0] == '\n') return above[0] == '\n';
    size_t end = above.size();
    while (end > 0 && (above[end - 1] == ' ' || above[end - 1] == '\t')) --end;
    return end > 0 && above[end - 1] == '\n';
  }
  static bool lines_below(const std::string& below, const std::string& find) {
    if (below.empty()) return true;
    return find.back() == '\n' ? below.back() == '\n' : below[0] == '\n';
  }

  static bool starts_line(const std::string& text, size_t at) { return at == 0 || text[at - 1] == '\n'; }

  std::string written(const Place& place, const std::string& find, const std::string& replace) const {
    if (!keep_ || replace.find('\n') == std::string::npos) return replace;
    std::string region = text_.substr(place.start, place.end - place.start);
    std::vector<char> ends;
    for (size_t i = 0; i < region.size(); ++i)
      if (region[i] == '\n') ends.push_back(i > 0 && region[i - 1] == '\r' ? 'c' : 'l');
    bool has_lf = std::string(ends.begin(), ends.end()).find('l') != std::string::npos;
    bool has_crlf = std::string(ends.begin(), ends.end()).find('c') != std::string::npos;
    if (has_lf && has_crlf && place.exact) return replace;
    std::vector<char> wanted;
    std::string text = fold(replace);
    size_t count = 0;
    for (char c : text) count += c == '\n';
    if (has_lf && has_crlf) {
      std::string old = fold(find);
      size_t front = 0, back = 0;
      while (front < old.size() && front < text.size() && old[front] == text[front]) ++front;
      while (back + front < old.size() && back + front < text.size() &&
          old[old.size() - 1 - back] == text[text.size() - 1 - back])
        ++back;
      // Whole lines only.
      while (back > 0 && !(starts_line(old, old.size() - back) && starts_line(text, text.size() - back))) --back;
      size_t last_lines = 0;
      for (size_t i = text.size() - back; i < text.size(); ++i) last_lines += text[i] == '\n';
      for (size_t i = 0; i < count; ++i) {
        if (count - i <= last_lines) wanted.push_back(ends[ends.size() - (count - i)]);
        else if (i < ends.size() - last_lines) wanted.push_back(ends[i]);
        else wanted.push_back(i == 0 ? ends[0] : wanted[i - 1]);
      }
    } else {
      char end = has_crlf ? 'c' : has_lf ? 'l' : 0;
      if (end == 0) {
        size_t feed = text_.find('\n', place.end);
        if (feed == std::string::npos || feed >= place.end + 4096) end = file_end_;
        else end = feed > 0 && text_[feed - 1] == '\r' ? 'c' : 'l';
      }
      if (end == 0) return replace;
      wanted.assign(count, end);
    }
    std::string out;
    size_t line = 0;
    for (char c : text) {
      if (c == '\n' && wanted[line++] == 'c') out += '\r';
      out += c;
    }
    return out;
  }

  std::string text_;
  bool keep_;
  char file_end_;
};

}  // namespace aptix::test
