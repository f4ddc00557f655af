#include "ops/apply/gather.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "base/text/utf16.h"
#include "format/find/extract.h"
#include "format/find/left_over.h"
#include "format/find/second_document.h"
#include "format/findings.h"
#include "format/format.h"
#include "format/forms/tool_markup.h"
#include "format/forms/whole_files.h"
#include "format/json/inner_document.h"
#include "format/json/wrapped_batch.h"
#include "format/names/paths.h"

namespace aptix::ops {
namespace {

bool accepts(const ApplyRequest& request, std::string_view format) {
  // What is always an error must be seen, whatever was asked for.
  if (request.formats.empty() || format == "cut") return true;
  return std::find(request.formats.begin(), request.formats.end(), format) != request.formats.end();
}

BlockReport describe(const Input& input, const Block& block, uint64_t number) {
  BlockReport report;
  report.number = number;
  report.fenced = block.form == Block::Form::fenced;
  report.info = block.info;
  report.line = block.line != 0 ? block.line : input.place_of(block.to_input(input, 0)).line;
  report.bytes = block.body.size();
  return report;
}

// Something about the block, at an offset in its body; 0: about all of it, whose line is known: there may be thousands
// of those.
Diagnostic about(
    const Input& input, const Block& block, size_t offset, Code code, std::string message, std::string hint) {
  format::Findings findings(input, block);
  findings.error(code, offset, "", std::move(message), std::move(hint));
  return std::move(findings.take().errors.front());
}

// What was seen where nothing is read, and what to do about it.
Diagnostic unread_edit(const Input& input, const format::Unread& unread) {
  using enum format::Unread::Kind;
  std::string path = unread.path.empty() ? std::string() : " for '" + excerpt_for_display(unread.path) + "'";
  std::string tool =
      unread.name.empty() ? std::string("a tool") : "the tool '" + excerpt_for_display(unread.name) + "'";
  constexpr const char* kFile = "give the file in a file bundle; '--block N' takes other blocks alone";
  auto made = [&](std::string what, std::string hint) {
    Diagnostic error = make_error(Code::block_unread, std::move(what), std::move(hint));
    error.path = unread.path;
    error.where = {.input = input.name, .line = unread.line, .column = 1, .pointer = {}};
    return error;
  };
  switch (unread.kind) {
    case call:
      return made(
          fmt::format("cannot read the call of {}{}", tool, path), "give the change in a file bundle or a diff");
    case diff:
      return made(fmt::format("cannot read the block{}: it is labelled as a diff but has no hunk header", path),
          "give each change a '@@' line, below '---' and '+++' lines that name the file");
    case file: return made(fmt::format("cannot read the code block{}: it is not an edit of a known form", path), kFile);
    case commands:
      return made(fmt::format("cannot read the commands that write '{}'", excerpt_for_display(unread.path)), kFile);
    case tag: return made(fmt::format("cannot read the tag '<{}>'{}", excerpt_for_display(unread.name), path), kFile);
  }
  throw Bug("no such kind of what is not read");
}

Diagnostic inner_edit(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} is no edit, but holds the beginning of a code block that is one", number),
      "give each edit in a code block of its own, not inside of another one");
}

Diagnostic inner_document(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} is no edit, but JSON that holds one", number),
      "give the document alone, without a list, an object or a string around it");
}

Diagnostic batch_in_call(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} is a call in tags that is not read, but it holds line changes", number),
      "give the batch as JSON in a code block of its own");
}

Diagnostic two_documents(
    const Input& input, const Block& block, const format::Format& first, const format::SecondDocument& second) {
  return about(input, block, second.offset, Code::block_passed_over,
      fmt::format("the code block holds documents of two kinds: '{}' and '{}'", first.name, second.format->name),
      "give each of them in a code block of its own");
}

Diagnostic wrapped_document(const Input& input, const Block& block, size_t offset, uint64_t number) {
  return about(input, block, offset, Code::block_passed_over,
      fmt::format("block {} is no edit, but one stands in it", number),
      "give it in a code block of its own, from the first column on and without a command or text around it");
}

Diagnostic unread_form(const Input& input, const Block& block, const BlockReport& said) {
  return about(input, block, 0, Code::block_passed_over,
      fmt::format("block {} holds an edit, too, but {}", said.number, said.why),
      "'aptix bundle apply' reads the blocks of all forms; '--block N' takes one alone");
}

// An edit in a block that no format takes is not passed over in silence.
void report_passed_over(const Input& input, const Block& block, uint64_t number, Report& report) {
  auto wrapped = format::detect(block) == nullptr ? format::wrapped_document(block) : std::nullopt;
  std::vector<Diagnostic>& errors = report.diagnostics.errors;
  if (format::holds_inner_edit(block)) errors.push_back(inner_edit(input, block, number));
  else if (format::holds_inner_document(block.body)) errors.push_back(inner_document(input, block, number));
  else if (format::calls_hold_batch(block.body)) errors.push_back(batch_in_call(input, block, number));
  else if (wrapped) errors.push_back(wrapped_document(input, block, *wrapped, number));
}

// Everything in the string stands where the string does.
void move_to_string(const Input& input, const format::WrappedBatch& batch, size_t offset, std::span<FileEdit> files,
    Diagnostics& found) {
  auto move = [&](Origin& origin) { origin = {offset, batch.pointer + origin.pointer}; };
  for (FileEdit& file : files) {
    move(file.origin);
    for (Edit& edit : file.edits) move(edit.origin);
  }
  for (std::vector<Diagnostic>* list : {&found.errors, &found.warnings})
    for (Diagnostic& what : *list) what.where = input.place_of(offset, batch.pointer + what.where.pointer);
}

void prefix_pointers(const std::string& prefix, std::span<FileEdit> files, Diagnostics& found) {
  for (FileEdit& file : files) {
    file.origin.pointer.insert(0, prefix);
    for (Edit& edit : file.edits) edit.origin.pointer.insert(0, prefix);
  }
  for (std::vector<Diagnostic>* list : {&found.errors, &found.warnings})
    for (Diagnostic& what : *list) what.where.pointer.insert(0, prefix);
}

Diagnostics read_in_string(const Input& input, const Block& around, const format::WrappedBatch& batch,
    const format::ParseOptions& options, Gathered& gathered) {
  auto made = std::make_shared<const Input>(input.name, *batch.text);
  gathered.plan.owners.push_back(made);
  Block block;
  block.line = 1;
  block.body = made->bytes;
  size_t before = gathered.plan.files.size();
  Diagnostics found = format::format_named("line-patch").parse(*made, block, options, gathered.plan);
  gathered.blocks.push_back(std::move(block));
  move_to_string(
      input, batch, around.to_input(input, batch.offset), std::span(gathered.plan.files).subspan(before), found);
  return found;
}

Diagnostics read_in_body(const Input& input, const Block& around, const format::WrappedBatch& batch,
    format::ParseOptions options, Gathered& gathered) {
  options.begin = batch.offset;
  options.size = batch.size;
  size_t before = gathered.plan.files.size();
  Diagnostics found = format::format_named("line-patch").parse(input, around, options, gathered.plan);
  gathered.blocks.push_back(around);
  prefix_pointers(batch.pointer, std::span(gathered.plan.files).subspan(before), found);
  return found;
}

// To be stored without what was around it.
Block alone(const Block& around, const format::WrappedBatch& batch) {
  Block block = batch.text ? Block() : around;
  block.unindented = std::make_shared<const std::string>(
      trim(batch.text ? *batch.text : around.body.substr(batch.offset, batch.size)));
  block.body = *block.unindented;
  return block;
}

// Reads a batch out of a call, as if it stood alone.
void read_wrapped(const Input& input, const Block& around, const format::WrappedBatch& batch,
    const ApplyRequest& request, Gathered& gathered, Report& report) {
  format::ParseOptions options{.limits = request.limits,
      .block_index = static_cast<uint32_t>(gathered.blocks.size()),
      .root = gathered.root,
      .threads = request.commit.threads};
  Diagnostics found = batch.text ? read_in_string(input, around, batch, options, gathered)
                                 : read_in_body(input, around, batch, options, gathered);
  gathered.formats.push_back("line-patch");
  if (found.ok()) report.batch_blocks.push_back(alone(around, batch));
  report.diagnostics.add(std::move(found));
}

Diagnostic other_calls(const Input& input, const Block& block, uint64_t number) {
  return about(input, block, 0, Code::format_unsupported,
      fmt::format("block {} holds line-patch batches and calls of other tools that edit", number),
      "give the calls of each tool in a code block of their own");
}

// False when no batch is wrapped in the block.
bool read_calls(
    const Input& input, const Block& block, const ApplyRequest& request, Gathered& gathered, Report& report) {
  if (!accepts(request, "line-patch")) return false;
  std::vector<format::WrappedBatch> batches = format::wrapped_batches(block);
  size_t before = gathered.plan.files.size();
  for (const format::WrappedBatch& batch : batches) read_wrapped(input, block, batch, request, gathered, report);
  if (batches.empty()) return false;
  if (format::holds_other_calls(block, batches))
    report.diagnostics.errors.push_back(other_calls(input, block, report.blocks.back().number));
  report.blocks.back().format = "line-patch";
  report.blocks.back().edits = gathered.plan.files.size() - before;
  return true;
}

// JSON that ends early may have been of a form that is read.
void report_cut(
    const Input& input, const Block& block, const format::Format& form, const ApplyRequest& request, Report& report) {
  Plan none;
  for (Diagnostic& error : form.parse(input, block, {.limits = request.limits}, none).errors)
    if (error.code == Code::json_truncated) report.diagnostics.errors.push_back(std::move(error));
}

// Reads one block into the plan, or says why it is passed over.
void read_block(const Input& input, Block block, const format::Format* chosen, const ApplyRequest& request,
    Gathered& gathered, Report& report) {
  BlockReport& said = report.blocks.emplace_back(describe(input, block, report.blocks.size() + 1));
  if (!is_wanted(request, said.number)) {
    said.why = "not asked for by --block";
    return;
  }
  if ((chosen == nullptr || chosen->name == "edit-tool") && read_calls(input, block, request, gathered, report)) return;
  if (chosen == nullptr) {
    said.why = "no edit in a form that can be read";
    report_passed_over(input, block, said.number, report);
    return;
  }
  // A list without an entry that tells is none of one form more than of another.
  if (!accepts(request, chosen->name) && accepts(request, "line-patch") && format::may_be_line_patch(block))
    chosen = &format::format_named("line-patch");
  if (!accepts(request, chosen->name)) {
    said.why = fmt::format("'aptix {}' does not read the form '{}'", request.command, chosen->name);
    gathered.unread.push_back(unread_form(input, block, said));
    report_cut(input, block, *chosen, request, report);
    return;
  }
  said.format = chosen->name;
  if (auto second = format::second_document(block, *chosen))
    report.diagnostics.errors.push_back(two_documents(input, block, *chosen, *second));
  size_t before = gathered.plan.files.size();
  format::ParseOptions options{.limits = request.limits,
      .block_index = static_cast<uint32_t>(gathered.blocks.size()),
      .formatting = request.formatting,
      .root = gathered.root,
      .threads = request.commit.threads};
  gathered.blocks.push_back(std::move(block));
  gathered.formats.push_back(chosen->name);
  Diagnostics found = chosen->parse(input, gathered.blocks.back(), options, gathered.plan);
  bool is_sound = found.ok();
  report.diagnostics.add(std::move(found));
  said.edits = gathered.plan.files.size() - before;
  if (said.format == "line-patch" && is_sound) report.batch_blocks.push_back(gathered.blocks.back());
}

using Choose = const format::Format* (*)(const Block& block);

// Reads the blocks of an answer, and refuses what else in it names a file and changes it.
void read_blocks(const Input& input, std::span<const Block> blocks, Choose choose, const ApplyRequest& request,
    Gathered& gathered, Report& report) {
  std::vector<size_t> left;
  for (size_t i = 0; i < blocks.size(); ++i) {
    size_t errors = report.diagnostics.errors.size();
    read_block(input, blocks[i], choose(blocks[i]), request, gathered, report);
    bool taken = !report.blocks.back().format.empty() || format::detect(blocks[i]) != nullptr;
    if (!taken && is_wanted(request, report.blocks.back().number) && report.diagnostics.errors.size() == errors)
      left.push_back(i);
  }
  for (const format::Unread& unread : format::unread_edits(input, blocks, left)) {
    if (!unread.block && !request.blocks.empty()) continue;
    // A call or a diff is never meant to be left out; files alone are for '--format whole'.
    bool always = unread.kind == format::Unread::Kind::call || unread.kind == format::Unread::Kind::diff;
    (always ? report.diagnostics.errors : gathered.unread).push_back(unread_edit(input, unread));
  }
}

Block whole_input(const Input& input) {
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  return block;
}

bool is_diff(const Block& block) { return format::detect(block) == &format::format_named("diff"); }

bool is_fenced_diff(const Block& block) { return block.form == Block::Form::fenced && is_diff(block); }

// The diffs in fences; when there is none, the input as a whole.
void read_lenient_diff(const Input& input, const ApplyRequest& request, Gathered& gathered, Report& report) {
  auto extracted = format::extract(input);
  bool in_fences = std::any_of(extracted.value.blocks.begin(), extracted.value.blocks.end(), is_fenced_diff);
  if (!in_fences)
    return read_block(input, whole_input(input), &format::format_named("diff"), request, gathered, report);
  report.diagnostics.add(std::move(extracted.diagnostics));
  auto choose = [](const Block& block) { return is_diff(block) ? &format::format_named("diff") : nullptr; };
  read_blocks(input, extracted.value.blocks, choose, request, gathered, report);
}

// SYS-004 §8 wants nothing but the document to stand in a code block.
void check_single_block(const Input& input, std::span<const BlockReport> blocks, Report& report) {
  auto is_document = [](const BlockReport& block) { return block.format == "bundle" || block.format == "patch"; };
  auto other = std::find_if(
      blocks.begin(), blocks.end(), [](const BlockReport& block) { return block.fenced && block.format.empty(); });
  if (other == blocks.end() || std::none_of(blocks.begin(), blocks.end(), is_document)) return;
  Diagnostic warning =
      make_error(Code::style, fmt::format("block {} is a code block beside the document (SYS-004 §8)", other->number),
          "give the document alone in a code block");
  warning.where = {.input = input.name, .line = other->line, .column = 1, .pointer = {}};
  report.diagnostics.warnings.push_back(std::move(warning));
}

void read_answer(const Input& input, const ApplyRequest& request, Gathered& gathered, Report& report) {
  size_t before = report.blocks.size();
  auto extracted = format::extract(input);
  report.diagnostics.add(std::move(extracted.diagnostics));
  if (extracted.value.refusal) gathered.declined = true;
  read_blocks(input, extracted.value.blocks, format::detect, request, gathered, report);
  if (request.formatting) check_single_block(input, std::span(report.blocks).subspan(before), report);
}

// A code block that names no file is prose; one without its end is never.
void read_whole_files(const Input& input, const ApplyRequest& request, Gathered& gathered, Report& report) {
  auto found = format::whole_files(input);
  report.diagnostics.add(std::move(found.diagnostics));
  for (size_t i = 0; i < found.value.blocks.size(); ++i) {
    Block& block = found.value.blocks[i];
    bool taken = !block.name_hint.empty() || !block.closed;
    std::vector<RelPath> rivals = format::paths_of({found.value.rivals[i]});
    if (!taken && !rivals.empty() && is_wanted(request, report.blocks.size() + 1))
      gathered.plan.passed_over.push_back({std::move(rivals), {block.to_input(input, 0), {}}});
    read_block(input, std::move(block), taken ? &format::format_named("whole") : nullptr, request, gathered, report);
  }
}

std::string what_to_give(std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request) {
  if (request.formats.size() == 1) return "give a line-patch batch; 'aptix bundle apply' reads the other forms";
  if (!request.formats.empty())
    return "give a line-patch batch or a structured patch; 'aptix bundle apply' reads the other forms";
  if (request.reading == Reading::whole_files) return "name each file on the line above its code block";
  if (request.reading == Reading::answer &&
      std::any_of(inputs.begin(), inputs.end(), [](const auto& input) { return format::may_hold_whole_files(*input); }))
    return "where its code blocks are whole files, '--format whole' reads them; they replace what is there";
  return "give a file bundle, a structured patch, a line-patch batch or a unified diff; 'aptix help bundle apply' "
         "shows each";
}

}  // namespace

bool is_wanted(const ApplyRequest& request, uint64_t block) {
  return request.blocks.empty() ||
      std::find(request.blocks.begin(), request.blocks.end(), block) != request.blocks.end();
}

Gathered gather(std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request,
    Report& report) {
  Gathered gathered;
  gathered.root = root;
  for (const auto& input : inputs) {
    if (is_utf16(input->bytes)) {
      Error error = make_error(Code::input_encoding, "the input is UTF-16, not UTF-8", "save it as UTF-8");
      error.where.input = input->name;
      report.diagnostics.errors.push_back(std::move(error));
      continue;
    }
    switch (request.reading) {
      case Reading::answer: read_answer(*input, request, gathered, report); break;
      case Reading::whole_files: read_whole_files(*input, request, gathered, report); break;
      case Reading::lenient_diff: read_lenient_diff(*input, request, gathered, report); break;
    }
  }
  // Beside one that is read; alone, they are why there is nothing to do.
  if (!gathered.blocks.empty()) report.diagnostics.add({.errors = std::exchange(gathered.unread, {}), .warnings = {}});
  return gathered;
}

Diagnostic nothing_to_do(std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request,
    const Gathered& gathered, const Report& report) {
  if (gathered.declined)
    return make_error(Code::answer_declined, "the answer declines: it says that no safe change can be given",
        "ask for a file bundle, or give the model the files it needs");
  bool empty = std::all_of(inputs.begin(), inputs.end(), [](const auto& input) { return is_blank(input->bytes); });
  if (!request.blocks.empty() &&
      std::none_of(report.blocks.begin(), report.blocks.end(),
          [&](const BlockReport& block) { return is_wanted(request, block.number); }))
    return make_error(Code::input_no_edit, "the input has no block of the number that '--block' names",
        fmt::format("blocks found: {}; 'aptix bundle validate -v' lists them", report.blocks.size()));
  if (!gathered.blocks.empty() && !request.only.empty())
    return make_error(
        Code::input_no_edit, "the input changes no file that fits '--only'", "'aptix bundle validate' lists the files");
  Diagnostic error = make_error(
      Code::input_no_edit, empty ? "the input is empty" : "the input holds no edit", what_to_give(inputs, request));
  error.where.input = inputs.empty() ? std::string() : inputs.front()->name;
  for (const BlockReport& block : report.blocks) {
    if (error.notes.size() == 5) break;
    if (block.why.empty()) continue;
    if (error.where.line == 0 && inputs.size() == 1) error.where.line = block.line;
    error.notes.push_back(fmt::format("block {} at line {} was passed over: {}", block.number, block.line, block.why));
  }
  return error;
}

}  // namespace aptix::ops
