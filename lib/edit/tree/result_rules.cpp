#include "edit/tree/result_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/bytes.h"
#include "base/text/source_kind.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/basis/messages.h"
#include "edit/fit/scan.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

uint64_t bytes_of(const Input& input) {
  uint64_t bytes = 0;
  for (const Input* one = &input; one != nullptr; one = one->previous) bytes += one->bytes.size();
  return bytes;
}

Status too_large(uint64_t total, uint64_t most, std::string hint) {
  return fail(Code::limit_exceeded, fmt::format("the result has {} bytes, more than the limit of {}", total, most),
      std::move(hint));
}

// The first path on the way to the target that is another link, or that no document may name; nothing if there is none.
// REQUIRES: stays_inside(link.str(), target).
std::optional<std::string> leads_on_by(const FileStates& states, const RelPath& link, std::string_view target) {
  std::string at(link.parent());
  for (size_t start = 0; start < target.size();) {
    size_t end = std::min(target.find('/', start), target.size());
    std::string_view part = target.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      at.resize(at.rfind('/') == std::string::npos ? 0 : at.rfind('/'));
      continue;
    }
    if (!at.empty()) at += '/';
    at += part;
    Result<RelPath> path = RelPath::parse(at, PathRules::git);
    if (!path || states.is_link(*path)) return at;
  }
  return std::nullopt;
}

// Checked when all links are made: through another one, this one could lead anywhere.
void check_link(const FileStates& states, const FileState& state, Speaker& speaker) {
  std::string_view target = state.now.pieces.empty() ? std::string_view() : state.now.pieces.front();
  if (auto by = leads_on_by(states, state.path, target))
    speaker.error(make_error(Code::path_symlink,
                      fmt::format("the symbolic link {} would lead to {} by way of {}", in_quotes(state.path),
                          excerpt_in_quotes(target), in_quotes(*by)),
                      "give it a target that is reached without another link and without '.git' or '.aptix'"),
        state.path, *state.origin);
}

// The first line of the result that is not in the old text and for which `holds` is true.
template <class Holds>
std::optional<std::pair<uint64_t, std::string_view>> new_line(
    std::string_view before, std::string_view after, Holds holds) {
  std::unordered_set<std::string_view> old_lines;
  while (!before.empty()) old_lines.insert(take_line(before));
  for (uint64_t number = 1; !after.empty(); ++number)
    if (std::string_view line = take_line(after); holds(line) && !old_lines.contains(line))
      return std::pair(number, without_cr(line));
  return std::nullopt;
}

// A binary patch gives bytes, for exactly the file that it was made for. Slow: to be called for few files.
bool is_given_as_bytes(const Plan& plan, const RelPath& path) {
  auto is_binary = [](const Edit& edit) { return std::holds_alternative<Binary>(edit.what); };
  return std::any_of(plan.files.begin(), plan.files.end(), [&](const FileEdit& entry) {
    return entry.path == path && std::any_of(entry.edits.begin(), entry.edits.end(), is_binary);
  });
}

// The file that this one was moved or copied from; else itself.
const FileState& source_of(FileStates& states, const FileState& state) {
  if (!state.before.exists && state.from)
    if (Result<FileState*> from = states.at(*state.from)) return **from;
  return state;
}

// Is `holds` true for all that the result has and the old text does not?
template <class Holds>
bool all_new_pieces(const FileState& state, std::string_view old, Holds holds) {
  return std::all_of(state.now.pieces.begin(), state.now.pieces.end(), [&](std::string_view piece) {
    bool is_old = piece.data() >= old.data() && piece.data() < old.data() + old.size();
    return is_old || holds(piece);
  });
}

// A file that is not UTF-8 keeps its bytes, so that only ASCII can be added. U+FFFD stands for bytes that were lost
// before the author of the edit saw them.
void check_encoding(const Plan& plan, FileStates& states, FileState& state, Speaker& speaker) {
  const FileState& source = source_of(states, state);
  std::string_view old = source.before.bytes;
  if (!source.before.exists || all_new_pieces(state, old, is_ascii)) return;
  std::string_view text = states.flat(state.now);
  auto is_lost = [](std::string_view line) { return line.find(kReplacementCharacter) != std::string_view::npos; };
  if (auto line = is_lost(old) ? std::nullopt : new_line(old, text, is_lost)) {
    if (!is_given_as_bytes(plan, state.path))
      speaker.error(
          make_error(Code::input_encoding,
              fmt::format(
                  "the new line {} of {} has U+FFFD, which stands for bytes that were lost, and the file has none: {}",
                  line->first, in_quotes(state.path), excerpt_in_quotes(line->second, 60)),
              "give edits that leave this line out, or the line as the file has it"),
          state.path, *state.origin);
    return;
  }
  auto is_beyond = [](std::string_view line) { return !is_ascii(line) && !find_invalid_utf8(line); };
  if (auto line = is_other_encoding(old) ? new_line(old, text, is_beyond) : std::nullopt;
      line && !is_given_as_bytes(plan, state.path))
    speaker.error(make_error(Code::path_special,
                      fmt::format("the file {} is not UTF-8, and its new line {} has letters beyond ASCII: {}",
                          in_quotes(state.path), line->first, excerpt_in_quotes(line->second, 60)),
                      "save the file as UTF-8 first, or write nothing but ASCII into it"),
        state.path, *state.origin);
}

bool has_entity(std::string_view text) {
  constexpr std::string_view kEntities[] = {"&lt;", "&gt;", "&amp;"};
  return std::any_of(
      std::begin(kEntities), std::end(kEntities), [&](std::string_view one) { return text.find(one) != text.npos; });
}

// Operators as HTML writes them: "Task&lt;Item&gt; f()", "() =&gt; x", "a &amp;&amp; b;", "&amp;x,". `code`: without
// comments, and with empty strings. `has_text`: it may have text between tags; only what cannot be text counts then.
bool is_escaped(std::string_view code, bool has_text) {
  constexpr std::string_view kBefore = " \t(,=[{!", kEnds = ";{}(),";
  if (code.find('<') != code.npos) return false;
  bool ends = !code.empty() && kEnds.find(code.back()) != kEnds.npos;
  for (size_t at = code.find('&'); at != code.npos; at = code.find('&', at + 1)) {
    std::string_view rest = code.substr(at + 1);
    bool begins = at == 0 || kBefore.find(code[at - 1]) != kBefore.npos;
    bool member = at > 1 && code[at - 1] == '-' && (is_word(code[at - 2]) || code[at - 2] == ')');
    bool arrow = rest.starts_with("gt;") && (member || (at > 0 && code[at - 1] == '='));
    bool of_name = rest.size() > 4 && is_word(rest[4]) && begins;
    bool is_operator = rest.starts_with("lt;") || rest.starts_with("gt;") || (rest.starts_with("amp;") && of_name);
    if (arrow || rest.starts_with("amp;&amp;") || (ends && is_operator && !has_text)) return true;
  }
  return false;
}

// The first such line, 1-based; 0 if there is none.
uint64_t escaped_line(std::string_view text, const SourceKind& kind, bool has_text) {
  if (!has_entity(text)) return 0;
  Scan scanned = scan(text, kind);
  auto found = std::find_if(scanned.lines.begin(), scanned.lines.end(),
      [&](const ScannedLine& line) { return !line.in_string && is_escaped(line.code, has_text); });
  return found == scanned.lines.end() ? 0 : static_cast<uint64_t>(found - scanned.lines.begin()) + 1;
}

// A page or a tool that escapes what it shows leaves such lines. A file that has one already may get more.
void check_escaped(const Plan& plan, FileStates& states, FileState& state, Speaker& speaker) {
  constexpr std::string_view kWithTags[] = {".jsx", ".tsx", ".php", ".phtml"};
  std::string_view path = state.path.str();
  const SourceKind& kind = source_kind(path);
  if (!kind.brackets || kind.layout == Layout::tags) return;
  bool has_text = std::any_of(
      std::begin(kWithTags), std::end(kWithTags), [&](std::string_view one) { return path.ends_with(one); });
  std::string_view old = source_of(states, state).before.bytes;
  if (all_new_pieces(state, old, [](std::string_view piece) { return !has_entity(piece); })) return;
  std::string_view text = states.flat(state.now);
  uint64_t line = escaped_line(old, kind, has_text) == 0 ? escaped_line(text, kind, has_text) : 0;
  if (line == 0 || is_given_as_bytes(plan, state.path)) return;
  std::string_view shown;
  for (uint64_t at = 0; at < line; ++at) shown = take_line(text);
  speaker.error(make_error(Code::input_encoding,
                    fmt::format("the new line {} of {} is HTML-escaped, and the file has no such line: {}", line,
                        in_quotes(state.path), excerpt_in_quotes(without_cr(shown), 60)),
                    "give the text itself: '<', '>' and '&' for '&lt;', '&gt;' and '&amp;'"),
      state.path, *state.origin);
}

bool has_error_below(const Diagnostics& said, const RelPath& folder) {
  return std::any_of(said.errors.begin(), said.errors.end(),
      [&](const Diagnostic& error) { return error.path.starts_with(folder.str() + "/"); });
}

Status check_result_size(const Input& input, const FileStates& states, const Limits& limits) {
  uint64_t total = 0;
  uint64_t read = 0;
  for (const FileState& state : states.all()) {
    if (state.unreadable) continue;
    read += state.before.bytes.size();
    if (state.now.exists) total += state.now.size;
  }
  if (limits.result_bytes != 0 && total > limits.result_bytes)
    return too_large(total, limits.result_bytes, "raise the limit with --max-result");
  if (limits.growth == 0 || total <= kGrowthFree) return {};
  uint64_t most = kGrowthFree + limits.growth * (read + bytes_of(input));
  return total <= most ? Status() : too_large(total, most, "raise the limit with --max-growth");
}

}  // namespace

void check_result(const Input& input, const Plan& plan, FileStates& states, const Limits& limits, Speaker& speaker) {
  // If something could not be removed, what it is in the way of follows from that.
  auto entries = speaker.said().ok() ? FileStates::Entries::all : FileStates::Entries::so_far;
  for (const FileState* state : states.folders_of_earlier_run())
    speaker.warning(missing_to_delete(state->path), state->path, *state->origin);
  for (const FileState* state : states.blocked_by_folders())
    if (!has_error_below(speaker.said(), state->path)) speaker.error(*state->folder, state->path, *state->origin);
  for (FileState& state : states.all()) {
    if (!state.now.exists || state.unreadable || state.origin == nullptr)
      continue;  // without an origin: only copied from
    Status parents = states.check_parents(state.path, entries);
    if (!parents) speaker.error(std::move(parents).error(), state.path, *state.origin);
    else if (state.now.kind == FileKind::symlink) check_link(states, state, speaker);
    else if (speaker.said().ok()) {
      check_encoding(plan, states, state, speaker);
      check_escaped(plan, states, state, speaker);
    }
  }
  if (Status size = check_result_size(input, states, limits); !size)
    speaker.error(std::move(size).error(), plan.files.front().path, plan.files.front().origin);
}

void check_taken_back(const Plan& plan, std::span<const FileOutcome> outcomes, FileStates& states, Speaker& speaker) {
  if (!speaker.said().ok()) return;
  std::unordered_set<std::string_view> as_before;
  for (const FileState& state : states.all())
    if (!state.unreadable && state.before.exists && is_unchanged(state)) as_before.insert(state.path.str());
  auto is_by_hand = [](const Edit& edit) {
    const Whole* whole = std::get_if<Whole>(&edit.what);
    return whole != nullptr && whole->by_hand;
  };
  for (const FileEdit& entry : plan.files)
    if (std::any_of(entry.edits.begin(), entry.edits.end(), is_by_hand)) as_before.erase(entry.path.str());
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    bool changes = entry.operation == Operation::modify && !outcomes[i].unchanged;
    if (changes && as_before.erase(entry.path.str()) != 0)
      speaker.error(
          make_error(Code::block_doubtful,
              fmt::format("the edits of {} undo each other: not all of them can be meant", in_quotes(entry.path)),
              "'--block N' takes one; 'aptix bundle validate -v' lists the blocks"),
          entry.path, entry.origin);
  }
}

bool is_other_encoding(std::string_view bytes) {
  if (!find_invalid_utf8(bytes) || is_binary(bytes) || is_utf16(bytes)) return false;
  uint64_t characters = 0, strays = 0;
  for (size_t at = 0; at < bytes.size();) {
    size_t size = utf8_sequence_size(bytes, at);
    characters += size > 1 ? 1 : 0;
    strays += size == 0 ? 1 : 0;
    at += std::max<size_t>(size, 1);
  }
  return strays > characters;
}

}  // namespace aptix::edit
