// Reads a JSON text into a Document: a state machine with its own stack, so that no input can exhaust the call stack.
// Memory: a Document::Token for each value and key, and a Frame for each open container. Part of the JSON reader; only
// tests include it as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace aptix::json {

// Raw characters to repair, or other things that occur several times in one string.
struct Occurrences {
  size_t count = 0;
  size_t first = 0;  // offset in the text

  void add(size_t offset) {
    if (count++ == 0) first = offset;
  }
};

// Functions that return bool return false if the text is broken; the fault is then the last one in result_.errors.
class Reader {
 public:
  Reader(std::string_view text, const ReadOptions& options) : text_(text), options_(options) {}
  ReadResult read();

 private:
  // What must come next.
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

  // An open array or object.
  struct Frame {
    uint32_t start;       // its token
    uint32_t count = 0;   // keys, or elements, so far
    uint32_t key = 0;     // token of the newest key
    bool object = false;  // else an array
    bool inside = false;  // in an element, or in a member from its key on
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
  bool add_token();
  void end_word();
  bool value_done();
  // Skips what is between two tokens; mostly nothing.
  bool pass_gap() {
    return (at_ < text_.size() && static_cast<uint8_t>(text_[at_]) > ' ' && text_[at_] != '/') ||
        pass_blanks_and_comments();
  }
  bool pass_blanks_and_comments();
  bool pass_comment();
  bool in_object() const { return !stack_.empty() && stack_.back().object; }
  char here() const { return text_[at_]; }
  bool at_end() const { return at_ == text_.size(); }

  // json_string.cpp: strings
  bool read_string();
  bool pass_string();
  bool pass_escape();
  bool pass_unicode_escape();
  bool read_unit(char32_t& unit);
  bool pass_control();
  bool pass_non_ascii();
  void keep(size_t count);
  void start_storing();

  // json_faults.cpp: messages
  bool stop(Code code, size_t offset, std::string message, std::string hint);
  bool unexpected(std::string_view expected);
  bool unexpected(std::string_view expected, std::string_view hint);
  bool cut(std::string_view where);
  bool cut_here();
  bool cut_string();
  bool bad_encoding(size_t offset);
  void note_string();
  void repaired(size_t offset, std::string message, std::string hint);
  void find_duplicates(const Frame& frame);
  void add_duplicate(uint32_t token);
  std::string pointer() const;
  std::string found() const;
  std::string after_what() const;
  std::string hint_for_unexpected() const;

  std::string_view text_;
  ReadOptions options_;
  size_t at_ = 0;
  size_t comma_ = 0;  // offset of the newest one
  Next next_ = Next::value;
  std::vector<Frame> stack_;
  Document document_;
  std::vector<Document::Token>& tokens_ = document_.tokens_;
  std::unique_ptr<char[]> store_;  // the texts of strings with escapes
  char* out_ = nullptr;            // end of the texts in store_
  struct {
    char* stored = nullptr;  // its text, if it has escapes
    Occurrences raw_newlines, raw_tabs;
    Occurrences lone_surrogates;  // each stored as U+FFFD
  } string_;                      // the string that is being read
  ReadResult result_;
};

// Reads with simdjson. True: `document` is what the scanner would return without a fault or a repair. False: `document`
// must not be used, and the scanner has to read the text to report or repair its faults. REQUIRES: neither
// options.prefix nor options.partial.
bool read_valid(std::string_view text, const ReadOptions& options, Document& document);

// The scanner alone, for tests that compare the two.
ReadResult scan(std::string_view text, const ReadOptions& options = {});

}  // namespace aptix::json
