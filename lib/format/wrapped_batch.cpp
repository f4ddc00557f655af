#include "format/wrapped_batch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/json.h"
#include "format/json_call_shape.h"
#include "format/json_shape.h"
#include "format/json_support.h"

namespace aptix::format {
namespace {

constexpr unsigned kMostLevels = 16;  // objects, lists and strings around a batch
constexpr size_t kMostBatches = 100;

bool is_batch(std::string_view json) { return json_glance(json).kind == JsonKind::line_patch; }

// The body with everything but the part made blank, so that every place stays where it is.
std::string blank_but(std::string_view body, size_t begin, size_t end) {
  std::string text(body);
  auto blank = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  };
  blank(0, begin);
  blank(end, text.size());
  return text;
}

class Finder {
 public:
  explicit Finder(std::string_view body) : body_(body) {}

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
          found_.push_back({.place = WrappedBatch::Place::string, .text = std::string(value.text()), .offset = value.offset(), .size = value.end_offset() - value.offset(), .pointer = pointer});
        return;
      case json::Type::null:
      case json::Type::boolean:
      case json::Type::number: return;
    }
  }

  std::vector<WrappedBatch> take() { return std::move(found_); }

 private:
  void look_into_object(const json::Value& object, const std::string& pointer, unsigned level) {
    if (level > 0 && is_batch(body_.substr(object.offset(), object.end_offset() - object.offset()))) {
      found_.push_back({.text = blank_but(body_, object.offset(), object.end_offset()), .offset = object.offset(), .size = object.end_offset() - object.offset(), .pointer = pointer});
      return;
    }
    for (auto member = object.begin(); member != object.end(); ++member) {
      std::string_view key = member.member().key;
      bool prose = key == "content" && (*member).type() == json::Type::string;
      if (may_wrap_call(key) && !prose) look(*member, member_pointer(pointer, key), level + 1);
    }
  }

  std::string_view body_;
  std::vector<WrappedBatch> found_;
};

bool is_empty(const json::Value& arguments) {
  return arguments.type() == json::Type::string ? arguments.text().empty() : arguments.size() == 0;
}

// A call with arguments whose name says that it changes something; what its arguments mean is not known.
bool names_editing_tool(const json::Value& value, unsigned level) {
  constexpr std::string_view kVerbs[] = {"write", "create", "patch", "edit", "replace", "apply", "insert", "delete", "update"};
  if (level > kMostLevels) return true;
  bool object = value.type() == json::Type::object;
  auto name = value.find("name");
  std::string word = name && name->type() == json::Type::string ? ascii_lower(name->text()) : std::string();
  bool edits = std::any_of(std::begin(kVerbs), std::end(kVerbs), [&](std::string_view verb) { return word.find(verb) != std::string::npos; });
  for (auto member = value.begin(); member != value.end(); ++member) {
    if (object && !may_wrap_call(member.member().key)) continue;
    if ((edits && !is_empty(*member)) || names_editing_tool(*member, level + 1)) return true;
  }
  return false;
}

}  // namespace

std::vector<WrappedBatch> wrapped_batches(const Block& block) {
  if (block.body.find("originalSha256") == std::string_view::npos) return {};
  json::ReadResult read = json::read(block.body);
  if (!read.document || !read.errors.empty()) return {};
  Finder finder(block.body);
  finder.look(read.document->root(), "", 0);
  return finder.take();
}

bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches) {
  std::string rest(block.body);
  for (const WrappedBatch& batch : batches) {
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(batch.offset), batch.size, ' ');
    rest.replace(batch.offset, 2, batch.place == WrappedBatch::Place::string ? "\"\"" : "{}");
  }
  Block without = block;
  without.body = rest;
  if (meant_as(without) != JsonKind::none) return true;
  json::ReadResult read = json::read(rest);
  return read.document && names_editing_tool(read.document->root(), 0);
}

}  // namespace aptix::format
