// Reads a JSON text that is right by simdjson. Part of the JSON reader;
// nobody else includes it.
#pragma once

#include <string_view>

#include "base/json/json.h"

namespace aptix::json {

// True: `document` holds what the scanner would give, and the scanner would find no fault and repair nothing. False:
// the scanner must read the text; it says what is wrong with it, or repairs it. Then `document` is not to be used.
// REQUIRES: !options.prefix.
bool read_valid(std::string_view text, const ReadOptions& options, Document& document);

// For how many tokens to make room at once, so that those of a large text are not moved over and over as they grow.
size_t expected_tokens(size_t bytes, size_t most);

// The scanner alone, with which tests compare.
ReadResult scan(std::string_view text, const ReadOptions& options = {});

}  // namespace aptix::json
