// What a value in no quotes has to look like to be one of a setting, and not code. Pure.
#pragma once

#include <string_view>

namespace aptix::context::secrets {

struct Setting {
  std::string_view before{}, value{};  // what stands on the line before the name; the value
  bool tight = false;                  // an "=" without spaces around it
  bool colon = false;                  // NAME: VALUE
  bool any_value = false;              // a value of it need not look like a key
  bool capitals = false;               // the name has no small letters, as in the environment
};

bool has_both(std::string_view value);  // a digit and a letter

// Nothing, a word of a shell or a container file, the "- " of a list, the host of a line of .npmrc.
bool opens_setting(std::string_view before);

// It has a digit and is no number, or the line has nothing else than NAME=value. With a '.' in it, it is no member of
// something: "config.api_key".
bool is_setting(const Setting& setting);

// "password: supersecret" alone on its line, as in YAML; not "password: string", nor what begins as a type does.
bool is_plain_word(const Setting& setting);

// "p@$$w0rd!", all of the line after the name: signs that code has, too, but not in this mix.
bool is_odd_value(const Setting& setting);

// A part of "Server=...;Pwd=two words;": spaces are in it up to the ';' or quote in what follows the value.
bool is_part_of_connection(const Setting& setting, std::string_view after);

// NAME=value before a command, or among others; `after`: what follows the value on its line.
bool is_one_of_many(const Setting& setting, std::string_view after);

}  // namespace aptix::context::secrets
