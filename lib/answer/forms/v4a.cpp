// V4A patches: "*** Begin Patch", a section for each file, "*** End Patch". The order of the chunks says nothing
// here; what stands outside of the markers is no part of the patch.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "answer/basis/findings.h"
#include "answer/basis/line.h"
#include "answer/edits/v4a_chunks.h"
#include "answer/forms/bare.h"
#include "answer/forms/forms.h"
#include "answer/name/paths.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kMove = "*** Move to:";

class V4aReader {
 public:
  explicit V4aReader(BlockReading& reading)
      : reading_(reading),
        findings_(reading.findings),
        body_(reading.keep(reading.block.body)) {}

  void read() {
    for (at_ = 0; at_ < body_.size() && !stop_;) {
      Line line = line_from(body_, at_);
      at_ = line.next;
      if (open_) read_inside(line);
      else read_outside(line);
    }
    if (open_ && !stop_) fail_unterminated();
  }

 private:
  void fail(const Line& line, std::string message, std::string hint, Code code = Code::block_syntax) {
    findings_.error(code, line.start, "", std::move(message), std::move(hint));
    stop_ = true;
  }

  void fail_unterminated() {
    fail(*open_, "the patch has no '*** End Patch': the answer may be cut short", "ask for the whole answer again",
        Code::block_unterminated);
  }

  // Shell around the patch is passed over; a line of a patch is not.
  void read_outside(const Line& line) {
    if (is_v4a_begin(line.text)) {
      open_ = line;
    } else if (v4a_file_line(line.text)) {
      open_ = line;
      read_inside(line);
    } else if (line.text.starts_with("*** ") || line.text.starts_with("@@")) {
      fail(line, "a line of a patch stands outside of '*** Begin Patch' and '*** End Patch'", "put it between the two");
    }
  }

  void read_inside(const Line& line) {
    if (is_v4a_end(line.text, open_->text)) {
      end_file();
      open_.reset();
    } else if (is_v4a_begin(line.text) && !(file_ && is_context(line))) {
      fail(line, "a patch begins inside another one", "end each patch with '*** End Patch'", Code::block_unterminated);
    } else if (v4a_file_line(line.text)) {
      begin_file(line);
    } else if (line.text.starts_with(kMove)) {
      read_move(line);
    } else if (!file_) {
      if (!is_blank(line.text))
        fail(line, "a line stands before the first file of the patch",
            "begin with '*** Update File: PATH', '*** Add File: PATH' or '*** Delete File: PATH'");
    } else if (std::optional<std::string> fault = chunks_.take(body_, line)) {
      fail(line, std::move(*fault),
          file_->operation == Operation::create ? "begin each line of a new file with '+'"
                                                : "begin each line with '+', '-' or a space, and each chunk with '@@'");
    }
  }

  // Where the patch's own markers have no space before them, one that has is a line of context.
  bool is_context(const Line& line) const { return line.text.starts_with(' ') && open_->text.starts_with('*'); }

  void begin_file(const Line& line) {
    end_file();
    if (stop_) return;
    if (line.next >= body_.size()) return fail_unterminated();  // the path may be cut as well: no rule can judge it
    V4aFileLine named = *v4a_file_line(line.text);
    std::optional<DialectPath> path = dialect_path(reading_, named.path, line.start);
    stop_ = !path;
    if (stop_) return;
    file_ = file_edit(reading_, std::move(*path), named.operation, line.start);
    file_line_ = line;
    chunks_.begin(named.operation);
  }

  void read_move(const Line& line) {
    if (!file_ || file_->operation != Operation::modify || chunks_.any())
      return fail(line, "'*** Move to:' does not stand directly below '*** Update File:'", "put it there");
    std::optional<DialectPath> target =
        dialect_path(reading_, without_closing_stars(line.text).substr(kMove.size()), line.start);
    stop_ = !target;
    if (stop_ || target->path == file_->path) return;
    file_->operation = Operation::rename;
    file_->from = std::exchange(file_->path, std::move(target->path));
    file_->names.others.clear();  // a folder too many would have to go from both
  }

  void end_file() {
    if (!file_ || stop_) return;
    for (V4aChunk& chunk : chunks_.finish())
      file_->edits.push_back({std::move(chunk.block), findings_.origin(chunk.offset)});
    if (file_->operation == Operation::modify && file_->edits.empty())
      return fail(file_line_, "the section changes nothing", "give its chunks, or leave it out");
    reading_.plan.files.push_back(std::move(*file_));
    file_.reset();
  }

  BlockReading& reading_;
  Findings& findings_;
  std::string_view body_;
  size_t at_ = 0;
  std::optional<Line> open_;  // where the patch began
  std::optional<FileEdit> file_;
  Line file_line_;
  V4aChunks chunks_;
  bool stop_ = false;
};

}  // namespace

bool detect_v4a(const Block& block) {
  return any_line(block.body, [](std::string_view line) { return is_v4a_begin(line) || v4a_file_line(line); });
}

void parse_v4a(BlockReading& reading) { V4aReader(reading).read(); }

}  // namespace aptix::answer
