// The input text, and the blocks found in it.
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

// Owns the bytes for the whole run: all later steps view them. Neither copied nor moved. The inputs of one run form a
// chain. Offsets of Origins count through all of them, so the last input can find every place.
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

// Where an edit is in the input. Becomes a Place only for messages.
struct Origin {
  size_t offset = 0;           // in the chain of inputs
  std::string_view pointer{};  // JSON pointer into the document, a view of Plan::texts; "" for diffs
};

// What the label of a code block calls it.
struct BlockLabels {
  bool old = false;      // the version before the change
  bool updated = false;  // the version after it
  bool shown = false;    // an example, output
  bool created = false;  // a new file: "`a.c` (new)"
};

// Which file a code block is for, according to the answer.
struct Naming {
  // The part of the answer that names the file.
  enum class By : uint8_t { nothing, info, first_line, caption, sentence, section, call };
  By by = By::nothing;
  std::string path{};                 // "" if nothing names one
  std::vector<std::string> rivals{};  // other files that the words may name: if one exists, it is ambiguous
  std::string doubtful{};             // a name that may be meant, if there is no path
  std::string or_doubtful{};          // another one in the same words
  std::string folder{};               // a folder that the sentence also names, if the path has none
  std::string of_prose{};  // by first_line: another file that the prose names; meant if it contains that line
  std::string caption{};   // the line right above, if nothing names a path
  std::vector<std::string> mentioned{};  // names in the prose after the previous block, if nothing names a path
  BlockLabels labels{};
  bool leads = false;                        // by sentence: it ends in a colon or is a heading, and the name is certain
  bool cited = false;                        // the info string has line numbers: old code
  size_t name_line = 0, name_line_size = 0;  // by first_line: place of that line in the body

  // The body below the line that names the file.
  std::string_view below_name(std::string_view body) const {
    return body.substr(std::min(name_line + name_line_size, body.size()));
  }
  // Does the block show the file as it is to be?
  bool is_for_edit() const { return !path.empty() && !labels.shown && !(labels.old && !labels.updated); }
};

// A fenced block, or a document in the prose without a fence.
struct Block {
  enum class Form : uint8_t { fenced, bare };
  Form form = Form::bare;
  std::string info;                               // info string of the fence, trimmed
  std::string_view body;                          // points into Input::bytes, or into `unindented`
  std::shared_ptr<const std::string> unindented;  // the lines without the fence's indentation, if it has any
  size_t offset = 0;                              // in Input::bytes: of the body, or of `unindented`'s first line
  size_t end = 0;                                 // after the body
  uint64_t line = 0;                              // of the body's first line
  bool closed = true;                             // false: a fence without its closing line
  size_t prose = 0;                               // number of lines of prose above it in the answer
  Naming naming;                                  // of a code block; a path in the block's own format overrules it
  const answer::Format* format = nullptr;         // reads the block; null: nobody does

  size_t to_input(const Input& input, size_t body_offset) const;  // offset in the chain of inputs
};

// Translates offsets in the body of a block into offsets in Input::bytes. Each line of Block::unindented is the end of
// a line of the input; their line ends may differ.
class BodyOffsets {
 public:
  BodyOffsets(const Input& input, const Block& block);
  size_t in_input(size_t body_offset) const;

 private:
  struct LineStart {
    size_t shown;  // in Block::unindented
    size_t input;  // in Input::bytes, after the removed indentation
  };

  std::vector<LineStart> lines_;  // of Block::unindented, and its end; empty if there is none
  size_t start_;                  // of the body: in Block::unindented if there is one, else in Input::bytes
  size_t end_;                    // of Input::bytes
};

// The whole input as one block.
Block whole_block(const Input& input);

}  // namespace aptix
