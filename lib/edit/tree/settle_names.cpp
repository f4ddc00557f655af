// Two passes: entries whose edits prove which file they are for; then those that can only follow them.
#include "edit/tree/settle_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/basis/line_stats.h"
#include "edit/fit/fit.h"
#include "edit/left_out/left_out.h"

namespace aptix::edit {
namespace {

using OtherName = Names::Other;

const RelPath& source_of(const FileEdit& entry) { return entry.from ? *entry.from : entry.path; }
const RelPath& source_of(const OtherName& name) { return name.from ? *name.from : name.path; }

// "" at the top.
std::string_view first_folder(const RelPath& path) {
  std::string_view text = path.str();
  size_t slash = text.find('/');
  return text.substr(0, slash == std::string_view::npos ? 0 : slash);
}

// The parts of two paths that differ, "root/name/" and "root/": the shorter path has the second instead of the first.
struct Shortened {
  std::string_view long_front, short_front;
};

// Nothing if the other path is not a shorter form of it.
std::optional<Shortened> shortening(const RelPath& path, const RelPath& other) {
  std::string_view whole = path.str();
  std::string_view part = other.str();
  size_t same = 0;
  for (size_t i = 0; i < std::min(whole.size(), part.size()) && whole[i] == part[i]; ++i)
    if (whole[i] == '/') same = i + 1;
  std::string_view rest = part.substr(same);
  if (part.size() >= whole.size() || !whole.ends_with(rest) || whole[whole.size() - rest.size() - 1] != '/')
    return std::nullopt;
  return Shortened{whole.substr(0, whole.size() - rest.size()), part.substr(0, same)};
}

class Settler {
 public:
  Settler(const Input& input, Plan& plan, Reader& reader, std::span<const std::string> root_names)
      : input_(input),
        plan_(plan),
        reader_(reader),
        root_names_(root_names) {}

  SettledNames run() {
    for (FileEdit& entry : plan_.files) take_composed(entry);
    for (const FileEdit& entry : plan_.files) named_.insert({entry.path.str(), source_of(entry).str()});
    for (FileEdit& entry : plan_.files) {
      if (may_be_settled(entry) && entry.operation != Operation::create && !entry.edits.empty()) prove(entry);
      bool makes = entry.operation == Operation::create || entry.operation == Operation::write;
      if (makes || (entry.operation != Operation::remove && is_there(source_of(entry)))) made_.insert(entry.path.str());
    }
    for (FileEdit& entry : plan_.files)
      if (may_be_settled(entry) || is_new_by_call(entry)) follow(entry);
    for (const FileEdit& entry : plan_.files)
      if (auto left = left_folders_.find(first_folder(entry.path)); left != left_folders_.end())
        refuse(entry.origin, entry.path.str(),
            fmt::format("it is not clear where {} belongs: {} is not there, and {} is", in_quotes(entry.path),
                in_quotes(first_folder(entry.path)), in_quotes(left->second)),
            "give its path from the root, or make the folder first");
    for (const FileEdit& entry : plan_.files)
      if (std::vector<std::string> same = files_called(entry); same.size() > 1)
        refuse(entry.origin, entry.path.str(),
            fmt::format("several files are called {}: {}", in_quotes(entry.path), fmt::join(same, ", ")), kWholeName);
      else if (const RelPath* rival = rival_there(entry.names.rivals, entry.path))
        refuse(entry.origin, entry.path.str(),
            fmt::format("the words above the block name {}, or they name {}: it is not clear which",
                in_quotes(entry.path), in_quotes(*rival)),
            kNameAlone);
    for (const PassedOver& block : plan_.passed_over)
      if (const RelPath* rival = rival_there(block.rivals, std::nullopt))
        refuse(block.origin, {},
            fmt::format("the words above the code block may name {}, which is there: it is not clear whether they do",
                in_quotes(*rival)),
            kNameAlone);
    return std::move(out_);
  }

 private:
  bool may_be_settled(const FileEdit& entry) {
    if (entry.names.others.empty() || settled_.contains(&entry)) return false;
    return entry.operation == Operation::create || is_shown(entry) || !is_there(source_of(entry));
  }

  // A file that a call writes and that does not exist yet: edits of other entries may show its folder.
  bool is_new_by_call(const FileEdit& entry) {
    if (entry.names.others.empty() || settled_.contains(&entry) || !is_whole_file(entry)) return false;
    Result<FileImage> image = reader_.read(entry.path);
    return image && !image->exists;
  }

  // Also true for a file that may not be read, such as a link: it may be meant. A folder is not a file.
  bool is_there(const RelPath& path) {
    if (made_.contains(path.str())) return true;
    Result<FileImage> image = reader_.read(path);
    if (image) return image->exists;
    return image.error().code != Code::path_special && image.error().code != Code::path_conflict;
  }

  // Some systems write "ü" as one character, some as two: a file that exists under the other form is meant.
  void take_composed(FileEdit& entry) {
    const RelPath& source = source_of(entry);
    if (is_ascii(source.str()) || entry.operation == Operation::create || is_there(source)) return;
    std::optional<RelPath> there = composed_twin(source);
    if (!there) return;
    OtherName name{.path = entry.from ? entry.path : *there, .from = {}, .unless = {}};
    if (entry.from) name.from = *there;
    take(entry, name);
  }

  // The only file whose name has the same letters, composed in another way.
  std::optional<RelPath> composed_twin(const RelPath& path) {
    std::string found;
    for (std::string_view rest = path.str(); !rest.empty();) {
      std::string_view part = rest.substr(0, rest.find('/'));
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
      std::string name;
      for (const std::string& other : reader_.names_in(found).value_or(std::vector<std::string>())) {
        if (compose(other) != compose(part)) continue;
        if (!name.empty() && other != part && name != part) return std::nullopt;
        if (name.empty() || other == part) name = other;
      }
      if (name.empty()) return std::nullopt;
      found += (found.empty() ? "" : "/") + name;
    }
    Result<RelPath> twin = RelPath::parse(found);
    return twin && is_there(*twin) ? std::optional(std::move(*twin)) : std::nullopt;
  }

  // Does a file or folder of this name exist?
  bool is_taken(std::string_view name) {
    Result<RelPath> path = RelPath::parse(name);
    if (!path) return true;
    Result<FileImage> image = reader_.read(*path);
    return !image || image->exists;
  }

  // Does the first folder to drop not exist?
  bool folder_is_missing(const Shortened& way) {
    std::string_view folders = way.long_front.substr(way.short_front.size());
    return !is_taken(way.long_front.substr(0, way.short_front.size() + folders.find('/')));
  }

  using Way = std::tuple<uint32_t, std::string, std::string>;
  static Way key(const FileEdit& entry, const Shortened& way) {
    return {entry.block, std::string(way.long_front), std::string(way.short_front)};
  }

  // Its other names that exist, each once.
  std::vector<const OtherName*> names_there(const FileEdit& entry) {
    std::vector<const OtherName*> there;
    for (const OtherName& name : entry.names.others) {
      std::optional<Shortened> way = shortening(source_of(entry), source_of(name));
      if ((way && !folder_is_missing(*way)) || !is_there(source_of(name))) continue;
      if (std::any_of(name.unless.begin(), name.unless.end(), [&](const RelPath& path) { return is_there(path); }))
        return {};
      auto is_same = [&](const OtherName* known) { return source_of(*known) == source_of(name); };
      if (std::none_of(there.begin(), there.end(), is_same)) there.push_back(&name);
    }
    return there;
  }

  void prove(FileEdit& entry) {
    std::vector<const OtherName*> there = names_there(entry);
    if (there.empty()) return;
    const OtherName* only = there.front();
    if (there.size() > 1) {
      if (is_shown(entry) && !whole_of(entry)->of_new)
        refuse_unclear(entry, only->path, "for another one, write its path from the root");
      return;
    }
    if (is_whole_file(entry) && adds_folder(entry, *only)) {
      if (whole_of(entry)->of_new) return;
      if (!keeps_half(entry, *only) && !is_of_other(entry, *only) && !has_place(entry, *only))
        return refuse_longer(entry, only->path);
      if (std::string_view folder = first_folder(entry.path); !folder.empty())
        left_folders_.emplace(folder, only->path);
    } else if (is_whole_file(entry) && !drops_root_name(entry, *only)) {
      return refuse_unclear(entry, only->path, "if the file is new, make the folder first");
    }
    if (std::optional<Shortened> way = shortening(source_of(entry), source_of(*only))) ways_.insert(key(entry, *way));
    take(entry, *only);
  }

  // Also true if a call writes it: no other file must be overwritten.
  static bool is_whole_file(const FileEdit& entry) { return whole_of(entry) != nullptr; }

  static bool is_shown(const FileEdit& entry) {
    const Whole* whole = whole_of(entry);
    return whole != nullptr && !whole->is_ordered();
  }

  static bool adds_folder(const FileEdit& entry, const OtherName& name) {
    return name.path.str().ends_with("/" + entry.path.str());
  }

  // Is the content a part of the other file? Then it is not a new file.
  bool is_of_other(const FileEdit& entry, const OtherName& name) {
    const auto& whole = std::get<Whole>(entry.edits.front().what);
    bool indented = whole.content.starts_with(' ') || whole.content.starts_with('\t');
    if (whole.of_existing || indented || !entry.path.parent().empty()) return true;
    Result<FileImage> image = reader_.read(name.path);
    if (!image) return false;
    uint64_t lines = count_lines(whole.content);
    // A few lines for the bare name of a long file are a part of that.
    bool few = lines * 2 < count_lines(image->bytes) && code_or_prose(entry.path.str()) == CodeOrProse::code;
    if (is_shown(entry) && few && !is_of_each_folder(entry)) return true;
    return changed_lines(image->bytes, {&whole.content, 1}).added * 2 < lines;
  }

  // Is the content shown as a part that has exactly one place in the other file? A text with the first or last line of
  // that file, or with new things, may be another file of its kind.
  bool has_place(const FileEdit& entry, const OtherName& name) {
    Result<FileImage> image = reader_.read(name.path);
    if (!image || !is_shown(entry) || is_of_each_folder(entry)) return false;
    PartText part{whole_content(entry.edits.front())};
    std::string_view old_text = without_mark(image->bytes);
    std::vector<std::string_view> lines = worded_lines(part.text), old_lines = worded_lines(old_text);
    auto is_edge = [](std::string_view a, std::string_view b) { return a == b && has_word(a); };
    if (lines.empty() || old_lines.empty() || is_edge(lines.front(), old_lines.front()) ||
        is_edge(lines.back(), old_lines.back()))
      return false;
    Fit laid = fit(old_text, {&part, 1}, name.path.str());
    const Fitted* fitted = std::get_if<Fitted>(&laid);
    return fitted != nullptr && fitted->as == Fitted::As::part &&
        std::ranges::all_of(fitted->replaced, [](const ReplacedRange& one) { return one.first <= one.last; });
  }

  static bool is_of_each_folder(const FileEdit& entry) { return entry.path.str().starts_with('.'); }

  // Does the content keep at least half of the lines of the other file?
  bool keeps_half(const FileEdit& entry, const OtherName& name) {
    Result<FileImage> image = reader_.read(name.path);
    std::string_view content = whole_content(entry.edits.front());
    if (!image) return false;
    return changed_lines(image->bytes, {&content, 1}).removed * 2 <= count_lines(image->bytes);
  }

  bool drops_root_name(const FileEdit& entry, const OtherName& name) const {
    std::string_view path = entry.path.str();
    if (!path.ends_with("/" + name.path.str())) return false;
    std::string_view folder = path.substr(0, path.size() - name.path.str().size() - 1);
    return std::find(root_names_.begin(), root_names_.end(), folder) != root_names_.end();
  }

  // Was a name of any block shortened like this?
  bool is_known(const Shortened& way) const {
    return std::any_of(ways_.begin(), ways_.end(), [&](const Way& known) {
      return std::get<1>(known) == way.long_front && std::get<2>(known) == way.short_front;
    });
  }

  void follow(FileEdit& entry) {
    for (const OtherName& name : entry.names.others) {
      std::optional<Shortened> way = shortening(source_of(entry), source_of(name));
      if (way && (ways_.contains(key(entry, *way)) || (is_whole_file(entry) && is_known(*way))))
        return take(entry, name);
    }
  }

  void take(FileEdit& entry, const OtherName& name) {
    Diagnostic warning = make_error(Code::path_repaired,
        fmt::format("the answer names '{}', which is not there; '{}' was taken",
            escape_for_display(source_of(entry).str()), escape_for_display(source_of(name).str())),
        "name files relative to the root");
    warning.at(source_of(name).str());
    warning.where = input_.place_of(entry.origin.offset, entry.origin.pointer);
    out_.diagnostics.warnings.push_back(std::move(warning));
    OtherName taken = name;
    entry.path = std::move(taken.path);
    entry.from = std::move(taken.from);
    settled_.insert(&entry);
    ++out_.changed;
  }

  // Below a link to a folder all files seem to exist, since none may be read: none of them counts.
  bool is_below_link(const RelPath& path) {
    if (path.parent().empty()) return false;
    Result<RelPath> folder = RelPath::parse(path.parent());
    if (!folder) return false;
    Result<FileImage> image = reader_.read(*folder);
    return image ? image->exists && image->kind == FileKind::symlink : image.error().code == Code::path_symlink;
  }

  // The files of that name below other folders, if it is not there itself; at most a few.
  std::vector<std::string> files_called(const FileEdit& entry) {
    constexpr size_t kMost = 5;
    std::vector<std::string> found;
    for (const RelPath& rival : entry.names.rivals)
      if (found.size() < kMost && rival.str().ends_with("/" + entry.path.str()) && is_there(rival) &&
          !is_below_link(rival))
        found.push_back(in_quotes(rival));
    return found;
  }

  // A rival that exists and is not the path that was taken.
  const RelPath* rival_there(const std::vector<RelPath>& rivals, const std::optional<RelPath>& taken) {
    auto found = std::find_if(rivals.begin(), rivals.end(),
        [&](const RelPath& rival) { return rival != taken && is_there(rival) && !is_below_link(rival); });
    return found == rivals.end() ? nullptr : &*found;
  }

  // Not for a call, which states its path, nor for a file like ".gitignore", which may be in each folder.
  void refuse_longer(const FileEdit& entry, const RelPath& there) {
    if (is_shown(entry) && !is_of_each_folder(entry))
      refuse_unclear(entry, there, "if the file is new, put '(new)' after its name");
  }

  // If the answer also names the other file, both are meant.
  void refuse_unclear(const FileEdit& entry, const RelPath& there, std::string_view way_out) {
    if (named_.contains(there.str())) return;
    refuse(entry.origin, entry.path.str(),
        fmt::format(
            "{} is not there, and {} is: it is not clear which one is meant", in_quotes(entry.path), in_quotes(there)),
        fmt::format("to change the old file, name it {}; {}", in_quotes(there), way_out));
  }

  void refuse(const Origin& origin, std::string_view path, std::string message, std::string hint) {
    Diagnostic& error =
        out_.diagnostics.errors.emplace_back(make_error(Code::match_ambiguous, std::move(message), std::move(hint)));
    if (!path.empty()) error.at(path);
    error.where = input_.place_of(origin.offset, origin.pointer);
  }

  static constexpr const char* kWholeName =
      "write the path of the one that is meant above the block, or '(new)' after the name of a new file";
  static constexpr const char* kNameAlone = "put the path alone on the line above the code block, in backticks";

  const Input& input_;
  Plan& plan_;
  Reader& reader_;
  std::span<const std::string> root_names_;
  SettledNames out_;
  std::unordered_set<std::string> made_;   // paths of files that exist after the entries so far
  std::unordered_set<std::string> named_;  // paths that the answer itself names
  std::set<const FileEdit*> settled_;
  // Folders that do not exist, with a file of each that was found below one more folder.
  std::map<std::string, RelPath, std::less<>> left_folders_;
  std::set<Way> ways_;  // how names of a block were shortened
};

}  // namespace

SettledNames settle_names(const Input& input, Plan& plan, Reader& reader, std::span<const std::string> root_names) {
  return Settler(input, plan, reader, root_names).run();
}

}  // namespace aptix::edit
