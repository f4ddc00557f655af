// The messages of `git apply`, in its order and words. Plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace aptix {

struct GitLine {
  enum class Kind : uint8_t { error, warning, info };
  Kind kind = Kind::info;
  Diagnostic said;  // info: only the message, one or more lines without the last line feed
};

class GitLog {
 public:
  // The reference is valid until the next line is added.
  Diagnostic& error(Code code, std::string text, std::string path = {}) {
    return add(GitLine::Kind::error, code, std::move(text), std::move(path));
  }
  Diagnostic& warning(Code code, std::string text, std::string path = {}) {
    return add(GitLine::Kind::warning, code, std::move(text), std::move(path));
  }
  void info(std::string text) { add(GitLine::Kind::info, Code::internal, std::move(text), {}); }
  void add(GitLine::Kind kind, Diagnostic said) { lines_.push_back({kind, std::move(said)}); }

  const std::vector<GitLine>& lines() const { return lines_; }

 private:
  Diagnostic& add(GitLine::Kind kind, Code code, std::string text, std::string path) {
    Diagnostic& said = lines_.emplace_back(GitLine{kind, make_error(code, std::move(text))}).said;
    said.path = std::move(path);
    return said;
  }
  std::vector<GitLine> lines_;
};

}  // namespace aptix
