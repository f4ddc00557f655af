// JSON out. Keys stay in the order in which they are written. Invalid UTF-8 becomes U+FFFD; control, bidirectional and
// other invisible formatting characters are written as \uXXXX.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::json {

void append_quoted(std::string& out, std::string_view text);
// The same without the quotes. Pieces of a text, cut between characters, can be escaped one by one.
void append_escaped(std::string& out, std::string_view text);

// Writer w; w.begin_object(); w.key("a").value(1); w.end_object(); w.take()
class Writer {
 public:
  enum class Style : uint8_t { compact, pretty };  // pretty: two spaces, one field a line
  explicit Writer(Style style = Style::compact) : style_(style) {}

  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view name);
  Writer& value(std::string_view text);
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(const std::string& text) { return value(std::string_view(text)); }
  template <std::same_as<bool> T>
  Writer& value(T flag) {
    return raw(flag ? "true" : "false");
  }
  template <std::integral T>
  requires(!std::same_as<T, bool>) Writer& value(T number) { return raw(std::to_string(number)); }
  Writer& null() { return raw("null"); }
  Writer& raw(std::string_view literal);  // text that is JSON already

  // key + value in one call.
  template <class T>
  Writer& field(std::string_view name, const T& v) {
    return key(name).value(v);
  }
  // The same; null for "", 0 and an empty optional.
  template <class T>
  Writer& field_or_null(std::string_view name, const T& v) {
    return v == T() ? key(name).null() : field(name, v);
  }
  template <class T>
  Writer& field_or_null(std::string_view name, const std::optional<T>& v) {
    return v ? field(name, *v) : key(name).null();
  }

  // A member that is an array; `write` writes each element.
  template <class Range, class Write>
  Writer& list(std::string_view name, const Range& range, Write write) {
    key(name).begin_array();
    for (const auto& one : range) write(one);
    return end_array();
  }
  template <class Range>
  Writer& list(std::string_view name, const Range& range) {
    return list(name, range, [this](const auto& one) { value(one); });
  }
  // A member that is an array of objects; `write` writes the members of each.
  template <class Range, class Write>
  Writer& objects(std::string_view name, const Range& range, Write write) {
    return list(name, range, [&](const auto& one) {
      begin_object();
      write(one);
      end_object();
    });
  }

  // Reserves room: without it, a long text that grows is copied again and again.
  Writer& reserve(size_t bytes) {
    out_.reserve(bytes);
    return *this;
  }

  std::string take();  // REQUIRES: every object and array is closed

 private:
  Writer& end(char bracket);
  void before_value();
  void new_line();

  std::string out_;
  std::vector<char> has_items_;  // per open container: 1 or 0
  bool after_key_ = false;
  Style style_;
};

// One object as text; `fill` writes its members.
template <class Fill>
std::string object(Fill fill) {
  Writer w;
  w.begin_object();
  fill(w);
  w.end_object();
  return w.take();
}

}  // namespace aptix::json
