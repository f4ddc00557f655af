#include "shared/pieces.h"

#include <functional>
#include <string>

#include "base/text/text.h"
#include "render/json.h"
#include "render/text.h"

namespace aptix::app {
namespace {

enum class PieceEnd : uint8_t { anywhere, after_character };

// Between two pieces a signal ends it.
Status in_pieces(const Session& session, ops::TreePieces& pieces, std::string_view part, PieceEnd end,
    const std::function<void(std::string_view)>& take) {
  constexpr size_t kMostLeft = 3;  // bytes of a character that goes on in the next piece
  while (!part.empty() && !session.out.failed()) {
    if (session.environment.interrupted->load()) return fail(Code::interrupted, "interrupted");
    TRY_ASSIGN(piece, pieces.first_of(part));
    if (end == PieceEnd::after_character && piece.size() < part.size())
      piece = cut_at_character(piece, piece.size() - kMostLeft);
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

}  // namespace aptix::app
