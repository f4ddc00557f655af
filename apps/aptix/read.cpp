// aptix read: a file, byte for byte.
#include <fmt/format.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "ops/read.h"
#include "session.h"

namespace aptix::app {
namespace {

constexpr Option kOptions[] = {
    {.name = "lines", .argument = "A:B", .help = "only lines A to B, counted from 1; 'A:', ':B' and 'A' do, too"},
    {.name = "number", .help = "put its number and a tab before each line"},
    {.name = "max-bytes", .argument = "SIZE", .help = "stop after SIZE bytes of the file (64K, 1M)"},
};

constexpr Example kExamples[] = {
    {"aptix read src/main.c", "print the file as it is"},
    {"aptix read --lines 10:20 --number src/main.c", "print some lines with their numbers"},
    {"aptix read --json src/main.c", "the content with its SHA-256, line count, line ends and encoding"},
};

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  auto byte_at = [&](size_t i) { return i < bytes.size() ? static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) : 0u; };
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = byte_at(i) << 16 | byte_at(i + 1) << 8 | byte_at(i + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      out += i + digit > bytes.size() ? '=' : kDigits[group >> (18 - 6 * digit) & 63];
  }
  return out;
}

// What --max-bytes cut in the middle of a character ends before it.
std::string_view whole_characters(std::string_view text) {
  for (size_t back = 0; back < 4 && back <= text.size(); ++back) {
    std::string_view shorter = text.substr(0, text.size() - back);
    if (!find_invalid_utf8(shorter)) return shorter;
  }
  return text;
}

std::string result_json(const std::string& path, const ops::ReadRequest& request, const ops::ReadResult& result, std::string_view content) {
  const ops::FileFacts& facts = result.facts;
  bool text = facts.is_utf8();
  if (text && result.truncated) content = whole_characters(content);
  json::Writer w;
  w.begin_object().field("path", path).field("size", facts.size()).field("sha256", result.sha.hex());
  w.field("lines", facts.lines()).field("encoding", text ? "utf-8" : "binary");
  w.field("lineEnds", ops::line_ends_name(facts.line_ends())).field("finalNewline", facts.has_final_newline());
  w.field("byteOrderMark", facts.has_byte_order_mark()).field("truncated", result.truncated);
  if (request.lines) {
    w.field("firstLine", request.lines->first);
    w.field("lastLine", std::min(request.lines->last, facts.lines()));
  }
  if (text) w.field("content", content);
  else w.field("contentBase64", base64(content));
  w.end_object();
  return w.take();
}

Result<ops::ReadRequest> make_request(const Session& session) {
  ops::ReadRequest request;
  request.path = session.arguments.operands().front();
  request.number = session.flag("number");
  request.facts = session.json();
  request.interrupted = session.environment.interrupted;
  TRY_ASSIGN(most, number_of(session.arguments, "max-bytes", UINT64_MAX));
  request.max_bytes = most;
  if (auto text = session.arguments.value("lines")) {
    request.lines = ops::parse_line_range(*text);
    if (!request.lines)
      return fail(Code::usage, fmt::format("'{}' is no range of lines", escape_for_display(text->substr(0, 200))),
                  "write it as 10:20, 10:, :20 or 10; lines count from 1");
  }
  return request;
}

// Bytes as they are; but a terminal would obey control characters, so there they are shown escaped.
Answer print_file(const Session& session, const ops::Tree& tree, const ops::ReadRequest& request) {
  std::string held;  // the part of a line that is not complete: a character must not be cut
  auto result = ops::read(tree, request, [&](std::string_view bytes) {
    if (!session.environment.terminal_out) {
      session.out.write(bytes);
      return !session.out.failed();
    }
    held += bytes;
    size_t end = held.rfind('\n') + 1;
    session.out.write(escape_block_for_display(std::string_view(held).substr(0, end)));
    held.erase(0, end);
    return !session.out.failed();
  });
  session.out.write(escape_block_for_display(held));
  if (!result) return make_answer(session, std::move(result).error());
  Said said;
  if (result->truncated) {
    Diagnostic warning = make_error(Code::limit_exceeded, fmt::format("stopped after {} bytes", request.max_bytes),
                                    "raise '--max-bytes' to read on");
    said.diagnostics.warnings.push_back(std::move(warning).at(request.path));
  }
  return make_answer(session, said);
}

Answer describe_file(const Session& session, const ops::Tree& tree, const ops::ReadRequest& request) {
  std::string content;
  auto result = ops::read(tree, request, [&](std::string_view bytes) {
    content += bytes;
    return true;
  });
  if (!result) return make_answer(session, std::move(result).error());
  Said said;
  said.json = result_json(request.path, request, *result, content);
  return make_answer(session, said);
}

Answer run(Session& session) {
  auto request = make_request(session);
  if (!request) return make_answer(session, std::move(request).error());
  auto tree = ops::Tree::open(disk::posix_file_system(), std::string(session.arguments.value("root").value_or("")));
  if (!tree) return make_answer(session, std::move(tree).error());
  return session.json() ? describe_file(session, *tree, *request) : print_file(session, *tree, *request);
}

}  // namespace

const Command kRead = {
    .name = "read",
    .summary = "print a file, or some of its lines, byte for byte",
    .operands = "PATH",
    .least = 1,
    .most = 1,
    .description =
        "Prints the file to standard output exactly as it is; on a terminal control characters are shown escaped. PATH is "
        "relative to the root and must be below it, and no part of it may be a symbolic link.\n\n"
        "With --json: path, size, sha256 (of the whole file), lines, encoding (\"utf-8\", or \"binary\" for anything else), lineEnds "
        "(\"lf\", \"crlf\", \"mixed\" or \"none\"), finalNewline, byteOrderMark, truncated, and content, or contentBase64 for a binary "
        "file.",
    .shared = kRoot | kJson | kQuiet | kColor | kHelp,
    .options = kOptions,
    .examples = kExamples,
    .run = run,
    .fill = Fill::files,
};

}  // namespace aptix::app
