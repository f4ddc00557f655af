// The JSON object that a command prints under --json: success, result, errors and warnings. Pure.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/json/record.h"

namespace aptix::ops {

std::string text_in(const json::Value& object, std::string_view key);               // a string or a number; "": neither
Code code_of(const json::Value& said);                                              // of one error or warning
std::vector<json::Value> list_in(const json::Value& object, std::string_view key);  // its elements; empty: no array

class Envelope {
 public:
  explicit Envelope(std::string_view printed) : document_(json::read_record(printed)) {}  // `printed` must outlive it

  explicit operator bool() const { return document_.has_value(); }  // it was valid
  json::Value root() const { return document_->root(); }            // REQUIRES: it was valid
  bool successful() const;
  std::optional<json::Value> result() const;  // an object
  // Members of the result, and the diagnostics.
  std::string text(std::string_view key) const;
  std::vector<json::Value> list(std::string_view key) const;
  std::vector<json::Value> errors() const;
  std::vector<json::Value> warnings() const;
  bool has_error(std::initializer_list<Code> codes) const;  // one of them

 private:
  std::optional<json::Document> document_;
};

}  // namespace aptix::ops
