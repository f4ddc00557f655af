// Line-patch batches: TUL-002 §4 to §6.
#include <algorithm>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "answer/edits/line_change.h"
#include "answer/forms/forms.h"
#include "answer/tree/json_support.h"
#include "base/parallel.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

class LinePatchReader {
 public:
  explicit LinePatchReader(BlockReading& reading) : reading_(reading), findings_(reading.findings) {
    reading.plan.owners.push_back(lines_);
  }

  void read(const json::Value& document) {
    if (!expect_object(reading_, document, "", "a line-patch batch")) return;
    std::vector<FieldValue> fields = read_fields(reading_, document, "", line_patch::kDocumentFields);
    source_ = read_source(fields[1], "");
    std::optional<json::Value> files = read_entry_list(reading_, fields[0], fields[5],
        {"files", "patches", "put the patches into a document of their own", "add an entry for each file to change"});
    if (files && !read_in_halves(*files)) read_entries(*files, 0, files->size());
  }

 private:
  using Keys = std::unordered_set<std::string_view>;  // views of the document

  // Those from `first` to before `end`.
  void read_entries(const json::Value& files, size_t first, size_t end) {
    size_t index = 0;
    for (json::Value entry : files) {
      if (index >= end) return;
      if (index++ < first) continue;
      read_file(entry, element_pointer("/files", index - 1));
    }
  }

  // A large document without a fault, by two threads. False, and nothing was done, where there is anything to be said
  // of it: that is left to whoever reads one entry after the other.
  bool read_in_halves(const json::Value& files) {
    constexpr size_t kWorthAThread = 256 << 10;  // bytes of the document
    if (reading_.options.threads < 2 || files.end_offset() - files.offset() < kWorthAThread || !findings_.nothing())
      return false;
    size_t half = 0;
    for (json::Value entry : files) {
      if (entry.offset() - files.offset() > (files.end_offset() - files.offset()) / 2) break;
      ++half;
    }
    std::shared_ptr<Plan> plans[2] = {std::make_shared<Plan>(), std::make_shared<Plan>()};
    BlockReading readings[2] = {{reading_.input, reading_.block, reading_.options, *plans[0]},
        {reading_.input, reading_.block, reading_.options, *plans[1]}};
    LinePatchReader first(readings[0]), second(readings[1]);
    first.source_ = second.source_ = source_;
    first.before_ = reading_.plan.files.size();
    second.before_ = first.before_ + half;
    Background beside;
    beside.plan(Background::When::now, [&] { second.read_entries(files, half, files.size()); });
    first.read_entries(files, 0, half);
    beside.finish();
    if (!first.is_flawless_beside(second)) return false;
    for (const std::shared_ptr<Plan>& part : plans) {
      std::move(part->files.begin(), part->files.end(), std::back_inserter(reading_.plan.files));
      reading_.plan.owners.push_back(part);
    }
    return true;
  }

  bool is_flawless_beside(const LinePatchReader& other) const {
    return findings_.nothing() && other.findings_.nothing() &&
        std::none_of(seen_.begin(), seen_.end(), [&](const auto& seen) { return other.seen_.contains(seen.first); }) &&
        std::none_of(
            file_keys_.begin(), file_keys_.end(), [&](std::string_view key) { return other.file_keys_.contains(key); });
  }

  void read_file(const json::Value& entry, const std::string& pointer) {
    if (!expect_object(reading_, entry, pointer, "an entry of 'files'")) return;
    findings_.about_doc_path(stated_path(entry, "docPath"));
    std::vector<FieldValue> fields = read_fields(reading_, entry, pointer, line_patch::kFileFields);
    std::optional<FileSource> source = read_source(fields[3], pointer);
    if (fields[4].value) check_full_file(reading_, *fields[4].value, pointer);
    FileEdit edit{.operation = Operation::modify,
        .path = stand_in(),
        .contract = Contract::unique,
        .block = reading_.options.block_index,
        .origin = reading_.origin(entry.offset(), pointer),
        .names = {.doc_path = read_doc_path(fields[0], pointer)},
        .proof = {.sha = read_sha(fields[1], pointer), .source = source ? source : source_}};
    check_key(fields[5], "fileKey", pointer, file_keys_);
    if (fields[2].value) read_changes(*fields[2].value, pointer, edit);
    reading_.plan.files.push_back(std::move(edit));
    findings_.about({});
  }

  // Until the docPath is looked up. No two are equal, so that no rule about paths finds anything.
  RelPath stand_in() const {
    return RelPath::parse("unresolved/" + std::to_string(before_ + reading_.plan.files.size())).value();
  }

  // Where the document says that it has the text from. A whole file comes from nowhere else (AGN-007 §3).
  std::optional<FileSource> read_source(const FieldValue& field, const std::string& pointer) {
    if (!field.value || is_null(field) || !check_source(reading_, *field.value, pointer)) return std::nullopt;
    std::string_view text = field.value->text();
    auto name = std::find(std::begin(kSourceNames), std::end(kSourceNames), fold_case(text));
    if (name != std::end(kSourceNames)) return static_cast<FileSource>(name - std::begin(kSourceNames));
    findings_.error(Code::field_value, field.value->offset(), member_pointer(pointer, "source"),
        "'source' is " + excerpt_in_quotes(text) + ", which is not a source of whole files",
        did_you_mean(text, kSourceNames));
    return std::nullopt;
  }

  std::string read_doc_path(const FieldValue& field, const std::string& pointer) {
    if (!field.value) return {};
    std::string_view text = field.value->text();
    std::string at = member_pointer(pointer, "docPath");
    if (text.empty()) {
      findings_.error(Code::field_value, field.value->offset(), at, "'docPath' is empty",
          "give the docPath that 'aptix read --json' shows");
      return {};
    }
    std::string key = fold_case(text);
    if (key != text)
      findings_.error(Code::field_value, field.value->offset(), at,
          "'docPath' is " + excerpt_in_quotes(text) + ", which is not " +
              (ascii_lower(text) != text ? "lower case" : "lower case in the normal form NFC"),
          "write it as " + excerpt_in_quotes(key));
    auto [first, is_new] = seen_.emplace(key, field.value->offset());
    if (!is_new) {
      Diagnostic& said = findings_.error(Code::docpath_repeated, field.value->offset(), at,
          "there are two entries for " + excerpt_in_quotes(text), "put all changes of a file into one entry");
      if (++repeated_ <= kMostPlaces) {
        Place place = reading_.input.place_of(findings_.origin(first->second).offset);
        said.notes.push_back("the first is at " + place.input + ":" + std::to_string(place.line));
      }
    }
    return key;
  }

  std::optional<Sha256> read_sha(const FieldValue& field, const std::string& pointer) {
    if (!field.value) return std::nullopt;
    std::optional<Sha256> sha = Sha256::parse(field.value->text());
    if (!sha)
      findings_.error(Code::field_value, field.value->offset(), member_pointer(pointer, "originalSha256"),
          "'originalSha256' is " + excerpt_in_quotes(field.value->text(), 80) + ", which is not a SHA-256",
          "copy the 64 hex digits that 'aptix sha' or 'aptix read --json' shows for the file");
    return sha;
  }

  void read_changes(const json::Value& array, const std::string& pointer, FileEdit& edit) {
    std::string base = pointer + "/changes";
    if (array.size() == 0)
      findings_.error(
          Code::input_no_edit, array.offset(), base, "'changes' is empty", "add a change, or leave the file out");
    edit.edits.reserve(array.size());
    OrderCheck order(findings_);
    Keys keys;
    ElementPointers pointers(reading_.plan, base, array.size());
    for (json::Value entry : array) {
      const std::string& at = pointers.next();
      LineChange change;  // one with a fault keeps its number
      if (expect_object(reading_, entry, at, "a change")) change = read_entry(entry, at, keys, order);
      edit.edits.push_back({change, {findings_.origin(entry.offset()).offset, pointers.keep()}});
    }
  }

  LineChange read_entry(const json::Value& entry, const std::string& at, Keys& keys, OrderCheck& order) {
    ChangeFields fields{};
    read_fields(reading_, entry, at, line_patch::kChangeFields, fields);
    check_key(fields[line_patch::kChangeKey], "changeKey", at, keys);
    ReadChange read = read_line_change(findings_, entry, fields, at, *lines_);
    if (read.placed) order.add(read.change, entry.offset(), at);
    return read.change;
  }

  // Nothing depends on a key, but a person or a model that names one means one thing (TUL-002 §4.2, §5.1, §7.2).
  void check_key(const FieldValue& field, std::string_view name, const std::string& pointer, Keys& keys) {
    if (!field.value || is_null(field)) return;
    std::string_view key = field.value->text();
    if (keys.insert(key).second) return;
    findings_.warning(Code::field_value, field.value->offset(), member_pointer(pointer, name),
        "'" + std::string(name) + "' is " + excerpt_in_quotes(key) + ", as another one before it is",
        "give each a key of its own, or none");
  }

  static constexpr size_t kMostPlaces = 100;  // each costs a pass over the input

  BlockReading& reading_;
  Findings& findings_;
  std::shared_ptr<std::pmr::monotonic_buffer_resource> lines_ =  // that the plan views
      std::make_shared<std::pmr::monotonic_buffer_resource>();
  std::optional<FileSource> source_;  // of all files that say nothing else
  Keys file_keys_;
  size_t before_ = 0;  // entries of the plan that another reader read
  size_t repeated_ = 0;
  std::unordered_map<std::string, size_t> seen_;  // docPaths, and where
};

}  // namespace

bool may_be_line_patch(const Block& block) {
  constexpr size_t kMostBytes = 1 << 20;  // what has no entry that tells is short
  if (block.body.size() > kMostBytes) return false;
  bool has_field = block.body.find("originalSha256") != std::string_view::npos;  // no other form has it
  json::ReadResult read = json::read(block.body);
  auto is_syntax = [](const json::Fault& fault) { return fault.code == Code::json_syntax; };
  if (std::any_of(read.errors.begin(), read.errors.end(), is_syntax))
    return has_field && block.body.find_first_not_of(" \t\r\n") == block.body.find('{');
  auto files = read.document ? read.document->root().find("files") : std::nullopt;
  if (!files || files->type() != json::Type::array) return files.has_value();
  if (files->size() == 0) return true;
  json::Value first = *files->begin();
  if (first.type() != json::Type::object || !first.find("path")) return true;
  return first.find("originalSha256") && !first.find("content") && !first.find("patches");
}

void parse_line_patch(BlockReading& reading) {
  if (std::optional<json::Document> document = read_document(reading)) LinePatchReader(reading).read(document->root());
}

}  // namespace aptix::answer
