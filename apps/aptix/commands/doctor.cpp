// aptix doctor: facts for finding out why something does not work, or is slow.
#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <map>

#include "base/text/trim.h"
#include "disk/checkpoints.h"
#include "disk/health.h"
#include "disk/history.h"
#include "disk/state_files.h"
#include "ops/audit/audit.h"
#include "terminal/program.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr int64_t kSlowSyncNs = 20'000'000;
constexpr size_t kManyBatches = 1000;
constexpr size_t kShownParts = 5;

// Levels of a finding. Broken: it keeps aptix from working, or has lost something.
constexpr std::string_view kBroken = "broken", kAdvice = "advice";

struct Finding {
  std::string_view level;
  std::string subject, message, hint;
};

struct FoundProgram {
  std::string_view name, purpose;
  std::string path = {};  // "": it does not exist
};

struct Examined {
  std::string kernel;
  std::vector<std::string> cpu;
  std::vector<ConfigFile> configs;
  std::vector<FoundProgram> programs;
  std::string workspace;  // "": it cannot be opened
  disk::StateHealth state{};
  disk::DiskHealth disk{};
  size_t records = 0, pending = 0, batches = 0, checkpoints = 0;
  std::optional<ops::AuditVerdict> audit{};
  std::vector<Finding> findings{};
};

class Examination {
 public:
  explicit Examination(const Session& session) : session_(session) {}

  Examined run() {
    look_at_machine();
    look_at_programs();
    auto opened = open_workspace(session_);
    if (!opened) {
      find(kBroken, "configuration", opened.error());
      return std::move(out_);
    }
    out_.configs = opened->configs;
    for (const Diagnostic& warning : std::exchange(session_.said, {}).warnings) find(kAdvice, "configuration", warning);
    out_.workspace = opened->workspace->path();
    look_at_disk(*opened->workspace);
    look_at_state(*opened);
    look_at_records(*opened->workspace);
    return std::move(out_);
  }

 private:
  void find(std::string_view level, std::string subject, std::string message, std::string hint) {
    out_.findings.push_back({level, std::move(subject), std::move(message), std::move(hint)});
  }
  void find(std::string_view level, std::string subject, const Diagnostic& said) {
    find(level, std::move(subject), said.message, said.hint);
  }

  // Of the processor, the facts by which libraries choose their code.
  void look_at_machine() {
    utsname about{};
    if (::uname(&about) == 0) out_.kernel = fmt::format("{} {} ({})", about.sysname, about.release, about.machine);
    auto text = read_file("/proc/cpuinfo", 1 << 20, session_.environment.around.interrupted);
    if (!text) return;
    for (std::string_view rest = *text; !rest.empty();) {
      std::string_view line = take_line(rest, '\n');
      if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
      std::vector<std::string_view> flags = split(line, ' ');
      for (std::string_view wanted : {"sha_ni", "avx2", "avx512f", "pclmulqdq", "sse4_2", "sha2", "asimd"})
        if (std::find(flags.begin(), flags.end(), wanted) != flags.end()) out_.cpu.emplace_back(wanted);
      return;
    }
  }

  void look_at_programs() {
    out_.programs = {{"git", "'aptix gitpatch', bases of diffs, 'git:REV' as a version"},
        {"wl-paste", "'--clipboard' on Wayland"}, {"xclip", "'--clipboard' on X11"}, {"xsel", "'--clipboard' on X11"},
        {"pbpaste", "'--clipboard' on macOS"}, {"aptix-cloud-postgresql", "a Cloud File Set on PostgreSQL"}};
    std::vector<std::string> words = {"sh", "-c", "for p; do command -v -- \"$p\" || echo; done", "sh"};
    for (const FoundProgram& program : out_.programs) words.emplace_back(program.name);
    ProgramRun asked = run_to_end({.words = std::move(words)});
    std::string_view rest = asked.output;
    for (FoundProgram& program : out_.programs) program.path = take_line(rest, '\n');
    if (out_.programs.front().path.empty())
      find(kAdvice, "programs", "there is no 'git'",
          "install it: 'aptix' then finds the old texts that diffs are made for");
  }

  void look_at_disk(disk::Workspace& workspace) {
    auto clock = [] {
      timespec now{};
      ::clock_gettime(CLOCK_MONOTONIC, &now);
      return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    };
    auto disk = disk::look_at_disk(workspace, clock);
    if (!disk) return;  // the state folder is the reason: reported below
    out_.disk = *disk;
    if (disk->sync_ns && *disk->sync_ns > kSlowSyncNs)
      find(kAdvice, "disk",
          fmt::format("the disk takes {} ms to make a small file durable, and a run waits for about six of "
                      "these",
              *disk->sync_ns / 1'000'000),
          "give several answers to one run, or use '--no-sync' where a crash of the machine may lose the last runs");
    if (disk->is_network)
      find(kAdvice, "disk", fmt::format("the workspace is on a file system of the network ({})", disk->kind),
          "expect each call to take longer; run 'aptix' on one machine at a time, since not all of these file systems "
          "pass locks on");
    if (!disk->exchanges)
      find(kAdvice, "disk", fmt::format("the file system ({}) cannot exchange two files", disk->kind),
          "nothing is to be done: files are replaced by links or copies, which takes longer");
  }

  void look_at_state(Opened& opened) {
    auto state = disk::look_at_state(*opened.workspace);
    if (!state) return find(kBroken, "state folder", state.error());
    out_.state = *state;
    if (!state->exists) return;
    if (!state->is_writable)
      find(kBroken, "state folder", "this user may not write in the state folder",
          "have its mode changed, or name another one with '--state-dir'");
    for (const std::string& name : state->foreign)
      find(kBroken, "state folder", fmt::format("'.aptix/{}' is not what aptix makes there", name),
          "see what it is, and move it away");
    if (state->is_locked)
      find(kAdvice, "state folder", "another run is writing at this moment",
          "wait for it; if no aptix is running, end the process that holds '.aptix/lock' open");
    if (state->unfinished && !state->is_locked)
      find(kAdvice, "state folder", "a run was interrupted, and is still to be rolled back", "run 'aptix recover'");
    if (state->kept != 0)
      find(kAdvice, "state folder",
          fmt::format("{} that recovery or '--verify' set aside {} in '.aptix/kept'",
              render::count_of(state->kept, "text"), state->kept == 1 ? "is" : "are"),
          "take what you need of them; 'aptix gc' removes them after 30 days");
    if (state->bytes > 2 * opened.settings.keep_bytes)
      find(kAdvice, "state folder", fmt::format("the state folder has {}", render::count_of(state->bytes, "byte")),
          "run 'aptix gc', and drop checkpoints that are no longer needed");
  }

  void look_at_records(disk::Workspace& workspace) {
    if (!out_.state.exists) return;
    Diagnostics said;
    out_.records = said.take(disk::read_log(workspace)).size();
    std::vector<disk::Checkpoint> checkpoints = said.take(disk::read_checkpoints(workspace));
    out_.checkpoints = checkpoints.size();
    look_at_texts(workspace, checkpoints);
    for (const auto* list : {&said.errors, &said.warnings})
      for (const Diagnostic& one : *list)
        find(kBroken, "records", one.message,
            one.hint.empty() ? "what it was about can no longer be undone; take the old texts from git or a backup"
                             : one.hint);
    if (auto held = disk::names_in(workspace, disk::Box::approvals)) out_.pending = held->size();
    if (out_.pending != 0)
      find(kAdvice, "approvals",
          fmt::format(
              "{} for a person", out_.pending == 1 ? "1 change waits" : fmt::format("{} changes wait", out_.pending)),
          "'aptix approve' lists them");
    if (auto batches = disk::names_in(workspace, disk::Box::inbox)) out_.batches = batches->size();
    if (out_.batches > kManyBatches)
      find(kAdvice, "inbox", fmt::format("{} stored batches are not in the database yet", out_.batches),
          "run 'aptix patch list', which puts them there");
    auto audit = ops::verify_audit(workspace);
    for (const Diagnostic& error : audit.diagnostics.errors) find(kBroken, "audit", error);
    for (const Diagnostic& warning : audit.diagnostics.warnings) find(kAdvice, "audit", warning);
    if (audit.ok()) out_.audit = audit.value;
  }

  void look_at_texts(disk::Workspace& workspace, const std::vector<disk::Checkpoint>& checkpoints) {
    std::map<Sha256, bool> whole;
    for (const disk::Checkpoint& checkpoint : checkpoints) {
      uint64_t damaged = 0;
      for (const disk::CheckpointFile& file : checkpoint.files) {
        auto [known, is_new] = whole.try_emplace(file.state.sha);
        if (is_new) known->second = disk::checkpoint_text(workspace, file.state.sha).has_value();
        damaged += known->second ? 0 : 1;
      }
      if (damaged != 0)
        find(kBroken, "checkpoints",
            fmt::format(
                "checkpoint '{}' has not the whole text of {}", checkpoint.name, render::count_of(damaged, "file")),
            "its other files can still be had; take these from git or a backup");
    }
  }

  const Session& session_;
  Examined out_{};
};

std::string listed(const std::vector<std::string>& words, std::string_view otherwise) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + escape_for_display(word);
  return text.empty() ? std::string(otherwise) : text;
}

std::string state_text(const Examined& found) {
  if (found.workspace.empty()) return "";
  std::string text = fmt::format("workspace {}\n", escape_for_display(found.workspace));
  text += fmt::format("file system {}", found.disk.kind);
  if (found.disk.sync_ns)
    text += fmt::format("; a small file is durable after {:.1f} ms", static_cast<double>(*found.disk.sync_ns) / 1e6);
  text += "\n";
  if (!found.state.exists) return text + "state folder: not made yet\n";
  text += fmt::format("state folder: {}, {}\n", render::count_of(found.state.files, "file"),
      render::count_of(found.state.bytes, "byte"));
  for (size_t i = 0; i < std::min(found.state.parts.size(), kShownParts); ++i) {
    const disk::StatePart& part = found.state.parts[i];
    if (part.bytes != 0)
      text += fmt::format("  {:<12}  {}, {}\n", escape_for_display(part.name), render::count_of(part.files, "file"),
          render::count_of(part.bytes, "byte"));
  }
  text += fmt::format("log: {}; checkpoints: {}; stored batches to be taken in: {}; changes that wait: {}\n",
      render::count_of(found.records, "record"), found.checkpoints, found.batches, found.pending);
  if (found.audit) text += fmt::format("audit: {}, intact\n", render::count_of(found.audit->records, "record"));
  return text;
}

std::string as_text(const Examined& found) {
  std::string text = fmt::format("aptix {}\nkernel {}\nprocessor: {}\n", APTIX_VERSION,
      escape_for_display(found.kernel), listed(found.cpu, "nothing that libraries choose their code by"));
  for (const ConfigFile& file : found.configs)
    text += fmt::format("configuration {}: sets {}\n", escape_for_display(file.path), listed(file.keys, "nothing"));
  text += state_text(found);
  for (const FoundProgram& program : found.programs)
    text += fmt::format("program {}: {}\n", program.name,
        program.path.empty() ? fmt::format("is not there; it is for {}", program.purpose)
                             : escape_for_display(program.path));
  for (const Finding& finding : found.findings) {
    text += fmt::format("{}: {}: {}\n", finding.level, finding.subject, finding.message);
    if (!finding.hint.empty()) text += fmt::format("   = hint: {}\n", finding.hint);
  }
  return text;
}

void write_state(json::Writer& w, const Examined& found) {
  w.field_or_null("workspace", found.workspace).field_or_null("fileSystem", found.disk.kind);
  w.key("syncMicroseconds");
  if (found.disk.sync_ns) w.value(static_cast<uint64_t>(*found.disk.sync_ns / 1000));
  else w.null();
  w.field("exchanges", found.disk.exchanges).field("network", found.disk.is_network);
  w.key("state").begin_object();
  w.field("exists", found.state.exists).field("files", found.state.files).field("bytes", found.state.bytes);
  w.field("locked", found.state.is_locked).field("unfinished", found.state.unfinished).field("kept", found.state.kept);
  w.objects("parts", found.state.parts, [&](const disk::StatePart& part) {
    w.field("name", part.name).field("files", part.files).field("bytes", part.bytes);
  });
  w.field("records", found.records).field("checkpoints", found.checkpoints).field("batches", found.batches);
  w.field("pending", found.pending).field("auditIntact", found.audit.has_value() || !found.state.exists).end_object();
}

std::string as_json(const Examined& found) {
  return json::object([&](json::Writer& w) {
    w.field("version", APTIX_VERSION).field("kernel", found.kernel).list("processor", found.cpu);
    w.objects("configuration", found.configs,
        [&](const ConfigFile& file) { w.field("path", file.path).list("keys", file.keys); });
    w.objects("programs", found.programs,
        [&](const FoundProgram& program) { w.field("name", program.name).field_or_null("path", program.path); });
    write_state(w, found);
    w.objects("findings", found.findings, [&](const Finding& finding) {
      w.field("level", finding.level).field("subject", finding.subject).field("message", finding.message);
      w.field("hint", finding.hint);
    });
  });
}

Result<Answer> run_doctor(Session& session) {
  Examined found = Examination(session).run();
  auto broken = std::ranges::count(found.findings, kBroken, &Finding::level);
  Said said{.text = as_text(found), .json = as_json(found)};
  said.remark = found.findings.empty()
      ? "nothing to be done\n"
      : fmt::format("{}, {} of them broken\n", render::count_of(found.findings.size(), "finding"), broken);
  Answer answer = make_answer(session, said);
  if (answer.exit_code == 0 && broken != 0) answer.exit_code = 1;
  return answer;
}

}  // namespace

extern constexpr Command kDoctor = {
    .name = "doctor",
    .summary = "tell what there is, what is broken, and what is slow here and why",
    .description =
        "Looks at the machine, the configuration files and what they set, the programs that aptix can use, and the "
        "workspace: the size of its state folder, its lock, runs that were interrupted, changes that wait for an "
        "approval, checkpoints, the log, the audit. It measures how long the disk takes to make a small file durable, "
        "with a file in the state folder that it removes again; where there is no state folder yet, nothing is "
        "written.\n\n"
        "Each finding says what to do. The exit code is 1 where something is broken (a configuration that cannot be "
        "read, a damaged record, an audit that was changed), and 0 with any other finding.\n\n"
        "With --json: version, kernel, processor, configuration (path, keys), programs (name, path), "
        "workspace, fileSystem, syncMicroseconds, exchanges, network, state, findings (level, subject, message, hint).",
    .examples = {{"aptix doctor", "when something does not work, or takes long"},
        {"aptix doctor --json", "for a report"}},
    .run = run_doctor,
};

}  // namespace aptix::app
