// How long it takes to read a line-patch batch that is in memory: its JSON alone, and all of it into edits.
//   parse FILE     prints both, in milliseconds of processor time, the best of five runs each
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "answer/format.h"
#include "base/json/json.h"

namespace {

double best_of_five(const std::function<bool()>& run) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    std::clock_t start = std::clock();
    if (!run()) std::exit(1);
    best = std::min(best, static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  aptix::Input input("batch", {std::istreambuf_iterator<char>(file), {}});
  aptix::Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  const aptix::answer::Format& format = aptix::answer::format_named("line-patch");
  double json = best_of_five([&] { return aptix::json::read(input.bytes).document.has_value(); });
  double plan = best_of_five([&] {
    aptix::Plan made;
    return format.parse(input, block, {.limits = {}}, made).ok() && !made.files.empty();
  });
  std::printf("%.1f %.1f\n", json, plan);
  return 0;
}
