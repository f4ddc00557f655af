#include "ops/apply/steps.h"

#include <fmt/format.h>

#include <deque>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "answer/account/account.h"
#include "answer/name/paths.h"
#include "base/text/text.h"
#include "edit/pairs.h"

namespace aptix::ops {
namespace {

class LooseBlocks {
 public:
  LooseBlocks(const Input& chain, ReadAnswer& answer, Reader& reader, const ApplyRequest& request)
      : chain_(chain),
        answer_(answer),
        shown_(std::exchange(answer.shown, {})),
        reader_(reader),
        request_(request),
        used_(shown_.size(), false) {
    for (FileEdit& entry : answer_.plan.files) note_entry(entry);
  }

  Diagnostics run() {
    for (size_t i = 0; i + 1 < shown_.size(); ++i) join(i);
    constexpr size_t kMostTried = 50;  // each is compared with its file and all parts of it
    size_t tried = 0;
    for (size_t i = 0; i < shown_.size() && tried < kMostTried; ++i) {
      if (used_[i] || has_name(shown_[i])) continue;
      ++tried;
      add_part(i);
    }
    bool nothing = said_.errors.empty() && shown_.size() > 1 && changes_nothing();
    for (size_t i = 0; i + 1 < shown_.size() && nothing && said_.errors.empty(); ++i) refuse_half(i);
    for (size_t i = 0; i < shown_.size(); ++i)
      if (!used_[i] && !has_name(shown_[i])) tell_left(shown_[i]);
    put_into_plan();
    return std::move(said_);
  }

 private:
  void note_entry(FileEdit& entry) {
    of_block_[entry.block].push_back(&entry);
    of_path_[entry.path].push_back(&entry);
  }

  static bool has_name(const ShownBlock& shown) { return shown.kept || !shown.block.naming.path.empty(); }

  // False for a name from a heading over several blocks.
  static bool has_own_name(const ShownBlock& shown) {
    return has_name(shown) && shown.block.naming.by != Naming::By::section;
  }

  static std::string_view body_of(const ShownBlock& shown) { return shown.block.naming.below_name(shown.block.body); }

  // The only entry of a block that was read under the name of its file.
  FileEdit* entry_of(const ShownBlock& shown) const {
    auto found = shown.kept ? of_block_.find(*shown.kept) : of_block_.end();
    if (found == of_block_.end() || found->second.size() != 1) return nullptr;
    const Whole* whole = whole_of(*found->second.front());
    return whole != nullptr && whole->may_be_part() ? found->second.front() : nullptr;
  }

  // The file that the block names, or else the last one named before it, as the plan or the tree calls it.
  std::optional<RelPath> path_of(const ShownBlock& shown) const {
    std::optional<RelPath> path;
    NamedFile named = has_name(shown) ? NamedFile{shown.block.naming.path, {}} : shown.last;
    Result<RelPath> parsed = RelPath::parse(named.path);
    if (FileEdit* entry = entry_of(shown)) path = entry->path;
    else if (shown.kept) return std::nullopt;
    else if (parsed && (of_path_.contains(*parsed) || !named.block)) path = std::move(*parsed);
    else if (named.block && request_.only.empty()) {  // its name was replaced, or the entry was left out
      auto entries = of_block_.find(*named.block);
      if (entries != of_block_.end()) path = entries->second.back()->path;
    }
    return path && request_.takes_file(*path) ? path : std::nullopt;
  }

  // Null if there is no such file.
  edit::FileOfBlocks* file_at(const RelPath& path) {
    auto [file, is_new] = files_.try_emplace(path);
    if (!is_new) return file->second ? &*file->second : nullptr;
    Result<FileImage> image = reader_.read(path);
    if (!image || !image->exists) return nullptr;
    return &file->second.emplace(image->bytes, file->first.str());
  }

  // True if the second is the next block, beside the first, and for the same file if it has a name.
  bool may_be_halves(size_t first, size_t second, const RelPath& path) const {
    if (second >= shown_.size() || used_[first] || used_[second]) return false;
    const ShownBlock &one = shown_[first], &next = shown_[second];
    bool is_next = next.is_beside && next.found == one.found + (second - first);
    return is_next && !next.block.naming.labels.old && (!has_name(next) || path_of(next) == path) &&
        answer::may_be_written_in(one.block, path.str()) && answer::may_be_written_in(next.block, path.str());
  }

  bool is_pair_in(const RelPath& path, size_t at, size_t with) {
    edit::FileOfBlocks* file = may_be_halves(at, with, path) ? file_at(path) : nullptr;
    if (file == nullptr) return false;
    auto halves = shown_[with].block.naming.labels.updated ? edit::Halves::labelled : edit::Halves::unnamed;
    return file->has_pair(body_of(shown_[at]), body_of(shown_[with]), halves);
  }

  // The file that one of the halves names, or the last one named; else the only file of the answer with the pair.
  std::optional<RelPath> file_of_pair(size_t at) {
    const ShownBlock &old_half = shown_[at], &new_half = shown_[at + 1];
    bool next_names = !has_name(old_half) && has_name(new_half);
    std::optional<RelPath> path = path_of(next_names ? new_half : old_half);
    if (path && is_pair_in(*path, at, at + 1)) return path;
    constexpr size_t kMostFiles = 50;
    bool named = has_name(old_half) || has_name(new_half);
    if (named || of_path_.size() > kMostFiles || !request_.only.empty()) return std::nullopt;
    std::set<RelPath> others = files_said_over(old_half);
    for (const auto& [other, entries] : of_path_)
      if (!entries.empty()) others.insert(other);
    std::erase_if(others, [&](const RelPath& other) { return !is_pair_in(other, at, at + 1); });
    return others.size() == 1 ? std::optional(*others.begin()) : std::nullopt;
  }

  // The existing files that the prose between this block and the one before it mentions.
  std::set<RelPath> files_said_over(const ShownBlock& shown) {
    std::set<RelPath> files;
    for (const RelPath& path : answer::paths_of(shown.block.naming.mentioned))
      if (file_at(path) != nullptr) files.insert(path);
    return files;
  }

  void join(size_t at) {
    if (shown_[at].block.naming.labels.updated) return;
    std::optional<RelPath> path = file_of_pair(at);
    const Naming &first = shown_[at].block.naming, &second = shown_[at + 1].block.naming;
    bool labelled = first.labels.old && second.labels.updated && first.path.empty() && second.path.empty();
    std::set<RelPath> said = !path && labelled ? files_said_over(shown_[at]) : std::set<RelPath>();
    if (!said.empty())
      return refuse_nameless(
          at + 1, fmt::format("the one before it, called the old text, is not in {} once", in_quotes(*said.begin())));
    if (!path) return refuse_undone(at);
    if (may_be_two_parts(at, *path))
      return refuse(at + 1,
          fmt::format("it may take the place of the code block at line {}, or of other lines like these", line_of(at)),
          "show the lines around it, or give the change as a diff");
    if (!is_pair_in(*path, at, at + 2)) return replace(at, *path);
    refuse(at,
        fmt::format("it is not clear which code block takes the place of this one: that at line {} or at line {}",
            line_of(at + 1), line_of(at + 2)),
        "give one of them, or the change as a diff");
  }

  // Two blocks that both name the file, without labels, the second of which has another place as well: no pair.
  bool may_be_two_parts(size_t at, const RelPath& path) {
    const ShownBlock &one = shown_[at], &next = shown_[at + 1];
    if (!has_own_name(one) || !has_own_name(next)) return false;
    if (one.block.naming.labels.old || next.block.naming.labels.updated) return false;
    return file_at(path)->may_be_elsewhere(body_of(one), body_of(next));
  }

  uint64_t line_of(size_t at) const { return answer_.found[shown_[at].found].line; }

  // The file has the second half but not the first. If the first is the old text, applying it would undo the change.
  void refuse_undone(size_t at) {
    if (has_own_name(shown_[at + 1]) || entry_of(shown_[at]) == nullptr) return;
    std::optional<RelPath> path = path_of(shown_[at]);
    edit::FileOfBlocks* file = path && may_be_halves(at, at + 1, *path) ? file_at(*path) : nullptr;
    if (file != nullptr && file->has_pair(body_of(shown_[at + 1]), body_of(shown_[at]), edit::Halves::unnamed))
      refuse(at,
          fmt::format("the code block at line {} is in {} already, and may be what took the place of this one",
              line_of(at + 1), in_quotes(*path)),
          "if it did, there is nothing to do; if not, give this one alone");
  }

  void refuse(size_t at, std::string why, std::string hint) {
    Diagnostic error = make_error(Code::block_unread, std::move(why), std::move(hint));
    error.where = chain_.place_of(shown_[at].origin.offset);
    said_.errors.push_back(std::move(error));
  }

  // The second block replaces the first, which alone is no edit.
  void replace(size_t at, const RelPath& path) {
    ShownBlock& old_half = shown_[at];
    ShownBlock& new_half = shown_[at + 1];
    std::string_view gone = answer_.plan.keep(std::string(body_of(old_half)));
    if (FileEdit* entry = entry_of(new_half)) whole_of(*entry)->instead_of = gone;
    else add_entry(new_half, path, gone);
    if (FileEdit* entry = entry_of(old_half)) {
      gone_.insert(entry);
      std::erase(of_path_[entry->path], entry);
    }
    note_used(old_half);
    note_used(new_half);
    used_[at] = used_[at + 1] = true;
    warn(new_half, path,
        fmt::format("the code block was taken for what takes the place of the one at line {} in {}", line_of(at),
            in_quotes(path)));
  }

  // Is the block in the language of that file?
  bool is_alike(const ShownBlock& shown, const RelPath& path) {
    auto is_of = [&](const Block& other) { return answer::is_in_language_of(shown.block, path.str(), other); };
    auto entries = of_path_.find(path);
    if (entries == of_path_.end() || entries->second.empty()) return is_of(shown.block);
    return std::ranges::any_of(
        entries->second, [&](const FileEdit* entry) { return is_of(answer_.blocks[entry->block]); });
  }

  void add_part(size_t at) {
    ShownBlock& shown = shown_[at];
    std::optional<RelPath> path = shown.block.naming.labels.old ? std::nullopt : path_of(shown);
    edit::FileOfBlocks* file = path ? file_at(*path) : nullptr;
    if (file == nullptr || !answer::may_be_written_in(shown.block, path->str())) return;
    std::vector<edit::PartText> others;
    for (const FileEdit* entry : of_path_[*path]) {
      const Whole* whole = whole_of(*entry);
      if (whole == nullptr || !whole->may_be_part()) return;  // an edit of another form
      others.push_back({whole->content, whole->instead_of});
    }
    edit::LoosePart what = file->what_is(body_of(shown), others);
    if (what == edit::LoosePart::doubtful)
      return refuse_nameless(
          at, fmt::format("would take away more of a thing that {} has than it shows", in_quotes(*path)));
    bool may_be_lines = what == edit::LoosePart::no && is_alike(shown, *path) && !file->has(body_of(shown));
    edit::LooseLines lines =
        may_be_lines ? file->what_lines_show(body_of(shown), others) : edit::LooseLines::of_no_file;
    if (lines == edit::LooseLines::unplaced) {
      used_[at] = true;
      return refuse(at,
          fmt::format("the code block names no file, and has lines of {}, which was named last, but no certain place "
                      "in it",
              in_quotes(*path)),
          "if it is an edit, show the line that stays before it and the one after it; if not, leave it out");
    }
    if (what == edit::LoosePart::no && lines == edit::LooseLines::of_no_file) return;
    add_entry(shown, *path, {});
    note_used(shown);
    used_[at] = true;
    warn(
        shown, *path, fmt::format("the code block was taken for a part of {}, which was named last", in_quotes(*path)));
  }

  // For a block that may or may not be an edit.
  void refuse_nameless(size_t at, std::string_view why) {
    refuse(at, fmt::format("the code block names no file, and {}", why),
        "if it is an edit, put the path of its file on the line above it, in backticks; if not, leave it out");
    used_[at] = true;
  }

  // The file has the first block as a fragment, but not the second: an answer that changes nothing would not show this.
  // REQUIRES: changes_nothing().
  void refuse_half(size_t at) {
    if (!has_name(shown_[at]) || has_name(shown_[at + 1])) return;
    std::optional<RelPath> path = path_of(shown_[at]);
    edit::FileOfBlocks* file = path && may_be_halves(at, at + 1, *path) ? file_at(*path) : nullptr;
    std::string_view old_half = body_of(shown_[at]), new_half = body_of(shown_[at + 1]);
    if (file != nullptr && file->has_fragment(old_half) && !file->has(new_half))
      refuse_nameless(
          at + 1, fmt::format("may be what takes the place of the one before it, which {} has", in_quotes(*path)));
  }

  // True if every block gives what its file already contains.
  bool changes_nothing() {
    auto is_there = [&](const FileEdit& entry) {
      const Whole* whole = whole_of(entry);
      edit::FileOfBlocks* file = whole != nullptr && whole->may_be_part() ? file_at(entry.path) : nullptr;
      return file != nullptr && file->has(whole->content);
    };
    return added_.empty() && std::ranges::all_of(answer_.plan.files, is_there);
  }

  // It may be an edit that lost its name, unless the file or the answer already contains its lines.
  void tell_left(const ShownBlock& shown) {
    if (shown.block.naming.labels.old || !request_.only.empty()) return;
    for (const auto& [path, entries] : of_path_) {
      auto gives = [&](const FileEdit* entry) {
        const Whole* whole = whole_of(*entry);
        return answer::repeats_lines(
            body_of(shown), whole != nullptr ? whole->content : answer_.blocks[entry->block].body);
      };
      if (entries.empty() || !is_alike(shown, path)) continue;
      edit::FileOfBlocks* file = file_at(path);
      if ((file != nullptr && file->has(body_of(shown))) || std::ranges::any_of(entries, gives)) return;
      Diagnostic warning = make_error(Code::block_left,
          fmt::format("the code block names no file, and was left out: it is in the language of {}", in_quotes(path)),
          "if it is an edit, put the path of its file on the line above it, in backticks");
      warning.where = chain_.place_of(shown.origin.offset);
      return said_.warnings.push_back(std::move(warning));
    }
  }

  void add_entry(const ShownBlock& shown, const RelPath& path, std::string_view instead_of) {
    Block block = shown.block;
    block.format = &answer::format_named("whole");
    Whole whole{.content = answer_.plan.keep(std::string(block.body)), .told = Whole::Told::shown, .of_existing = true};
    whole.instead_of = instead_of;
    FileEdit& entry = added_.emplace_back(FileEdit{.operation = Operation::write,
        .path = path,
        .contract = Contract::unique,
        .block = static_cast<uint32_t>(answer_.blocks.size()),
        .origin = shown.origin});
    entry.edits.push_back({whole, shown.origin});
    answer_.blocks.push_back(std::move(block));
    note_entry(entry);
  }

  // Merges the added entries in the order of the answer, and drops those in gone_.
  void put_into_plan() {
    auto starts_before = [](const FileEdit& a, const FileEdit& b) { return a.origin.offset < b.origin.offset; };
    std::ranges::stable_sort(added_, starts_before);
    std::vector<FileEdit> all;
    auto next = added_.begin();
    for (FileEdit& entry : answer_.plan.files) {
      for (; next != added_.end() && starts_before(*next, entry); ++next) all.push_back(std::move(*next));
      if (!gone_.contains(&entry)) all.push_back(std::move(entry));
    }
    std::move(next, added_.end(), std::back_inserter(all));
    answer_.plan.files = std::move(all);
  }

  void note_used(const ShownBlock& shown) {
    BlockReport& report = answer_.found[shown.found];
    report.format = "whole";
    report.why.clear();
    report.is_left = false;
    report.edits = 1;
  }

  void warn(const ShownBlock& shown, const RelPath& path, std::string what) {
    Diagnostic warning = make_error(
        Code::path_repaired, std::move(what), "put the path alone on the line above the code block, in backticks");
    warning.path = path.str();
    warning.where = chain_.place_of(shown.origin.offset);
    said_.warnings.push_back(std::move(warning));
  }

  const Input& chain_;
  ReadAnswer& answer_;
  std::vector<ShownBlock> shown_;
  Reader& reader_;
  const ApplyRequest& request_;
  std::vector<bool> used_;
  std::deque<FileEdit> added_;
  std::set<const FileEdit*> gone_;
  std::unordered_map<uint32_t, std::vector<FileEdit*>> of_block_;
  std::map<RelPath, std::vector<FileEdit*>> of_path_;
  std::map<RelPath, std::optional<edit::FileOfBlocks>> files_;
  Diagnostics said_;
};

}  // namespace

Diagnostics adopt_loose_blocks(const Input& chain, ReadAnswer& answer, Reader& reader, const ApplyRequest& request) {
  return LooseBlocks(chain, answer, reader, request).run();
}

namespace {

// True if the block of the entry only repeats lines of `other`, which has another form.
bool shows(const FileEdit& entry, const FileEdit& other, std::span<const Block> blocks) {
  const Block& shown = blocks[entry.block];
  const Block& edit = blocks[other.block];
  bool same_file = other.path == entry.path || other.path.str().ends_with("/" + entry.path.str());
  return same_file && answer::repeats_lines(shown.naming.below_name(shown.body), edit.body);
}

// True if the entry changes lines instead of giving the whole text.
bool changes_lines(const FileEdit& entry) {
  bool edits = entry.operation == Operation::modify || entry.operation == Operation::create;
  return edits && (entry.edits.empty() || !is_whole(entry.edits.front()));
}

}  // namespace

std::vector<FileEdit*> shown_again(Plan& plan, std::span<const Block> blocks) {
  auto form_of = [&](const FileEdit& entry) { return blocks[entry.block].format; };
  bool one_form = std::ranges::all_of(
      plan.files, [&](const FileEdit& entry) { return form_of(entry) == form_of(plan.files.front()); });
  if (one_form) return {};
  std::unordered_map<std::string_view, std::map<const answer::Format*, std::vector<const FileEdit*>>> by_name;
  for (const FileEdit& entry : plan.files) by_name[entry.path.name()][form_of(entry)].push_back(&entry);
  std::vector<FileEdit*> found;
  for (FileEdit& entry : plan.files) {
    const answer::Format* form = form_of(entry);
    if (form == nullptr || !form->is_whole) continue;
    const auto& named = by_name.at(entry.path.name());
    bool again = std::ranges::any_of(named, [&](const auto& others) {
      auto changed = [&](const FileEdit* other) { return shows(entry, *other, blocks); };
      return others.first != form && std::ranges::any_of(others.second, changed);
    });
    if (again) found.push_back(&entry);
  }
  return found;
}

void mark_recaps(Plan& plan, std::span<const Block> blocks) {
  std::vector<FileEdit>& files = plan.files;
  auto form_of = [&](const FileEdit& entry) { return blocks[entry.block].format; };
  std::unordered_set<std::string> changed;
  for (const FileEdit& entry : files)
    if (changes_lines(entry)) changed.insert(entry.path.str());
  for (size_t i = files.size(); i-- > 0;) {
    Whole* whole = whole_of(files[i]);
    bool shown = whole != nullptr && whole->told == Whole::Told::shown;
    if (!shown || !changed.contains(files[i].path.str())) continue;
    auto last = std::find_if(files.rbegin(), files.rend(), [&](const FileEdit& other) {
      return changes_lines(other) && other.path == files[i].path && form_of(other) != form_of(files[i]);
    });
    if (last == files.rend()) continue;
    whole->told = Whole::Told::recap;
    auto entry = files.begin() + static_cast<std::ptrdiff_t>(i);
    if (last.base() > entry) std::rotate(entry, entry + 1, last.base());
  }
}

}  // namespace aptix::ops
