// Runs a fuzz target over stored inputs, in a build of any compiler: each file named, or below a folder named, as it is
// and damaged in ways that are the same in every run. Closes with "N passed, 0 failed"; a fault ends the process.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

size_t passed = 0;

void run(const std::string& input) {
  // Of its own size in memory, so that a sanitizer sees a read beyond the end.
  std::vector<uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

// Cut short, with a piece missing, and with a byte that is another one.
void run_damaged(const std::string& input) {
  constexpr size_t kPlaces = 5;
  for (size_t i = 0; i < kPlaces; ++i) {
    size_t at = input.size() * i / kPlaces;
    run(input.substr(0, at));
    run(input.substr(0, at) + input.substr(std::min(input.size(), at + 1 + at / 7)));
    if (at == input.size()) continue;
    std::string other = input;
    other[at] = static_cast<char>(other[at] ^ (1 << i));
    run(other);
  }
}

void replay(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string input(std::istreambuf_iterator<char>(in), {});
  std::fprintf(stderr, "%s\n", file.c_str());  // the last one named is the one that failed
  run(input);
  run_damaged(input);
  ++passed;
}

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    if (!std::filesystem::is_directory(words[i])) {
      replay(words[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(words[i]))
      if (entry.is_regular_file()) replay(entry.path());
  }
  std::printf("%zu passed, 0 failed\n", passed);
  return passed == 0 ? 1 : 0;
}
