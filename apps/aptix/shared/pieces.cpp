#include "shared/pieces.h"

#include <functional>
#include <string>

#include "base/base64.h"
#include "base/hash/sha256.h"
#include "base/json/json_writer.h"
#include "base/text/text.h"
#include "render/json.h"
#include "render/text.h"

namespace aptix::app {
namespace {

enum class PieceEnd : uint8_t { anywhere, after_character };

// A signal can end it between two pieces.
Status in_pieces(const Session& session, ops::TreePieces& pieces, std::string_view part, PieceEnd end,
    const std::function<void(std::string_view)>& take) {
  constexpr size_t kMostLeft = 3;  // at most this much of a character may continue in the next piece
  while (!part.empty() && !session.out.failed()) {
    if (session.environment.around.interrupted->load()) return fail(Code::interrupted, "interrupted");
    TRY_ASSIGN(piece, pieces.first_of(part));
    if (end == PieceEnd::after_character && piece.size() < part.size()) {
      std::string_view shorter = cut_at_character(piece, piece.size() - kMostLeft);
      if (piece.size() - shorter.size() <= 2 * kMostLeft) piece = shorter;
    }
    take(piece);
    part.remove_prefix(piece.size());
  }
  return {};
}

}  // namespace

NamedInLastWords::NamedInLastWords(const Session& session, std::string_view path) {
  Diagnostics said{.errors = {ops::changed_while_read(path)}};
  words_ = {.json = render::envelope({}, said),
      .text = render::render_diagnostics(said, session.text_options()),
      .exit_code = exit_code_of(said.errors, session.command.exit_codes)};
  run_state().cut_short = &words_;
}

Status print_in_pieces(const Session& session, ops::TreePieces& pieces, std::string_view part) {
  bool escapes = session.environment.terminal_out;
  PieceEnd end = escapes ? PieceEnd::after_character : PieceEnd::anywhere;
  return in_pieces(session, pieces, part, end,
      [&](std::string_view piece) { session.out.write(escapes ? escape_block_for_display(piece) : piece); });
}

ops::Content content_for(const Session& session, const ops::ReadRequest& request) {
  bool all = request.lines.empty() && !request.number && !session.flag("delta");
  bool limited = request.max_bytes != UINT64_MAX || request.max_json != UINT64_MAX || request.max_lines != UINT64_MAX;
  bool viewed = session.json() && all && !limited && !notes_reads(session) && session.out.leads_somewhere();
  return viewed ? ops::Content::viewed : ops::Content::held;
}

Result<Answer> print_viewed(const Session& session, Said& said, const ops::ContextFile& file, InJson form) {
  constexpr size_t kMostHeld = 64 << 20;  // beyond this, a failure shows after a part of the object
  std::string json = said.json;
  Answer answer = make_answer(session, said);
  size_t place = answer.out.find(json) + json.size() - 2;  // between the quotes of the last member
  std::string held = answer.out.substr(0, place);
  answer.out.erase(0, place);
  bool holds = file.viewed.view().size() <= kMostHeld;
  auto put = [&](std::string_view text) { holds ? void(held += text) : session.out.write(text); };
  if (!holds) session.out.write(held);
  ops::TreePieces pieces(disk::posix_file_system(), file.viewed);
  Sha256Hasher shown;
  std::string written;
  PieceEnd end = form == InJson::text ? PieceEnd::after_character : PieceEnd::anywhere;
  TRY(in_pieces(session, pieces, file.viewed.view(), end, [&](std::string_view piece) {
    shown.update(piece);
    written.clear();
    if (form == InJson::text) json::append_escaped(written, piece);
    else written = base64(piece);
    put(written);
  }));
  bool is_same = session.out.failed() || shown.finish().hex() == file.sha256;
  if (!is_same) return fail(ops::changed_while_read(file.path));
  if (holds) session.out.write(held);
  return answer;
}

}  // namespace aptix::app
