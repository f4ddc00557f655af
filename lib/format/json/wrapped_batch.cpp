#include "format/json/wrapped_batch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/json/json.h"
#include "base/text/ascii.h"
#include "format/json/json_call_shape.h"
#include "format/json/json_shape.h"
#include "format/json/json_support.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostLevels = 16;  // objects, lists and strings around a batch
constexpr size_t kMostBatches = 100;

bool is_batch(std::string_view json) { return json_glance(json).kind == JsonKind::line_patch; }

// Hands on value by value, with the offset that its own are counted from. False when one has faults.
template <class See>
bool see_values(std::string_view body, See see) {
  auto next = [&](size_t at) { return std::min(body.find_first_not_of(" \t\r\n", at), body.size()); };
  for (size_t start = next(0); start < body.size();) {
    json::ReadResult read = json::read(body.substr(start), {.prefix = true});
    if (!read.document || !read.errors.empty()) return false;
    see(read.document->root(), start);
    start = next(start + read.end);
  }
  return true;
}

class Finder {
 public:
  explicit Finder(std::string_view body) : body_(body) {}

  // One of the values that stand behind each other in the body, which begins at `base`.
  void look_at(const json::Value& value, size_t base) {
    base_ = base;
    look(value, "", 0);
  }

  std::vector<WrappedBatch> take() { return std::move(found_); }

 private:
  void look(const json::Value& value, const std::string& pointer, unsigned level) {
    if (level > kMostLevels || found_.size() == kMostBatches) return;
    switch (value.type()) {
      case json::Type::object: return look_into_object(value, pointer, level);
      case json::Type::array: {
        size_t index = 0;
        for (json::Value element : value) look(element, element_pointer(pointer, index++), level + 1);
        return;
      }
      case json::Type::string:
        if (is_batch(value.text()))
          found_.push_back({.text = std::string(value.text()),
              .offset = base_ + value.offset(),
              .size = value.end_offset() - value.offset(),
              .pointer = pointer});
        return;
      case json::Type::null:
      case json::Type::boolean:
      case json::Type::number: return;
    }
  }

  void look_into_object(const json::Value& object, const std::string& pointer, unsigned level) {
    size_t begin = base_ + object.offset(), end = base_ + object.end_offset();
    if (level > 0 && is_batch(body_.substr(begin, end - begin))) {
      found_.push_back({.text = {}, .offset = begin, .size = end - begin, .pointer = pointer});
      return;
    }
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      bool prose = key == "content" && (*member).type() == json::Type::string;
      if (may_wrap_call(key) && !prose) look(*member, member_pointer(pointer, key), level + 1);
    }
  }

  std::string_view body_;
  size_t base_ = 0;
  std::vector<WrappedBatch> found_;
};

bool is_empty(const json::Value& arguments) {
  return arguments.type() == json::Type::string ? arguments.text().empty() : arguments.size() == 0;
}

// A call with arguments whose name says that it changes something; what its arguments mean is not known.
bool names_editing_tool(const json::Value& value, unsigned level) {
  constexpr std::string_view kVerbs[] = {
      "write", "create", "patch", "edit", "replace", "apply", "insert", "delete", "update"};
  if (level > kMostLevels) return true;
  bool object = value.type() == json::Type::object;
  auto name = value.find("name");
  std::string word = name && name->type() == json::Type::string ? ascii_lower(name->text()) : std::string();
  bool edits = std::any_of(std::begin(kVerbs), std::end(kVerbs),
      [&](std::string_view verb) { return word.find(verb) != std::string::npos; });
  for (auto member = value.begin(); member != value.end(); ++member) {
    if (object && !may_wrap_call(member.member().key)) continue;
    if ((edits && !is_empty(*member)) || names_editing_tool(*member, level + 1)) return true;
  }
  return false;
}

}  // namespace

std::vector<WrappedBatch> wrapped_batches(const Block& block) {
  auto mentions = [&](std::string_view field) { return block.body.find(field) != std::string_view::npos; };
  if (!mentions("originalSha256") && !mentions("docPath")) return {};
  Finder finder(block.body);
  bool sound = see_values(block.body, [&](const json::Value& value, size_t base) { finder.look_at(value, base); });
  return sound ? finder.take() : std::vector<WrappedBatch>();
}

bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches) {
  std::string rest(block.body);
  for (const WrappedBatch& batch : batches) {
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(batch.offset), batch.size, ' ');
    rest.replace(batch.offset, 2, batch.text ? "\"\"" : "{}");
  }
  Block without = block;
  without.body = rest;
  if (meant_as(without) != JsonKind::none) return true;
  bool other = false;
  see_values(rest, [&](const json::Value& value, size_t) { other = other || names_editing_tool(value, 0); });
  return other;
}

}  // namespace aptix::format
