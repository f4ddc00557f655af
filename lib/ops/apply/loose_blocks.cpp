#include "ops/apply/loose_blocks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/pairs.h"
#include "format/find/related_blocks.h"
#include "format/format.h"

namespace aptix::ops {
namespace {

class LooseBlocks {
 public:
  LooseBlocks(const Input& chain, ReadAnswer& answer, Reader& reader)
      : chain_(chain),
        answer_(answer),
        reader_(reader),
        used_(answer.shown.size(), false) {}

  Diagnostics run() {
    for (size_t i = 0; i + 1 < answer_.shown.size(); ++i) join(i);
    constexpr size_t kMostTried = 50;  // each is laid on its file with all parts of it
    size_t tried = 0;
    for (size_t i = 0; i < answer_.shown.size() && tried < kMostTried; ++i) {
      if (used_[i] || answer_.shown[i].kept) continue;
      ++tried;
      add_part(i);
    }
    size_t at = 0;
    std::erase_if(answer_.shown, [&](const ShownBlock&) { return bool{used_[at++]}; });
    return std::move(said_);
  }

 private:
  std::string_view body_of(const ShownBlock& shown) const {
    std::string_view body = shown.block.body;
    const Naming& naming = shown.block.naming;
    return shown.kept ? body.substr(std::min(naming.name_line + naming.name_line_size, body.size())) : body;
  }

  // The only entry of a block that is shown under the name of its file.
  FileEdit* entry_of(const ShownBlock& shown) {
    FileEdit* found = nullptr;
    for (FileEdit& entry : answer_.plan.files) {
      if (!shown.kept || entry.block != *shown.kept) continue;
      Whole* whole = entry.edits.size() == 1 ? std::get_if<Whole>(&entry.edits.front().what) : nullptr;
      if (found != nullptr || whole == nullptr || !whole->may_be_part()) return nullptr;
      found = &entry;
    }
    return found;
  }

  std::optional<RelPath> path_of(const ShownBlock& shown) {
    if (shown.kept) {
      FileEdit* entry = entry_of(shown);
      return entry != nullptr ? std::optional(entry->path) : std::nullopt;
    }
    std::optional<RelPath> path;  // of the file named last
    for (const FileEdit& entry : answer_.plan.files)
      if (shown.last && entry.block == *shown.last) path = entry.path;
    return path;
  }

  std::optional<std::string_view> text_of(const RelPath& path) {
    Result<FileImage> image = reader_.read(path);
    return image && image->exists ? std::optional(image->bytes) : std::nullopt;
  }

  // The next block, beside it, and for the same file, if it has a name.
  bool may_be_halves(size_t first, size_t second, const RelPath& path) {
    if (second >= answer_.shown.size() || used_[first] || used_[second]) return false;
    const ShownBlock& next = answer_.shown[second];
    if (!next.is_beside || next.found != answer_.shown[first].found + (second - first) || next.block.naming.labels.old)
      return false;
    FileEdit* entry = next.kept ? entry_of(next) : nullptr;
    return !next.kept || (entry != nullptr && entry->path == path);
  }

  void join(size_t at) {
    const ShownBlock& old_half = answer_.shown[at];
    bool next_names = !old_half.kept && answer_.shown[at + 1].kept;
    std::optional<RelPath> path = path_of(next_names ? answer_.shown[at + 1] : old_half);
    if (!path || old_half.block.naming.labels.updated || !may_be_halves(at, at + 1, *path)) return;
    std::optional<std::string_view> text = text_of(*path);
    auto is_pair = [&](size_t with) {
      return edit::is_pair(*text, body_of(old_half), body_of(answer_.shown[with]), path->str());
    };
    if (!text || !is_pair(at + 1)) return;
    if (may_be_halves(at, at + 2, *path) && is_pair(at + 2)) return too_many(at);
    replace(at, *path);
  }

  void too_many(size_t at) {
    auto line_of = [&](size_t i) { return answer_.found[answer_.shown[i].found].line; };
    Diagnostic error = make_error(Code::block_unread,
        fmt::format("it is not clear which code block takes the place of this one: that at line {} or at line {}",
            line_of(at + 1), line_of(at + 2)),
        "give one of them, or the change as a diff");
    error.where = chain_.place_of(answer_.shown[at].origin.offset);
    said_.errors.push_back(std::move(error));
  }

  // The second takes the place of the first, whose lines alone are no edit.
  void replace(size_t at, const RelPath& path) {
    ShownBlock& old_half = answer_.shown[at];
    ShownBlock& new_half = answer_.shown[at + 1];
    std::string_view gone = answer_.plan.keep(std::string(body_of(old_half)));
    if (FileEdit* entry = entry_of(new_half)) std::get<Whole>(entry->edits.front().what).instead_of = gone;
    else add_entry(new_half, path, gone);
    if (old_half.kept)
      std::erase_if(answer_.plan.files, [&](const FileEdit& one) { return one.block == *old_half.kept; });
    note_used(old_half);
    note_used(new_half);
    used_[at] = used_[at + 1] = true;
    warn(new_half, path,
        fmt::format("the code block was taken for what takes the place of the one at line {} in {}",
            answer_.found[old_half.found].line, in_quotes(path)));
  }

  void add_part(size_t at) {
    ShownBlock& shown = answer_.shown[at];
    std::optional<RelPath> path = shown.block.naming.labels.old ? std::nullopt : path_of(shown);
    std::optional<std::string_view> text = path ? text_of(*path) : std::nullopt;
    if (!text || !format::may_be_written_in(shown.block, path->str())) return;
    std::vector<edit::PartText> others;
    for (const FileEdit& entry : answer_.plan.files) {
      if (entry.path != *path) continue;
      const Whole* whole = entry.edits.size() == 1 ? std::get_if<Whole>(&entry.edits.front().what) : nullptr;
      if (whole == nullptr || !whole->may_be_part()) return;  // an edit of another form
      others.push_back({whole->content, whole->instead_of});
    }
    if (!edit::is_part_of_things(*text, others, body_of(shown), path->str())) return;
    add_entry(shown, *path, {});
    note_used(shown);
    used_[at] = true;
    warn(
        shown, *path, fmt::format("the code block was taken for a part of {}, which was named last", in_quotes(*path)));
  }

  void add_entry(const ShownBlock& shown, const RelPath& path, std::string_view instead_of) {
    Block block = shown.block;
    block.format = &format::format_named("whole");
    Whole whole{.content = answer_.plan.keep(std::string(block.body)), .told = Whole::Told::shown, .of_existing = true};
    whole.instead_of = instead_of;
    FileEdit entry{.operation = Operation::write,
        .path = path,
        .contract = Contract::unique,
        .block = static_cast<uint32_t>(answer_.blocks.size()),
        .origin = shown.origin};
    entry.edits.push_back({whole, shown.origin});
    answer_.blocks.push_back(std::move(block));
    auto later = std::find_if(answer_.plan.files.begin(), answer_.plan.files.end(),
        [&](const FileEdit& other) { return other.origin.offset > shown.origin.offset; });
    answer_.plan.files.insert(later, std::move(entry));
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
  Reader& reader_;
  std::vector<bool> used_;
  Diagnostics said_;
};

}  // namespace

Diagnostics adopt_loose_blocks(const Input& chain, ReadAnswer& answer, Reader& reader) {
  return LooseBlocks(chain, answer, reader).run();
}

}  // namespace aptix::ops
