// Help texts and manual pages, made from the rows of the command table.
#pragma once

#include <string>
#include <string_view>

#include "terminal/command.h"

namespace aptix::app {

std::string short_help();                        // `aptix` alone
std::string overview();                          // `aptix help`
std::string group_help(std::string_view group);  // `aptix bundle --help`
std::string command_help(const Command& command);

// man(7) source.
std::string main_page();
std::string command_page(const Command& command);
std::string page_name(const Command& command);  // "aptix-bundle-apply"

// Wraps `text` into lines of at most `width` characters, including `indent` spaces. Keeps empty lines.
std::string wrap(std::string_view text, size_t indent, size_t width = 80);

}  // namespace aptix::app
