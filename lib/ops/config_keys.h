// Every key of a configuration file that is a number. Part of config.h; nobody else includes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ops/settings.h"

namespace aptix::ops {

struct NumberKey {
  std::string_view table, key;
  std::optional<uint64_t> Config::*member;
  uint64_t& (*setting)(Settings& settings);
  uint64_t least = 0;
  bool zero_lifts = true;  // 0 stands for "no limit"
};

inline constexpr NumberKey kNumberKeys[] = {
    {"log", "keep_transactions", &Config::keep_transactions,
        [](Settings& settings) -> uint64_t& { return settings.keep_transactions; }, 1, false},
    {"log", "keep_bytes", &Config::keep_bytes, [](Settings& settings) -> uint64_t& { return settings.keep_bytes; }, 0,
        false},
    {"log", "keep_days", &Config::keep_days, [](Settings& settings) -> uint64_t& { return settings.keep_days; }},
    {"log", "keep_checkpoints", &Config::keep_checkpoints,
        [](Settings& settings) -> uint64_t& { return settings.keep_checkpoints; }, 0, false},
    {"limits", "max_input", &Config::max_input,
        [](Settings& settings) -> uint64_t& { return settings.limits.document_bytes; }},
    {"limits", "max_files", &Config::max_files, [](Settings& settings) -> uint64_t& { return settings.limits.files; }},
    {"limits", "max_edits", &Config::max_edits, [](Settings& settings) -> uint64_t& { return settings.limits.edits; }},
    {"limits", "max_file", &Config::max_file,
        [](Settings& settings) -> uint64_t& { return settings.limits.file_bytes; }},
    {"limits", "max_result", &Config::max_result,
        [](Settings& settings) -> uint64_t& { return settings.limits.result_bytes; }},
    {"limits", "max_growth", &Config::max_growth,
        [](Settings& settings) -> uint64_t& { return settings.limits.growth; }},
    {"session", "read_tokens", &Config::read_tokens,
        [](Settings& settings) -> uint64_t& { return settings.session.read_tokens; }},
    {"session", "write_files", &Config::write_files,
        [](Settings& settings) -> uint64_t& { return settings.session.write_files; }},
    {"session", "write_bytes", &Config::write_bytes,
        [](Settings& settings) -> uint64_t& { return settings.session.write_bytes; }},
};

}  // namespace aptix::ops
