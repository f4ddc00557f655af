#include "git/source.h"

namespace aptix::git {
namespace {

// What git counts to decide about a conversion.
struct Tally {
  uint64_t nul = 0, lone_cr = 0, lone_lf = 0, crlf = 0, printable = 0, other = 0;

  bool looks_binary() const { return lone_cr != 0 || nul != 0 || printable / 128 < other; }
};

Tally tally_of(std::string_view content) {
  Tally tally;
  for (size_t i = 0; i < content.size(); ++i) {
    auto c = static_cast<unsigned char>(content[i]);
    if (c == '\r') {
      if (i + 1 < content.size() && content[i + 1] == '\n') {
        ++tally.crlf;
        ++i;
      } else {
        ++tally.lone_cr;
      }
    } else if (c == '\n') {
      ++tally.lone_lf;
    } else if (c == 127 || (c < 32 && c != '\b' && c != '\t' && c != '\033' && c != '\014')) {
      if (c == 0) ++tally.nul;
      ++tally.other;
    } else {
      ++tally.printable;
    }
  }
  // A DOS file may end in Control-Z.
  if (content.ends_with('\032')) --tally.other;
  return tally;
}

}  // namespace

bool changes_to_repository(std::string_view content, const LineEndRule& rule) {
  if (rule.kind == LineEndRule::Kind::as_they_are || content.find("\r\n") == std::string_view::npos) return false;
  return rule.kind == LineEndRule::Kind::text || !tally_of(content).looks_binary();
}

bool changes_to_tree(std::string_view content, const LineEndRule& rule) {
  if (rule.kind == LineEndRule::Kind::as_they_are || !rule.crlf_in_tree) return false;
  Tally tally = tally_of(content);
  if (tally.lone_lf == 0) return false;
  return rule.kind == LineEndRule::Kind::text || (tally.crlf == 0 && tally.lone_cr == 0 && !tally.looks_binary());
}

}  // namespace aptix::git
