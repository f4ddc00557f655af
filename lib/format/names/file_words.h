// Which words may be names of files, by the way they are written. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aptix::format {

constexpr size_t kMostWordsOfName = 5;  // in a name with spaces

// What stands around a word says how much of it may be code: nothing, or quotes.
enum class Written : uint8_t { bare, in_quotes };

// How `path` is written where it stands first in the words.
Written written_in(std::string_view words, std::string_view path);

bool is_letter_of_word(char byte);

// A file that has no dot in its name: "Makefile".
bool is_bare_name(std::string_view word);

// Has it the shape of a path, and none of the bytes `never`?
bool is_path_shaped(std::string_view word, std::string_view never);

// Could it be the path of a file, as it has a dot or a slash in it and no sign that paths hardly ever have? Or a bare
// name.
bool is_file(std::string_view word, Written written);

// Is it one that is hardly anything else: with an ending that files have, or a folder? "app.run", "Node.js" and
// "client/server" may be; in quotes a folder says enough.
bool is_likely_file(std::string_view path, Written written);

// "Node.js" is none.
bool is_product(std::string_view name);

// Is the comment with the name of a file one about the line below it, which uses that, or in a way that such a file has
// no comments?
bool is_remark(std::string_view comment, std::string_view below, std::string_view named);

// A few words, the last of which ends as files do: "my notes.txt".
bool is_spaced_file(std::string_view name);

// "GET", before a path that is no file.
bool is_method_of_request(std::string_view word);

// Could it be the name of a file without dot or slash?
bool is_word_of_name(std::string_view word);

// A path with signs in it that names hardly ever have: "app/$id.tsx", "a=b.txt". It may as well be code.
bool is_odd_path(std::string_view word);

// BUILD and Vagrantfile are written as names of files are, and hardly anything else.
bool is_written_as_file(std::string_view word);

// Does the name say the file `path`, perhaps without its folders?
bool is_same_file(std::string_view path, std::string_view name);

}  // namespace aptix::format
