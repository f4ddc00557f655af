#include "format/calls/markup_call.h"

#include "base/json/json_writer.h"

namespace aptix::format {
namespace {

void write_arguments(json::Writer& writer, const MarkupCall& call) {
  for (const auto& [name, value] : call.arguments) writer.field(name, value);
  if (call.edits.empty()) return;
  writer.key("edits").begin_array();
  for (const MarkupCall& edit : call.edits) {
    writer.begin_object();
    write_arguments(writer, edit);
    writer.end_object();
  }
  writer.end_array();
}

}  // namespace

std::string as_json(const MarkupCall& call) {
  json::Writer writer;
  writer.begin_object();
  if (!call.name.empty()) writer.field("name", call.name);
  writer.key("input").begin_object();
  write_arguments(writer, call);
  writer.end_object().end_object();
  return writer.take();
}

}  // namespace aptix::format
