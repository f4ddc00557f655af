// Walks over all lines in order. Each contains the hash of the line before it, and `head` describes the last: so a
// change, removal or move shows at the next line at the latest.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/json/record.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/history.h"
#include "ops/audit/audit.h"

namespace aptix::ops {
namespace {

// The members that chain a line to others; the rest is covered by its hash.
struct Link {
  uint64_t seq = 0, transaction = 0;
  std::optional<Sha256> previous;
  std::optional<std::pair<uint64_t, Sha256>> pruned;  // the last record that an 'audit prune' removed
  std::string set_aside;                              // where a torn line before it was moved; or ""
};

std::optional<Link> link_of(std::string_view line) {
  std::optional<json::Document> document = json::read_record(line);
  if (!document) return std::nullopt;
  json::Value root = document->root();
  auto previous = root.find("previous");
  if (!previous) return std::nullopt;
  Link link{.seq = json::number_member(root, "seq").value_or(0),
      .transaction = json::number_member(root, "transaction").value_or(0),
      .previous = Sha256::parse(json::text_member(root, "previous").value_or("")),
      .pruned = {},
      .set_aside = std::string(json::text_member(root, "setAside").value_or(""))};
  if (link.seq == 0 || (!link.previous && previous->type() != json::Type::null)) return std::nullopt;
  auto arguments = json::member(root, "arguments", json::Type::object);
  auto details = arguments ? json::member(*arguments, "details", json::Type::object) : std::nullopt;
  if (!details) return link;
  auto last = json::number_member(*details, "lastSeq");
  auto sha = Sha256::parse(json::text_member(*details, "sha256").value_or(""));
  if (last && sha) link.pruned = std::pair(*last, *sha);
  return link;
}

class AuditWalk {
 public:
  AuditWalk(disk::Workspace& workspace, const std::optional<AuditMark>& kept) : workspace_(workspace), kept_(kept) {}

  Outcome<AuditVerdict> run() {
    if (Status walked = walk(); !walked) out_.diagnostics.errors = {std::move(walked).error()};
    out_.value.head = last_sha_.value_or(Sha256{});
    return std::move(out_);
  }

 private:
  Status walk() {
    TRY_ASSIGN(files, disk::audit_files(workspace_));
    files_ = files;
    TRY_ASSIGN(head, disk::read_audit_head(workspace_));
    head_text_ = std::move(head);
    head_ = disk::decode_audit_head(head_text_);
    for (uint64_t file : files) {
      TRY_ASSIGN(text, disk::read_audit_file(workspace_, file));
      TRY(walk_file(file, text, file == files.back()));
    }
    TRY(check_begin());
    TRY(check_head());
    return check_kept();
  }

  Status walk_file(uint64_t file, std::string_view text, bool is_last) {
    uint64_t number = 0;
    size_t all = text.size();
    while (!text.empty()) {
      ++number;
      bool whole = text.find('\n') != std::string_view::npos;
      std::string_view rest = text;
      std::string_view line = take_line(text);
      if (!whole && is_last) {
        torn_at_ = all - rest.size();
        torn_end_ = all;
        where_ = fmt::format("line {} of audit/{}.jsonl", number, file);
        file_ = file;
        return {};
      }
      if (!whole) return damaged(fmt::format("line {} of audit/{}.jsonl is torn", number, file));
      TRY(walk_line(line, fmt::format("line {} of audit/{}.jsonl", number, file)));
      file_ = file;
      end_ = all - text.size();
      if (head_ && out_.value.last == head_->seq)
        known_ = {.seq = head_->seq, .sha = *last_sha_, .file = file_, .end = end_};
    }
    return {};
  }

  Status walk_line(std::string_view line, std::string where) {
    auto link = link_of(line);
    if (!link) return damaged(where + " was changed: it is not a record");
    Sha256 sha = sha256(line);
    uint64_t& last = out_.value.last;
    if (doubted_) return damaged(link->previous == last_sha_ ? before_ + " was changed" : where_ + " was changed");
    if (last == 0) {
      out_.value.first = link->seq;
      first_previous_ = link->previous;
    } else if (link->seq != last + 1) {
      if (link->seq > last + 1) return damaged(fmt::format("record {} is missing before {}", last + 1, where));
      return damaged(fmt::format("{} is out of order: it is record {} after record {}", where, link->seq, last));
    } else if (link->previous != last_sha_) {
      doubted_ = true;  // this line or the one before it; the next line decides
    }
    if (link->pruned) pruned_ = link->pruned;
    if (link->transaction != 0) transaction_ = link->transaction;
    if (!link->set_aside.empty()) torn_lines_.emplace_back(link->seq, link->set_aside);
    before_ = std::exchange(where_, std::move(where));
    last = link->seq;
    last_sha_ = sha;
    if (kept_ && last == kept_->seq) kept_found_ = sha;
    ++out_.value.records;
    return {};
  }

  Status check_head() {
    uint64_t last = out_.value.last;
    const auto& head = head_;
    bool begins = head_text_.empty() || (head && *head == disk::AuditHead{});  // no run has written its first line
    if (begins && last == 0 && !torn_at_) return files_.empty() ? Status() : check_log(0);
    if (!head) return damaged(head_text_.empty() ? "audit/head is missing" : "audit/head was changed");
    TRY(check_last_line(*head));
    TRY(check_count(*head));
    TRY(check_log(std::max(head->transaction, transaction_)));
    if (torn_at_)
      out_.diagnostics.warnings.push_back(make_error(Code::audit_damaged, where_ + " is torn, as by a loss of power",
          "the next command that writes sets it aside"));
    if (torn_lines_.empty()) return {};
    auto& [seq, name] = torn_lines_.back();
    std::string more = torn_lines_.size() > 1 ? fmt::format(", the last of {}", torn_lines_.size()) : "";
    out_.diagnostics.warnings.push_back(make_error(Code::audit_damaged,
        fmt::format("a torn line stood before record {}{}: it is in {}", seq, more, in_quotes("audit/" + name)),
        "look at it: a loss of power leaves one, and so does whoever cuts a record off"));
    return {};
  }

  // Compares the number of lines with `head`.
  Status check_count(const disk::AuditHead& head) {
    uint64_t last = out_.value.last;
    if (head.seq < last) {  // a killed run wrote lines after the one that `head` knows
      if (head == disk::AuditHead{} && last == 1) return {};
      bool is_there = known_.file == head.file && known_.end == head.end;
      bool is_known = head.seq != 0 && known_.sha == head.sha;
      bool fits = is_known && (is_there || (head.end == 0 && head.file > known_.file));
      return fits ? Status() : damaged("audit/head was changed");
    }
    bool is_torn_line = torn_at_ && head.seq == last + 1 && head.end > torn_end_;
    if (head.seq > last && !is_torn_line)
      return damaged(fmt::format("record {} and what came after it are missing", last + 1));
    bool other_one = head.seq == last && transaction_ != 0 && head.transaction != transaction_;
    if (other_one && head.transaction != 0) return damaged("audit/head was changed");
    return {};
  }

  // If the last line has the number that `head` names, it must be the line that `head` names.
  Status check_last_line(const disk::AuditHead& head) const {
    bool named = head.seq == out_.value.last && head.seq != 0;
    if (named && (head.sha != last_sha_ || doubted_))
      return damaged((doubted_ && head.sha == last_sha_ ? before_ : where_) + " was changed");
    if (doubted_) return damaged(where_ + " was changed");
    bool is_there = head.file == file_ && (torn_at_ || head.end == end_);
    // Or a run was killed after it started a new file, before the first line.
    bool begins_file =
        head.end == 0 && head.file > file_ && std::find(files_.begin(), files_.end(), head.file) != files_.end();
    if (named && !is_there && !begins_file) return damaged("audit/head was changed");
    return {};
  }

  // A run that was killed right after its commit could not write its record.
  Status check_log(uint64_t told) {
    auto log = disk::read_log(workspace_);
    uint64_t newest = log.value.empty() ? 0 : log.value.back().id;
    if (newest <= told) return {};
    out_.diagnostics.warnings.push_back(make_error(Code::audit_damaged,
        fmt::format("transaction {} has no record: its run was killed, or is about to write it", newest),
        "the next command that changes a file adds it"));
    return {};
  }

  // The first record must be record 1, or follow what was pruned.
  Status check_begin() {
    uint64_t first = out_.value.first;
    if (first == 1 && first_previous_) return damaged("record 1 was changed");
    if (first <= 1) return {};
    bool fits =
        pruned_ && (pruned_->first >= first || (pruned_->first == first - 1 && first_previous_ == pruned_->second));
    if (!fits) return damaged("record 1 is missing, and no record says that it was pruned");
    return {};
  }

  Status check_kept() {
    if (!kept_) return {};
    uint64_t seq = kept_->seq;
    if (seq > out_.value.last)
      return damaged(fmt::format("records {} to {}, of which a head was kept, are missing", out_.value.last + 1, seq));
    if (pruned_ && pruned_->first == seq && !kept_found_) kept_found_ = pruned_->second;
    if (!kept_found_)
      return fail(Code::range_invalid, fmt::format("record {}, of which the head was kept, is pruned", seq),
          "compare with a newer one: 'aptix audit head'");
    if (*kept_found_ != kept_->sha)
      return damaged(
          fmt::format("record {} is not the one of which the head was kept: it, or one before it, was changed", seq));
    return {};
  }

  static tl::unexpected<Error> damaged(std::string what) {
    return fail(Code::audit_damaged, std::move(what), "keep a copy of '.aptix/audit', and find out who changed it");
  }

  disk::Workspace& workspace_;
  const std::optional<AuditMark>& kept_;
  Outcome<AuditVerdict> out_;
  std::optional<Sha256> first_previous_, last_sha_, kept_found_;
  std::optional<std::pair<uint64_t, Sha256>> pruned_;
  std::string where_, before_;  // the last line, and the one before it
  bool doubted_ = false;
  uint64_t file_ = 0, end_ = 0;
  std::vector<uint64_t> files_;
  std::string head_text_;
  std::optional<disk::AuditHead> head_;
  disk::AuditHead known_;  // the line that head_ names, where it is
  std::optional<size_t> torn_at_;
  size_t torn_end_ = 0;
  std::vector<std::pair<uint64_t, std::string>> torn_lines_;  // each with the record after it
  uint64_t transaction_ = 0;                                  // the last one that a line names
};

}  // namespace

std::optional<AuditMark> parse_audit_mark(std::string_view text) {
  size_t colon = std::min(text.find(':'), text.size());
  AuditMark mark;
  auto [end, error] = std::from_chars(text.data(), text.data() + colon, mark.seq);
  auto sha = Sha256::parse(text.substr(std::min(colon + 1, text.size())));
  if (error != std::errc() || end != text.data() + colon || mark.seq == 0 || !sha) return std::nullopt;
  mark.sha = *sha;
  return mark;
}

Outcome<AuditVerdict> verify_audit(disk::Workspace& workspace, const std::optional<AuditMark>& kept) {
  return AuditWalk(workspace, kept).run();
}

}  // namespace aptix::ops
