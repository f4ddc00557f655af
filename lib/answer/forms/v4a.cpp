// V4A patches: "*** Begin Patch", a section for each file, "*** End Patch". Chunks may be in any order. Text outside of
// the markers is not part of the patch.
#include <map>
#include <utility>

#include "answer/forms/forms.h"
#include "answer/name/paths.h"
#include "base/text/text.h"
#include "diff/compute/hunk_between.h"
#include "diff/compute/myers.h"
#include "diff/read/hunk_lines.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kMove = "*** Move to:";

// A line that is removed and added ("-a" and "+a") becomes context, so that the file's own bytes stay.
void keep_what_stays(std::vector<diff::HunkLine>& lines) {
  using Kind = diff::HunkLine::Kind;
  std::map<std::pair<std::string_view, bool>, uint32_t> ids;
  std::vector<diff::HunkLine> out;
  for (auto at = lines.begin(); at != lines.end();) {
    if (at->kind == Kind::context) out.push_back(*at++);
    std::vector<diff::HunkLine> sides[2];  // removed and added lines
    std::vector<uint32_t> numbers[2];
    for (; at != lines.end() && at->kind != Kind::context; ++at) {
      size_t side = at->kind == Kind::removed ? 0 : 1;
      numbers[side].push_back(ids.emplace(std::pair(at->text, at->no_newline), ids.size()).first->second);
      sides[side].push_back(*at);
    }
    for (diff::HunkLine& line : sides[0]) line.kind = Kind::context;
    std::vector<bool> comes(sides[1].size());
    diff::compare(numbers[0], numbers[1],
        {.removed =
                [&](uint32_t first, uint32_t count) {
                  while (count-- != 0) sides[0][first + count].kind = Kind::removed;
                },
            .added =
                [&](uint32_t first, uint32_t count) {
                  while (count-- != 0) comes[first + count] = true;
                }});
    size_t next = 0;
    auto add_new = [&] {
      for (; next < comes.size() && comes[next]; ++next) out.push_back(sides[1][next]);
    };
    for (const diff::HunkLine& line : sides[0]) {
      if (line.kind == Kind::context) add_new();
      out.push_back(line);
      if (line.kind == Kind::context) ++next;
    }
    add_new();
  }
  lines = std::move(out);
}

// Gathers the lines of one file into chunks.
class V4aChunks {
 public:
  // Begins a file: modify (chunks), create (lines with '+') or remove (no lines).
  void begin(Operation operation) {
    operation_ = operation;
    chunks_.clear();
    blank_.clear();
    complete_ = true;
  }

  // Adds a line of `text`. Returns the fault if it is not a line of a chunk.
  std::optional<std::string> take(std::string_view text, const Line& line) {
    using Kind = diff::HunkLine::Kind;
    if (operation_ == Operation::remove)
      return trim(line.text).empty() ? std::nullopt : std::optional<std::string>("a file that is deleted has lines");
    bool creates = operation_ == Operation::create;
    if (!creates && line.text.starts_with("@@")) return take_header(line), std::nullopt;
    if (!creates && line.text.starts_with('*') && without_closing_stars(line.text) == "*** End of File") {
      if (complete_) return "'*** End of File' does not end a chunk";
      chunks_.back().block.at_end = true;
      complete_ = true;
      return std::nullopt;
    }
    if (!creates && line.text.starts_with("*** ")) return "the line does not belong to a V4A patch";
    std::string_view raw = text.substr(line.start, line.next - line.start);
    if (line.text.empty()) return blank_.push_back(raw), std::nullopt;
    // All lines of a new file have a '+'; empty lines in between may have lost it.
    if (creates && line.text[0] != '+') return "a line of a new file does not begin with '+'";
    std::vector<diff::HunkLine>& lines = chunk_at(line.start).block.lines.lines;
    if (line.text.starts_with("\\ ")) {
      if (!lines.empty()) lines.back().no_newline = true;
      return std::nullopt;
    }
    for (std::string_view blank : std::exchange(blank_, {}))
      lines.push_back(diff::hunk_line(creates ? Kind::added : Kind::context, blank));
    Kind kind = line.text[0] == '+' ? Kind::added : line.text[0] == '-' ? Kind::removed : Kind::context;
    bool lost_space = kind == Kind::context && line.text[0] != ' ';
    lines.push_back(diff::hunk_line(kind, lost_space ? raw : raw.substr(1)));
    return std::nullopt;
  }

  bool any() const { return !chunks_.empty(); }

  std::vector<V4aChunk> finish() {
    std::erase_if(chunks_, [](const V4aChunk& chunk) { return chunk.block.lines.lines.empty(); });
    for (V4aChunk& chunk : chunks_) {
      if (operation_ == Operation::modify)
        for (diff::HunkLine& line : chunk.block.lines.lines)  // a byte-order mark belongs to the file
          if (line.text.starts_with(kByteOrderMark)) line.text.remove_prefix(kByteOrderMark.size());
      keep_what_stays(chunk.block.lines.lines);
    }
    if (operation_ == Operation::create && chunks_.empty()) chunks_.emplace_back().block.form = TextBlock::Form::v4a;
    complete_ = true;
    return std::exchange(chunks_, {});
  }

 private:
  // Several '@@' lines in a row locate one chunk.
  void take_header(const Line& line) {
    blank_.clear();
    bool goes_on = !complete_ && chunks_.back().block.lines.lines.empty();
    if (!goes_on) complete_ = true;
    TextBlock& block = chunk_at(line.start).block;
    diff::HunkHeader header = diff::read_hunk_header(line.text);
    if (header.old_start) {
      block.lines.has_numbers = *header.old_start != 0;
      block.lines.old_start = block.lines.new_start = *header.old_start;
    }
    if (!header.section.empty()) block.anchors.push_back(header.section);
  }

  V4aChunk& chunk_at(size_t offset) {
    if (complete_) {
      chunks_.emplace_back().offset = offset;
      chunks_.back().block.form = TextBlock::Form::v4a;
      complete_ = false;
    }
    return chunks_.back();
  }

  Operation operation_ = Operation::modify;
  std::vector<V4aChunk> chunks_;
  bool complete_ = true;                 // the next line begins another chunk
  std::vector<std::string_view> blank_;  // empty lines that may only separate sections
};

class V4aReader : BodyReading {
 public:
  using BodyReading::BodyReading;

  void read() {
    for (const Line& line : lines_from(body_)) {
      if (stop_) return;
      if (open_) read_inside(line);
      else read_outside(line);
    }
    if (open_ && !stop_) fail_unterminated();
  }

 private:
  void fail_unterminated() {
    fail(*open_, "the patch has no '*** End Patch': the answer may be cut short", "ask for the whole answer again",
        Code::block_unterminated);
  }

  // Skips a shell command around the patch, but refuses a line of a patch.
  void read_outside(const Line& line) {
    if (is_v4a_begin(line.text)) {
      open_ = line;
    } else if (v4a_file_line(line.text)) {
      open_ = line;
      read_inside(line);
    } else if (line.text.starts_with("*** ") || line.text.starts_with("@@")) {
      fail(line, "a line of a patch is outside of '*** Begin Patch' and '*** End Patch'", "put it between the two");
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
        fail(line, "a line is before the first file of the patch",
            "begin with '*** Update File: PATH', '*** Add File: PATH' or '*** Delete File: PATH'");
    } else if (std::optional<std::string> fault = chunks_.take(body_, line)) {
      fail(line, std::move(*fault),
          file_->operation == Operation::create ? "begin each line of a new file with '+'"
                                                : "begin each line with '+', '-' or a space, and each chunk with '@@'");
    }
  }

  // If the patch's own markers are not indented, an indented marker is a line of context.
  bool is_context(const Line& line) const { return line.text.starts_with(' ') && open_->text.starts_with('*'); }

  void begin_file(const Line& line) {
    end_file();
    if (stop_) return;
    if (line.next >= body_.size()) return fail_unterminated();  // the path may be cut off as well: no rule can judge it
    V4aFileLine named = *v4a_file_line(line.text);
    file_ = file_edit(reading_, named.path, named.operation, line.start);
    stop_ = !file_;
    if (stop_) return;
    file_line_ = line;
    chunks_.begin(named.operation);
  }

  void read_move(const Line& line) {
    if (!file_ || file_->operation != Operation::modify || chunks_.any())
      return fail(line, "'*** Move to:' is not directly below '*** Update File:'", "put it there");
    std::optional<RelPath> target =
        dialect_path(reading_, without_closing_stars(line.text).substr(kMove.size()), line.start);
    stop_ = !target;
    if (stop_ || *target == file_->path) return;
    file_->operation = Operation::rename;
    file_->from = std::exchange(file_->path, std::move(*target));
    file_->names.others.clear();  // a surplus folder would have to be removed from both
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

  std::optional<Line> open_;  // where the patch began
  std::optional<FileEdit> file_;
  Line file_line_;
  V4aChunks chunks_;
};

}  // namespace

std::vector<V4aChunk> read_v4a_chunks(std::string_view text, Operation operation, std::string& fault) {
  V4aChunks chunks;
  chunks.begin(operation);
  for (const Line& line : lines_from(text))
    if (std::optional<std::string> wrong = chunks.take(text, line))
      return fault = std::move(*wrong), std::vector<V4aChunk>();
  return chunks.finish();
}

bool detect_v4a(const Block& block) {
  return any_line(block.body, [](std::string_view line) { return is_v4a_begin(line) || v4a_file_line(line); });
}

void parse_v4a(BlockReading& reading) { V4aReader(reading).read(); }

}  // namespace aptix::answer
