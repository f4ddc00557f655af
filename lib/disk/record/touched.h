// The folders that a run has changed, and making those changes durable.
#pragma once

#include <set>
#include <string>

#include "disk/os/folders.h"

namespace aptix::disk {

class Touched {
 public:
  void add(std::string_view folder) {
    if (folder != last_) folders_.insert(last_ = folder);
  }
  void remove(const std::string& folder) {
    folders_.erase(folder);
    last_ = "/";
  }  // it is gone

  struct Sync {
    bool crossed = false;      // some are on another file system
    bool little_else = false;  // Flusher::little_else
  };
  // Few: each folder by itself; many, or two where little else is to be written: one call for the whole
  // file system, unless some are on another. 0 or -errno, then `failed` names the folder.
  int sync(Folders& folders, int state, Sync how, std::string& failed) const;

 private:
  std::set<std::string> folders_;
  std::string last_ = "/";  // no path
};

}  // namespace aptix::disk
