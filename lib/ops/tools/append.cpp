#include "ops/tools/append.h"

#include "base/hash/sha256.h"
#include "base/json/json_writer.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

// The text on lines of its own, with the line ends of the file.
std::string tail_for(std::string_view old, std::string_view more) {
  bool crlf = line_ends(old).dominant() == LineEnd::crlf;
  std::string tail;
  if (!old.empty() && !old.ends_with('\n')) tail = crlf ? "\r\n" : "\n";
  return tail + (crlf && line_ends(more).crlf == 0 ? with_line_ends(more, LineEnd::crlf) : std::string(more));
}

bool is_done(const ToolCall& call, std::string_view old) {
  if (call.base_sha.empty()) return false;
  // The old text may have lacked a last line end, which was then added.
  for (std::string_view between : {"", "\n", "\r\n"}) {
    for (bool crlf : {false, true}) {
      std::string tail = std::string(between) + (crlf ? with_line_ends(call.input, LineEnd::crlf) : call.input);
      if (tail.empty() || !old.ends_with(tail)) continue;
      if (sha256(old.substr(0, old.size() - tail.size())).hex().starts_with(call.base_sha)) return true;
    }
  }
  return false;
}

}  // namespace

std::string one_file_bundle(std::string_view path, std::string_view operation, std::string_view content) {
  return json::object([&](json::Writer& w) {
    w.reserve(content.size() + content.size() / 8 + 256).field("root", ".").key("files").begin_array().begin_object();
    w.field("path", path).field("operation", operation).field("content", content).end_object().end_array();
  });
}

Result<ToolCall> appending_call(const ToolCall& call, const std::optional<std::string>& old) {
  ToolCall whole = call;
  whole.input_is = InputIs::whole;
  if (!old) {
    whole.input = one_file_bundle(call.path, "create", call.input);
    return whole;
  }
  if (is_binary(*old) || find_invalid_utf8(*old))
    return fail_at(call.path, Code::form_cannot_say,
        in_quotes(call.path) + " is not text in UTF-8, so nothing can be put after it",
        "change lines of it by a patch");
  if (is_done(call, *old)) {
    whole.input = one_file_bundle(call.path, "replace", *old);
    return whole;
  }
  std::string sha = sha256(*old).hex();
  if (sha.starts_with(call.base_sha)) whole.base_sha = sha;
  whole.input = one_file_bundle(call.path, "replace", *old + tail_for(*old, call.input));
  return whole;
}

}  // namespace aptix::ops
