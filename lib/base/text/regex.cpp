// The only file that includes RE2.
#include "base/text/regex.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace aptix {
namespace {

constexpr int64_t kMostMemory = 64 << 20;  // of a compiled pattern and its automata
constexpr size_t kMostGroups = 16;
constexpr size_t kShownPattern = 80;  // in messages
const std::string kLines = "(?m)";

}  // namespace

Regex::Regex(std::unique_ptr<re2::RE2> compiled) : compiled_(std::move(compiled)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

Result<Regex> Regex::compile(std::string_view pattern, Options options) {
  re2::RE2::Options settings;
  settings.set_log_errors(false);
  settings.set_max_mem(kMostMemory);
  settings.set_case_sensitive(!options.ignore_case);
  settings.set_never_nl(!options.newlines);
  std::string wanted = kLines + std::string(pattern);
  auto compiled = std::make_unique<re2::RE2>(wanted, settings);
  if (compiled->error_code() == re2::RE2::ErrorPatternTooLarge)
    return fail(Code::limit_exceeded,
        fmt::format("the regular expression {} takes too much memory", excerpt_in_quotes(pattern, kShownPattern)),
        "use a shorter one, or smaller counts of repetition");
  if (!compiled->ok()) {
    std::string reason = compiled->error();
    if (size_t at = reason.find(kLines); at != std::string::npos) reason.erase(at, kLines.size());
    return fail(Code::usage,
        fmt::format("'{}' is not a regular expression: {}", excerpt_for_display(pattern), excerpt_for_display(reason)),
        "correct it, or leave out '--regex' to search for it as it is");
  }
  return Regex(std::move(compiled));
}

std::string Regex::quoted(std::string_view text) { return re2::RE2::QuoteMeta({text.data(), text.size()}); }

bool Regex::find(std::string_view text, size_t from, std::span<std::string_view> groups) const {
  std::array<re2::StringPiece, kMostGroups> found;
  size_t count = std::min(groups.size(), kMostGroups);
  if (from > text.size()) return false;
  if (!compiled_->Match(re2::StringPiece(text.data(), text.size()), from, text.size(), re2::RE2::UNANCHORED,
          found.data(), static_cast<int>(count)))
    return false;
  for (size_t i = 0; i < count; ++i) groups[i] = {found[i].data(), found[i].size()};
  return true;
}

bool Regex::contains(std::string_view text) const { return find(text, 0, {}); }

}  // namespace aptix
