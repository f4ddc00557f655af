// The document is stored as it came; ids are numbers in its order, so that no table of them is needed.
#include "ops/batches.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/uuid.h"
#include "format/batch_names.h"
#include "format/format.h"
#include "ops/batch_diff.h"

namespace aptix::ops {
namespace {

Error unknown(std::string_view id) {
  return make_error(Code::batch_unknown, fmt::format("there is no stored batch or part of one with the id '{}'", excerpt_for_display(id, 60)),
                    "'aptix patch list' lists the batches");
}

}  // namespace

NewBatch new_batch(const Block& block, const Occasion& occasion) {
  NewBatch batch{.names = format::read_batch_names(block.body), .stored = {}};
  UuidFamily family(occasion.now_ns, occasion.random);
  assign_ids(batch.names, [&](uint32_t number) { return family.id(number); });
  store::StoredBatch& stored = batch.stored;
  stored.id = batch.names.id;
  stored.key = batch.names.key;
  stored.label = batch.names.label;
  stored.caller = occasion.caller;
  stored.document = block.body;
  stored.time_ns = occasion.now_ns;
  stored.files = batch.names.files.size();
  stored.changes = batch.names.change_count();
  return batch;
}

Result<std::optional<store::Batches>> open_batches(const disk::Workspace& workspace, const store::OpenOptions& options) {
  return store::Batches::open(workspace.path() + "/.aptix/aptix.db", options);
}

Result<ShownBatch> show_batch(const disk::Workspace& workspace, std::string_view id, const Limits& limits) {
  auto family = parse_family_id(id);
  if (!family) return fail(unknown(id));
  TRY_ASSIGN(batches, open_batches(workspace, {}));
  if (!batches) return fail(unknown(id));
  TRY_ASSIGN(stored, batches->find(family->first));
  if (!stored) return fail(unknown(id));
  ShownBatch shown{.stored = std::move(*stored), .names = {}, .part = {}, .diff = {}};

  Input input(shown.stored.id, shown.stored.document);
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  Plan plan;
  Diagnostics faults = format::format_named("line-patch").parse(input, block, {.limits = limits}, plan);
  if (!faults.ok()) return fail(std::move(faults.errors.front()));  // somebody else wrote into the database
  shown.names = format::read_batch_names(input.bytes);
  assign_ids(shown.names, [&](uint32_t number) { return member_id(family->first, number); });
  shown.part = part_of(shown.names, family->number);
  if (!shown.part.exists) return fail(unknown(id));
  shown.diff = batch_diff(plan, shown.part);
  return shown;
}

BatchState state_of(const store::StoredBatch& batch, const std::vector<disk::Record>& log) {
  if (batch.applications.empty()) return BatchState::stored;
  auto undone = [&](const store::Application& application) {
    return std::any_of(log.begin(), log.end(), [&](const disk::Record& record) { return record.id == application.transaction && record.undone; });
  };
  return std::all_of(batch.applications.begin(), batch.applications.end(), undone) ? BatchState::undone : BatchState::applied;
}

std::string_view name(BatchState state) {
  switch (state) {
    case BatchState::stored: return "stored";
    case BatchState::applied: return "applied";
    case BatchState::undone: return "undone";
  }
  return "";
}

}  // namespace aptix::ops
