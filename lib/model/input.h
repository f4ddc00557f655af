// The text given, and the blocks found in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace aptix::answer {
struct Format;
}

namespace aptix {

// Owns the bytes for the whole run: all later steps view them. Neither copied nor moved. Several inputs of one run form
// a chain; an Origin's offset counts through all of them, so that the last one can name every place.
struct Input {
  std::string name;  // for messages; "<stdin>"
  std::shared_ptr<const std::string> owner;
  std::string_view bytes;  // of `owner`
  const Input* previous = nullptr;
  size_t base = 0;  // offset of the first byte in the chain

  Input(std::string n, std::shared_ptr<const std::string> b, const Input* before = nullptr)
      : name(std::move(n)),
        owner(std::move(b)),
        bytes(*owner),
        previous(before),
        base(before == nullptr ? 0 : before->base + before->bytes.size() + 1) {}
  Input(std::string n, std::string b, const Input* before = nullptr)
      : Input(std::move(n), std::make_shared<const std::string>(std::move(b)), before) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  Place place_of(size_t offset, std::string_view pointer = {}) const;  // of an offset in the chain; linear
};

// Where an edit stands in the input; turned into a Place only when something is said about it.
struct Origin {
  size_t offset = 0;           // in the chain of inputs
  std::string_view pointer{};  // JSON pointer into the document, a view of Plan::texts; "" for diffs
};

// What a label next to a code block calls it.
struct BlockLabels {
  bool old = false;      // the version before
  bool updated = false;  // the one after
  bool shown = false;    // an example, output
  bool created = false;  // a new file: "`a.c` (new)"
};

// Which file a code block is for, as the answer says it.
struct Naming {
  // pair: of two blocks with labels that were made one SEARCH/REPLACE block.
  enum class By : uint8_t { nothing, info, first_line, caption, sentence, section, call };
  By by = By::nothing;
  std::string path{};                 // "" when nothing names one
  std::vector<std::string> rivals{};  // what the words may name instead: where one of these is there, it is not clear
  std::string doubtful{};             // no path, and this may be one: it is not clear
  std::string folder{};               // that the sentence names, too, where the path has none
  std::string of_prose{};             // by first_line: the other file that the prose names; meant if it has that line
  std::string caption{};              // the line right above, where nothing names a path
  std::vector<std::string> mentioned{};  // in the prose since the block before, where nothing names a path
  BlockLabels labels{};
  bool leads = false;  // by sentence: it ends in a colon, is a heading, or a numbered step that ends with the path
  bool cited = false;  // the info string gives the numbers of lines: old code
  size_t name_line = 0, name_line_size = 0;  // by first_line: where that stands in the body

  // The body of the block below the line in it that names the file.
  std::string_view below_name(std::string_view body) const {
    return body.substr(std::min(name_line + name_line_size, body.size()));
  }
  // Does the block show what the file is to be?
  bool is_for_edit() const { return !path.empty() && !labels.shown && !(labels.old && !labels.updated); }
};

// A fenced block, or a bare document in the prose.
struct Block {
  enum class Form : uint8_t { fenced, bare };
  Form form = Form::bare;
  std::string info;                               // info string of the fence, trimmed
  std::string_view body;                          // points into Input::bytes, or into `unindented`
  std::shared_ptr<const std::string> unindented;  // the body without the fence's indentation, if it has any
  size_t offset = 0;                              // of the body's first byte in Input::bytes
  size_t end = 0;                                 // after the body
  size_t indent = 0;                              // spaces that were removed from each line, at most
  uint64_t line = 0;                              // of the body's first line
  bool closed = true;                             // false: a fence without its closing line
  size_t prose = 0;                        // how many lines of prose stand above it, from the start of the answer on
  Naming naming;                           // of a code block; the path in a form's own lines goes before it
  const answer::Format* format = nullptr;  // who reads it, decided by who found the block; null: nobody

  size_t to_input(const Input& input, size_t body_offset) const;  // offset in the chain of inputs
};

// All of an input as one block.
Block whole_block(const Input& input);

}  // namespace aptix
