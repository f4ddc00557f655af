// The main job, one call for each arrow of the path: extract, parse, check, resolve, commit, report.
// What a preview leaves out it leaves out at the end; there is no second way through.
#include "ops/apply.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/text.h"
#include "edit/resolve.h"
#include "edit/settle_names.h"
#include "format/extract.h"
#include "format/format.h"
#include "ops/known_bases.h"
#include "ops/resolve_doc_paths.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// What has been read of all inputs, before any file was looked at.
struct Gathered {
  Plan plan;
  std::vector<Block> blocks;                    // those that were read; FileEdit::block counts them
  std::vector<std::string_view> formats;        // parallel to `blocks`
  bool declined = false;                        // a refusal sentence stands in the prose
};

bool wanted_block(const ApplyRequest& request, uint64_t number) {
  return request.blocks.empty() || std::find(request.blocks.begin(), request.blocks.end(), number) != request.blocks.end();
}

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

Diagnostic lost_diff(const Input& input, const Block& block, uint64_t number) {
  Diagnostic warning = make_error(Code::block_passed_over,
                                  fmt::format("block {} is labelled as a diff but has no hunk header; it was passed over", number),
                                  "give each change a '@@' line, below '---' and '+++' lines that name the file");
  warning.where = input.place_of(block.to_input(input, 0));
  return warning;
}

// Reads one block into the plan, or says why it is passed over.
void read_block(const Input& input, Block block, const format::Format* chosen, const ApplyRequest& request,
                Gathered& reading, Report& report) {
  BlockReport& said = report.blocks.emplace_back(describe(input, block, report.blocks.size() + 1));
  if (!wanted_block(request, said.number)) {
    said.why = "not asked for by --block";
    return;
  }
  if (chosen == nullptr) {
    said.why = "no edit in a form that can be read";
    if (format::looks_like_lost_diff(block)) report.diagnostics.warnings.push_back(lost_diff(input, block, said.number));
    return;
  }
  if (!accepts(request, chosen->name)) {
    said.why = fmt::format("'aptix {}' does not read the form '{}'", request.command, chosen->name);
    return;
  }
  said.format = chosen->name;
  size_t before = reading.plan.files.size();
  format::ParseOptions options{.limits = request.limits,
                               .block_index = static_cast<uint32_t>(reading.blocks.size()),
                               .formatting = request.formatting};
  reading.blocks.push_back(std::move(block));
  reading.formats.push_back(chosen->name);
  report.diagnostics.add(chosen->parse(input, reading.blocks.back(), options, reading.plan));
  said.edits = reading.plan.files.size() - before;
  if (said.format == "line-patch") report.batch_blocks.push_back(reading.blocks.back());
}

Block whole_input(const Input& input) {
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  return block;
}

bool is_fenced_diff(const Block& block) {
  const format::Format* chosen = block.form == Block::Form::fenced ? format::detect(block) : nullptr;
  return chosen == &format::format_named("diff");
}

// The diffs in fences; when there is none, the input as a whole.
void read_lenient_diff(const Input& input, const ApplyRequest& request, Gathered& reading, Report& report) {
  auto extracted = format::extract(input);
  bool in_fences = std::any_of(extracted.value.blocks.begin(), extracted.value.blocks.end(), is_fenced_diff);
  if (!in_fences) return read_block(input, whole_input(input), &format::format_named("diff"), request, reading, report);
  report.diagnostics.add(std::move(extracted.diagnostics));
  for (Block& block : extracted.value.blocks) {
    const format::Format* chosen = format::detect(block);
    bool is_diff = chosen == &format::format_named("diff");
    read_block(input, std::move(block), is_diff ? chosen : nullptr, request, reading, report);
  }
}

void read_answer(const Input& input, const ApplyRequest& request, Gathered& reading, Report& report) {
  auto extracted = format::extract(input);
  report.diagnostics.add(std::move(extracted.diagnostics));
  if (extracted.value.refusal) reading.declined = true;
  for (Block& block : extracted.value.blocks) {
    const format::Format* chosen = format::detect(block);
    read_block(input, std::move(block), chosen, request, reading, report);
  }
}

Gathered read_inputs(std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, Report& report) {
  Gathered reading;
  for (const auto& input : inputs) {
    switch (request.reading) {
      case Reading::answer: read_answer(*input, request, reading, report); break;
      case Reading::lenient_diff: read_lenient_diff(*input, request, reading, report); break;
    }
  }
  return reading;
}

void keep_only(const std::vector<Glob>& only, Plan& plan) {
  if (only.empty()) return;
  auto is_wanted = [&](const RelPath& path) {
    return std::any_of(only.begin(), only.end(), [&](const Glob& glob) { return glob.matches(path.str()); });
  };
  std::erase_if(plan.files, [&](const FileEdit& file) {
    return !is_wanted(file.path) &&
           std::none_of(file.other_names.begin(), file.other_names.end(), [&](const FileEdit::OtherName& name) { return is_wanted(name.path); });
  });
}

Diagnostics check(const Input& chain, const Gathered& reading, const ApplyRequest& request) {
  return format::check_plan(chain, reading.plan,
                            {.limits = request.limits,
                             .allow_overlap = request.allow_overlap,
                             .formatting = request.formatting,
                             .block_formats = reading.formats});
}

// Decides by the tree which files the names mean; the plan may be another one afterwards.
void settle_names(const Input& chain, Reader& reader, const ApplyRequest& request, Gathered& reading, Report& report) {
  if (std::all_of(reading.plan.files.begin(), reading.plan.files.end(), [](const FileEdit& file) { return file.other_names.empty(); })) return;
  edit::SettledNames settled = edit::settle_names(chain, reading.plan, reader);
  for (FileEdit& file : reading.plan.files) file.other_names.clear();
  keep_only(request.only, reading.plan);
  report.diagnostics.add(std::move(settled.diagnostics));
  if (settled.changed != 0) report.diagnostics.errors = check(chain, reading, request).errors;
}

Diagnostic nothing_to_do(std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const Gathered& reading,
                         const Report& report) {
  if (reading.declined)
    return make_error(Code::answer_declined, "the answer declines: it says that no safe change can be given",
                      "ask for a file bundle, or give the model the files it needs");
  bool empty = std::all_of(inputs.begin(), inputs.end(), [](const auto& input) { return is_blank(input->bytes); });
  if (!request.blocks.empty() && std::none_of(report.blocks.begin(), report.blocks.end(), [&](const BlockReport& block) {
        return wanted_block(request, block.number);
      }))
    return make_error(Code::input_no_edit, "the input has no block of the number that '--block' names",
                      fmt::format("blocks found: {}; 'aptix bundle validate -v' lists them", report.blocks.size()));
  if (!reading.blocks.empty() && !request.only.empty())
    return make_error(Code::input_no_edit, "the input changes no file that fits '--only'", "'aptix bundle validate' lists the files");
  Diagnostic error = make_error(Code::input_no_edit, empty ? "the input is empty" : "the input holds no edit",
                                request.formats.empty()
                                    ? "give a file bundle, a structured patch, a line-patch batch or a unified diff; 'aptix help bundle apply' shows each"
                                    : "give a line-patch batch or a structured patch; 'aptix bundle apply' reads the other forms");
  error.where.input = inputs.empty() ? std::string() : inputs.front()->name;
  for (const BlockReport& block : report.blocks) {
    if (error.notes.size() == 5) break;
    if (!block.why.empty()) error.notes.push_back(fmt::format("block {} at line {} was passed over: {}", block.number, block.line, block.why));
  }
  return error;
}

// Stops the run when there are errors, after --strict has had its say.
bool failed(const ApplyRequest& request, Diagnostics& diagnostics) {
  if (request.strict) diagnostics.make_strict();
  return !diagnostics.ok();
}

EditReport describe(const Edit& edit, const EditOutcome& outcome) {
  return {.status = outcome.status, .rule = outcome.rule, .line = outcome.line, .offset = outcome.offset,
          .places = outcome.places, .pointer = edit.origin.pointer};
}

// --keep-going: takes the files with an edit that does not fit out of the changes, and those that are renamed from or to
// them. False when nothing is left, or when an error is about more than whether edits fit.
bool leave_out_failed(const Plan& plan, const Diagnostics& diagnostics, ChangeSet& changes) {
  std::set<std::string_view> bad;
  for (const Diagnostic& error : diagnostics.errors) {
    if (info(error.code).exit_class != 1 || error.path.empty()) return false;
    bad.insert(error.path);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const FileEdit& entry : plan.files) {
      if (!entry.from || bad.contains(entry.path.str()) == bad.contains(entry.from->str())) continue;
      bad.insert(entry.path.str());
      bad.insert(entry.from->str());
      grown = true;
    }
  }
  std::erase_if(changes.changes, [&](const FileChange& change) { return bad.contains(change.path.str()); });
  return !changes.changes.empty();
}

enum class Done : uint8_t { no, yes };

// One FileReport a path, in order of first mention, with the edits of all its entries. `done`: the
// run did (or, as a preview, would have done) what it reports.
std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done_or_not) {
  bool done = done_or_not == Done::yes;
  std::vector<FileReport> files;
  std::map<RelPath, size_t> places;
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    auto [place, is_new] = places.try_emplace(entry.path, files.size());
    if (is_new) {
      FileReport& file = files.emplace_back();
      file.path = entry.path.str();
      file.from = entry.from ? entry.from->str() : std::string();
      file.operation = name(entry.operation);
      file.status = "unchanged";
    }
    FileReport& file = files[place->second];
    if (i >= changes.outcomes.size()) continue;
    for (size_t k = 0; k < changes.outcomes[i].edits.size() && k < entry.edits.size(); ++k) {
      file.edits.push_back(describe(entry.edits[k], changes.outcomes[i].edits[k]));
      if (file.edits.back().status == EditStatus::failed) file.status = "failed";
    }
  }
  for (const FileChange& change : changes.changes) {
    auto place = places.find(change.path);
    if (place == places.end()) continue;  // the source of a rename: told with its target
    FileReport& file = files[place->second];
    if (file.status != "failed") file.status = done ? "changed" : "held";
    file.before_sha = change.before.exists ? change.before_sha.hex() : std::string();
    file.after_sha = done && change.after_exists ? change.after_sha.hex() : std::string();
    file.lines_added = change.lines_added;
    file.lines_removed = change.lines_removed;
  }
  for (const KeptFile& kept : changes.kept) {
    auto place = places.find(kept.path);
    if (place == places.end()) continue;  // the source of a copy
    files[place->second].before_sha = files[place->second].after_sha = kept.sha.hex();
  }
  return files;
}

}  // namespace

Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& given, const ApplyRequest& request) {
  ASSERT(!inputs.empty());
  const Input& chain = *inputs.back();
  Report report;
  report.command = request.command;
  report.dry_run = request.stop != Stop::after_commit;

  Gathered reading = read_inputs(inputs, request, report);
  std::unique_ptr<disk::Workspace> top;  // where docPaths may lead above the root
  if (request.stop != Stop::after_parse && names_doc_paths(reading.plan))
    report.diagnostics.add(resolve_doc_paths(chain, reading.plan, request, given, top));
  disk::Workspace& workspace = top ? *top : given;
  report.root_prefix = workspace.root_prefix();
  keep_only(request.only, reading.plan);
  if (report.diagnostics.ok() && reading.plan.files.empty())
    report.diagnostics.errors.push_back(nothing_to_do(inputs, request, reading, report));
  if (report.diagnostics.ok())
    report.diagnostics.add(check(chain, reading, request));
  report.complete = !failed(request, report.diagnostics);
  if (!report.complete || request.stop == Stop::after_parse) return report;

  if (request.stop == Stop::after_commit) {
    report.diagnostics.add(workspace.lock().diagnostics);
    report.complete = report.diagnostics.ok();
    if (!report.complete) return report;
  }
  std::unique_ptr<Reader> disk = workspace.reader(request.limits, request.commit.threads);
  edit::SeenReader reader(*disk);
  settle_names(chain, reader, request, reading, report);
  KnownBases bases(workspace);
  auto resolved = edit::resolve(chain, reading.plan, reader,
                                {.limits = request.limits,
                                 .match = request.match,
                                 .allow_placeholders = request.allow_placeholders,
                                 .keep_line_ends = request.keep_line_ends,
                                 .bases = &bases,
                                 .merge = request.merge});
  ChangeSet& changes = resolved.value;
  report.diagnostics.add(std::move(resolved.diagnostics));
  bool fits = !failed(request, report.diagnostics) || (request.keep_going && leave_out_failed(reading.plan, report.diagnostics, changes));
  if (!fits) {
    hash_changes(changes, request.commit.threads);
  } else {
    if (request.stop == Stop::after_commit) {
      auto committed = disk::commit(workspace, changes, request.commit);
      report.transaction = committed.value.id;
      report.diagnostics.add(std::move(committed.diagnostics));
    } else {
      hash_changes(changes, request.commit.threads);
    }
    if (request.want_diff) report.diff = render::unified_diff(changes);
  }
  report.complete = report.diagnostics.ok() && changes.complete();
  bool done = report.diagnostics.ok() || report.transaction != 0 || (fits && report.dry_run);
  report.files = describe_files(reading.plan, changes, done ? Done::yes : Done::no);
  return report;
}

}  // namespace aptix::ops
