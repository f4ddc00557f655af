// Reads one JSON text into a Document: a state machine over the text with its own stack, so that no
// input can exhaust the call stack. Part of the JSON reader; nobody else includes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"
#include "base/json/json_string.h"

namespace aptix::json {

// Every function that returns bool returns false when the text is broken; the fault is then the last
// one in result_.errors.
class Reader {
 public:
  Reader(std::string_view text, const ReadOptions& options) : text_(text), options_(options) {}
  ReadResult read();

 private:
  // What comes next.
  enum class Next : uint8_t {
    value,
    element_or_end,  // after '['
    element,         // after ',' in an array
    key_or_end,      // after '{'
    key,             // after ',' in an object
    colon,
    separator,  // after a value in an array or object
    done,
  };

  // An array or object that is open.
  struct Frame {
    Node start;
    uint32_t count = 0;   // keys, or elements, that have begun
    Node key{};           // the newest one
    bool object = false;  // else an array
    bool inside = false;  // in a member, from its key on, or in an element
  };

  struct Key {
    uint32_t hash;
    Node at;
  };

  // json_reader.cpp: the grammar
  bool read_all();
  bool step();
  bool read_value();
  bool read_key();
  bool read_colon();
  bool read_separator();
  bool open(Type type);
  bool close();
  bool close_after_comma();
  void close_at_fault();
  bool read_literal(std::string_view literal);
  bool read_number();
  bool pass_digits();
  bool read_string();
  bool add_token();
  bool value_done(size_t end);
  // What stands between two tokens; most often nothing does.
  bool pass_gap() {
    return (at_ < text_.size() && static_cast<uint8_t>(text_[at_]) > ' ' && text_[at_] != '/') ||
        pass_blanks_and_comments();
  }
  bool pass_blanks_and_comments();
  bool pass_comment();
  bool in_object() const { return !stack_.empty() && stack_.back().object; }
  char here() const { return text_[at_]; }
  bool at_end() const { return at_ == text_.size(); }

  // json_faults.cpp: what is said about them
  bool stop(Code code, size_t offset, std::string message, std::string hint);
  bool unexpected(std::string_view expected);
  bool unexpected(std::string_view expected, std::string_view hint);
  bool cut(std::string_view where);
  bool cut_here();
  bool bad_string(const ScannedString& string);
  bool bad_encoding(size_t offset);
  void note_string(const ScannedString& string);
  void repaired(size_t offset, std::string message, std::string hint);
  void find_duplicates(const Frame& frame);
  void find_duplicates_of_few();
  void find_duplicates_of_many();
  void add_duplicate(Node key);
  std::string pointer() const;
  std::string found() const;
  std::string after_what() const;
  std::string hint_for_unexpected() const;

  std::string_view text_;
  ReadOptions options_;
  size_t at_ = 0;
  size_t comma_ = 0;  // the newest one
  Next next_ = Next::value;
  std::vector<Frame> stack_;
  Node next_node() const {
    return {static_cast<uint32_t>(tokens_.size()), static_cast<uint32_t>(document_.details_.size())};
  }

  Document document_;
  std::vector<uint32_t> tokens_;
  Store store_;
  std::vector<Key> keys_;  // scratch of find_duplicates
  ReadResult result_;
};

}  // namespace aptix::json
