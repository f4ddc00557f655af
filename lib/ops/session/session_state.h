// What a session knows, from the lines of its file. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "context/source_text.h"

namespace aptix::ops {

using context::LineSpan;

struct NotedRead {
  std::string path;               // from the workspace on
  Sha256 sha{};                   // of the whole file
  std::vector<LineSpan> lines{};  // that were shown; none: of a file without any, or of a binary one
  bool shown = false;             // by 'read' or as a whole: later changes can be told apart from it
  int64_t time_ns = 0;
};

struct NotedWrite {
  std::string path;
  std::optional<Sha256> sha{};  // nothing: the file was deleted
  uint64_t size = 0;
  std::string from{};  // renamed or copied from; "": from nothing
  uint64_t transaction = 0;
  int64_t time_ns = 0;
};

struct SessionTask {
  std::string id, text;
  bool done = false;
};

struct SessionState {
  std::string id, name, caller, profile;  // the last three: "" for none
  int64_t started_ns = 0;
  std::optional<int64_t> ended_ns{};

  std::map<std::string, NotedRead, std::less<>> reads;    // the last of each path
  std::map<std::string, Sha256, std::less<>> shown;       // of each path, the text that changes are told from
  std::map<std::string, NotedWrite, std::less<>> writes;  // the same
  // Of each path that was read, what stood there when the session read or wrote it last.
  std::map<std::string, std::optional<Sha256>, std::less<>> held;
  std::vector<SessionTask> tasks;
  uint64_t tokens_read = 0, bytes_written = 0;

  uint64_t replaced = 0;  // how often all lines gave way to those of all_lines()
  uint64_t noted = 0;     // lines, and entries in them
  // Most of them say what later ones say again.
  bool is_worth_replacing() const;

  // Takes in lines as they stand in the file. Fails with session_unknown at one that is not ours: a line is damaged.
  Status take(std::string_view lines);
};

// The lines, without line feeds.
std::string start_line(const SessionState& state);
std::string read_line(std::span<const NotedRead> reads, uint64_t tokens, int64_t time_ns);
std::string write_line(std::span<const NotedWrite> writes, uint64_t transaction, int64_t time_ns);
std::string task_line(const SessionTask& task);
std::string done_line(std::string_view task);
std::string end_line(int64_t time_ns);

// All that is known, as the fewest lines that say it, each with its line feed: those of a file that takes the place of
// the one that was read. The first one is like no line of it.
std::string all_lines(SessionState state);

// "1:80,120:140", as 'read --lines' takes it.
std::string shown_lines(std::span<const LineSpan> lines);

}  // namespace aptix::ops
