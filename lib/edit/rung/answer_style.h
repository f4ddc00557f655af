// How an answer writes what it says of a file, as its edits prove it one after the other. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "edit/rung/refit.h"

namespace aptix::edit {

class AnswerStyle {
 public:
  // An edit fits as it is written. False: one before has proven that its new lines are to be read in another way.
  bool add_plain(const std::string& path, std::string_view find, std::string_view replace);
  // An edit fits only when it is read so. False: the new lines of one before are then other ones, too.
  bool add_proof(const std::string& path, const Renew& bare);

 private:
  struct Edit {
    std::string_view find, replace;
  };
  struct File {
    std::vector<Renew> proofs;
    std::vector<Edit> plain;
  };
  static bool holds(const Renew& bare, const Edit& edit);

  std::map<std::string, File> files_;
};

}  // namespace aptix::edit
