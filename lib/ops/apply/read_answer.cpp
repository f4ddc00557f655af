// Each block is read by the format that recognizes it. Other blocks are skipped, but an edit in one is an error.
#include "ops/apply/steps.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answer/account/account.h"
#include "answer/basis/block_reading.h"
#include "answer/name/paths.h"
#include "answer/outline/extract.h"
#include "answer/tree/kind.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

BlockReport describe(const Input& input, const Block& block, uint64_t number) {
  BlockReport report;
  report.number = number;
  report.fenced = block.form == Block::Form::fenced;
  report.info = block.info;
  report.line = block.line != 0 ? block.line : input.place_of(block.to_input(input, 0)).line;
  report.bytes = block.body.size();
  report.last_line = report.line + std::max<uint64_t>(count_lines(block.body), 1) - 1;
  return report;
}

// An error about the block at an offset in its body. 0: about the whole block, whose line is known already (there may
// be thousands of such errors).
Diagnostic about(
    const Input& input, const Block& block, size_t offset, Code code, std::string message, std::string hint) {
  answer::Findings findings(input, block);
  findings.error(code, offset, "", std::move(message), std::move(hint));
  return std::move(findings.take().errors.front());
}

Diagnostic unread_form(const Input& input, const Block& block, uint64_t number, std::string_view why) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} holds an edit, too, but {}", number, why),
      "'aptix bundle apply' reads the blocks of all forms; '--block N' takes one alone");
}

class AnswerReader {
 public:
  AnswerReader(const ApplyRequest& request, std::string_view root) : request_(request), root_(root) {}

  void read(const Input& input) {
    if (is_utf16(input.bytes)) {
      Error wrong = make_error(Code::input_encoding, "the input is UTF-16, not UTF-8", "save it as UTF-8");
      wrong.where.input = input.name;
      return error(std::move(wrong));
    }
    size_t before = out_.value.found.size();
    auto found = answer::extract(input);
    auto is_it = [&](const Block& block) {
      return block.form == Block::Form::fenced && block.format == request_.alone;
    };
    // For a form other than whole files: reads its fenced blocks and what else the answer contains; without such a
    // block, the whole input is one.
    bool of_answer = request_.alone == nullptr || request_.alone->is_whole;
    if (!of_answer && std::ranges::none_of(found.value.blocks, is_it)) {
      found = answer::Extracted{.blocks = {whole_block(input)}, .prose = {}, .refusal = {}};
      found.value.blocks.front().format = request_.alone;
    }
    out_.diagnostics.add(std::move(found.diagnostics));
    if (request_.alone == nullptr && found.value.refusal) out_.value.declined = true;
    if (!is_chosen()) check_labels(input, found.value);
    read_blocks(input, found.value);
    if (request_.formatting) check_single_block(input, before);
  }

  Outcome<ReadAnswer> take() {
    for (FileEdit* entry : shown_again(out_.value.plan, out_.value.blocks)) {
      std::get<Whole>(entry->edits.front().what).told = Whole::Told::again;
      BlockReport& report = out_.value.found[found_of_[entry->block]];
      report.format.clear();
      report.feedback = {};
      report.edits = 0;
      report.why = "its lines are those of another edit";
    }
    if (!request_.allow_overlap) mark_recaps(out_.value.plan, out_.value.blocks);
    // If the answer was cut off, the blocks before that can still be applied.
    for (Diagnostic& error : out_.diagnostics.errors) {
      bool cut = error.code == Code::block_unterminated || error.code == Code::diff_truncated ||
          error.code == Code::json_truncated;
      if (cut && !is_chosen() && out_.value.blocks.size() > 1)
        error.hint += "; '--block N' takes the blocks that are whole, 'aptix bundle validate -v' lists them";
    }
    if (!out_.value.blocks.empty()) out_.diagnostics.add({.errors = std::move(unread_)});
    return std::move(out_);
  }

 private:
  bool reads(const answer::Format& form) const {
    return request_.alone == nullptr || &form == request_.alone || (request_.alone->is_whole && form.is_whole);
  }
  bool is_chosen() const { return !request_.blocks.empty() || request_.reviewer != nullptr; }  // by a person
  bool takes_next() const { return request_.takes_block(out_.value.found.size() + 1); }
  std::span<FileEdit> files_from(size_t first) { return std::span(out_.value.plan.files).subspan(first); }

  void error(Diagnostic what) { out_.diagnostics.errors.push_back(std::move(what)); }
  void keep_block(Block block) {
    out_.value.blocks.push_back(std::move(block));
    found_of_.push_back(out_.value.found.size() - 1);
  }
  BlockReport& said() { return out_.value.found.back(); }  // of the current block

  bool accepts(const answer::Format& form) const {
    // Faults must be reported whatever forms were asked for.
    if (request_.formats.empty() || form.is_fault) return true;
    return std::find(request_.formats.begin(), request_.formats.end(), form.name) != request_.formats.end();
  }

  answer::ParseOptions parse_options() const {
    return {.limits = request_.limits,
        .block_index = static_cast<uint32_t>(out_.value.blocks.size()),
        .trial = !request_.writes(),
        .root = root_};
  }

  void check_labels(const Input& input, const answer::Extracted& answer) {
    for (const answer::HeldBack& held : answer::held_back_in(answer)) {
      size_t number = out_.value.found.size() + held.block + 1;
      Diagnostic doubtful = make_error(Code::block_doubtful,
          fmt::format("block {} may not be meant: a label calls it the old text, output or an example", number),
          fmt::format(
              "'--block {}' applies it alone, other numbers the other blocks; 'aptix bundle validate -v' lists them",
              number));
      doubtful.where = input.place_of(input.base + held.offset);
      error(std::move(doubtful));
    }
    std::vector<uint64_t> lines = answer::alternatives_in(input.bytes, answer);
    if (lines.empty()) return;
    Diagnostic found =
        make_error(Code::input_alternatives, "the answer gives alternatives, only one of which can be meant",
            "'--block N' takes one; 'aptix bundle validate -v' lists the blocks");
    found.where = {.input = input.name, .line = lines.front(), .column = 1};
    if (lines.size() > 1) found.notes.push_back(fmt::format("lines {}", fmt::join(lines, ", ")));
    error(std::move(found));
  }

  // Reads the blocks, and reports other edits in the answer that no block reads.
  void read_blocks(const Input& input, const answer::Extracted& found) {
    std::vector<size_t> left;
    prose_ = found.prose;
    for (size_t i = 0; i < found.blocks.size(); ++i) {
      const Block& block = found.blocks[i];
      const Naming& naming = block.naming;
      size_t errors = out_.diagnostics.errors.size();
      size_t kept = out_.value.blocks.size(), before = out_.value.plan.files.size();
      bool wanted = takes_next();
      read_block(input, block);
      bool good = out_.diagnostics.errors.size() == errors;
      if (wanted && good) note_shown(input, found, i, kept != out_.value.blocks.size());
      std::span<FileEdit> edits = files_from(before);
      if (!edits.empty()) named_last_ = {edits.back().path.str(), edits.back().block};
      else if (block.format != nullptr || naming.by != Naming::By::nothing || !naming.doubtful.empty())
        named_last_ = {naming.path, {}};
      bool taken = block.format != nullptr || !said().format.empty();
      if (!wanted || taken || !good) continue;
      left.push_back(i);
      std::vector<RelPath> rivals = answer::paths_of(naming.rivals);
      if (!rivals.empty()) out_.value.plan.passed_over.push_back({std::move(rivals), {block.to_input(input, 0), {}}});
    }
    for (const answer::Unread& unread : answer::unread_edits(input, found, left))
      if (unread.in_block || request_.blocks.empty()) error(answer::unread_edit(input, unread));
  }

  // Notes a block that was just read as a ShownBlock, if it is one. `kept`: a format has read it.
  void note_shown(const Input& input, const answer::Extracted& answer, size_t at, bool kept) {
    const Block& block = answer.blocks[at];
    const Naming& naming = block.naming;
    bool code = block.form == Block::Form::fenced && block.closed && !naming.cited && !is_blank(block.body);
    bool named = kept && out_.value.blocks.back().format->is_whole;
    bool loose = block.format == nullptr && accepts(answer::format_named("whole")) && said().is_left &&
        naming.doubtful.empty() && !naming.labels.shown && !answer::is_left_as_commands(block, named_last_.path);
    if (request_.alone != nullptr || !code || (!named && !loose)) return;
    ShownBlock& shown = out_.value.shown.emplace_back();
    shown.block = block;
    shown.found = out_.value.found.size() - 1;
    if (named) shown.kept = static_cast<uint32_t>(out_.value.blocks.size() - 1);
    shown.last = named_last_;
    shown.is_beside = at > 0 && answer::are_neighbours(answer.prose, answer.blocks[at - 1], block);
    shown.origin = {block.to_input(input, 0), {}};
  }

  // Reads one block into the plan, or notes why it is skipped.
  void read_block(const Input& input, Block block) {
    bool wanted = takes_next();
    out_.value.found.push_back(describe(input, block, out_.value.found.size() + 1));
    if (!wanted) {
      said().why = "not asked for by --block";
      return;
    }
    bool is_read = block.format != nullptr && reads(*block.format);
    if (!is_read || block.format->holds_calls)
      for (const answer::Format& form : answer::formats())
        if (read_calls(input, block, form)) return;
    if (!is_read) {
      said().why = answer::why_left(block);
      said().is_left = true;
      if (block.format != nullptr && request_.alone != nullptr && request_.alone->is_whole)
        return unread_.push_back(unread_form(input, block, said().number, "'--format whole' reads whole files alone"));
      if (auto inside = answer::edit_inside(input, block, said().number)) error(std::move(*inside));
      return;
    }
    const answer::Format& own = *block.format;
    if (accepts(own)) return parse(input, std::move(block), own);
    // Tries the forms that were asked for and that it may be as well.
    for (const answer::Format& form : answer::formats())
      if (form.may_be != nullptr && accepts(form) && form.may_be(block)) return parse(input, std::move(block), form);
    refuse_form(input, block, own);
  }

  void parse(const Input& input, Block block, const answer::Format& form) {
    ReadAnswer& answer = out_.value;
    said().format = form.name;
    said().feedback = form.feedback;
    block.format = &form;
    if (auto second = answer::second_document(block, form))
      error(about(input, block, second->offset, Code::block_passed_over,
          fmt::format("the code block holds documents of two kinds: '{}' and '{}'", form.name, second->format->name),
          "give each of them in a code block of its own"));
    size_t before = answer.plan.files.size();
    answer::ParseOptions options = parse_options();
    options.formatting = request_.formatting;
    keep_block(std::move(block));
    Diagnostics found = form.parse(input, answer.blocks.back(), options, answer.plan);
    if (form.is_batch && found.ok()) answer.batch_blocks.push_back(answer.blocks.back());
    out_.diagnostics.add(std::move(found));
    said().edits = answer.plan.files.size() - before;
    const Block& read = answer.blocks.back();
    if (!is_chosen() && answer::may_be_content(input, prose_, read, files_from(before)))
      error(about(input, read, 0, Code::block_doubtful,
          fmt::format(
              "block {} may be the file '{}', or the edit in it", said().number, excerpt_for_display(read.naming.path)),
          fmt::format("'--block {}' makes the edit; give the file in a file bundle", said().number)));
  }

  // False if no document of that form is wrapped in the block.
  bool read_calls(const Input& input, const Block& block, const answer::Format& form) {
    if (form.in_calls == nullptr || !accepts(form)) return false;
    std::vector<answer::WrappedBatch> batches = form.in_calls(block);
    size_t before = out_.value.plan.files.size();
    for (const answer::WrappedBatch& batch : batches) read_wrapped(input, block, batch, form);
    if (batches.empty()) return false;
    if (answer::holds_other_calls(block, batches))
      error(about(input, block, 0, Code::format_unsupported,
          fmt::format("block {} holds line-patch batches and calls of other tools that edit", said().number),
          "give the calls of each tool in a code block of their own"));
    said().format = form.name;
    said().feedback = form.feedback;
    said().edits = out_.value.plan.files.size() - before;
    return true;
  }

  // Reads a batch out of a call as if it stood alone. Offsets of its edits and errors become offsets in the surrounding
  // block; if the batch is a string value, the offset of that string.
  void read_wrapped(
      const Input& input, const Block& around, const answer::WrappedBatch& batch, const answer::Format& form) {
    ReadAnswer& answer = out_.value;
    answer::ParseOptions options = parse_options();
    std::shared_ptr<const Input> own;
    if (batch.text) {
      own = std::make_shared<const Input>(input.name, *batch.text);
      answer.plan.owners.push_back(own);
    } else {
      options.begin = batch.offset;
      options.size = batch.size;
    }
    Block block = own ? whole_block(*own) : around;
    block.format = &form;
    size_t before = answer.plan.files.size(), offset = around.to_input(input, batch.offset);
    Diagnostics found = form.parse(own ? *own : input, block, options, answer.plan);
    keep_block(std::move(block));
    auto move = [&](Origin& origin) {
      origin = {own ? offset : origin.offset, answer.plan.keep(batch.pointer + std::string(origin.pointer))};
    };
    for (FileEdit& file : files_from(before)) {
      move(file.origin);
      for (Edit& edit : file.edits) move(edit.origin);
    }
    for (std::vector<Diagnostic>* list : {&found.errors, &found.warnings})
      for (Diagnostic& what : *list) {
        what.where.pointer.insert(0, batch.pointer);
        if (own) what.where = input.place_of(offset, what.where.pointer);
      }
    if (found.ok() && form.is_batch) {
      // Stored without the text around it.
      Block& alone = answer.batch_blocks.emplace_back(batch.text ? Block() : around);
      alone.unindented = std::make_shared<const std::string>(
          trim(batch.text ? *batch.text : around.body.substr(batch.offset, batch.size)));
      alone.body = *alone.unindented;
    }
    out_.diagnostics.add(std::move(found));
  }

  void refuse_form(const Input& input, const Block& block, const answer::Format& form) {
    said().why = fmt::format("'aptix {}' does not read the form '{}'", request_.command, form.name);
    unread_.push_back(unread_form(input, block, said().number, said().why));
    // A cut-off JSON text may have been meant as a form that is read.
    Plan none;
    for (Diagnostic& cut : form.parse(input, block, {.limits = request_.limits}, none).errors)
      if (cut.code == Code::json_truncated) error(std::move(cut));
  }

  // SYS-004 §8: the document is the only code block. `first`: the first block of this input in `found`.
  void check_single_block(const Input& input, size_t first) {
    auto blocks = std::span(out_.value.found).subspan(first);
    auto is_document = [](const BlockReport& block) {
      return !block.format.empty() && answer::format_named(block.format).is_document;
    };
    auto other =
        std::ranges::find_if(blocks, [](const BlockReport& block) { return block.fenced && block.format.empty(); });
    if (other == blocks.end() || std::ranges::none_of(blocks, is_document)) return;
    Diagnostic warning =
        make_error(Code::style, fmt::format("block {} is a code block next to the document", other->number),
            "give the document alone in a code block");
    warning.where = {.input = input.name, .line = other->line, .column = 1};
    out_.diagnostics.warnings.push_back(std::move(warning));
  }

  const ApplyRequest& request_;
  std::string_view root_;
  Outcome<ReadAnswer> out_;
  answer::Prose prose_;  // of the current input
  NamedFile named_last_;
  std::vector<size_t> found_of_;    // for each block that was read: its index in `found`
  std::vector<Diagnostic> unread_;  // errors only if some block was read
};

}  // namespace

Outcome<ReadAnswer> read_answer(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request) {
  AnswerReader reader(request, root);
  for (const auto& input : inputs) reader.read(*input);
  return reader.take();
}

}  // namespace aptix::ops
