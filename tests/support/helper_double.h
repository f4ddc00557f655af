// Stands in for a helper process: speaks the protocol of aptix-cloud-helper(7) in front of a SQLite set, or answers
// what a test tells it to.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/json/framed.h"
#include "store/cloud.h"

namespace aptix::test {

class HelperDouble {
 public:
  // `file`: of the SQLite set.
  explicit HelperDouble(std::string file) : file_(std::move(file)) {}

  store::StartHelper start();  // this outlives what it starts

  std::vector<std::string> asked;   // the headers
  std::deque<std::string> instead;  // answers, taken before the set is asked; "": the helper ends
  std::string scheme;               // for which it was started
  size_t piece = SIZE_MAX;          // so many bytes are received at once

  std::string answer(const json::Framed& request);

 private:
  std::string file_;
  std::unique_ptr<store::CloudSet> set_;
};

}  // namespace aptix::test
