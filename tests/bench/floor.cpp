// The crash-safe floor: what any program must do at least to replace or make many files so that a
// crash leaves the old or the new ones: write all beside, syncfs, rename all, syncfs. One thread.
//   floor TREE < LIST     each line of LIST: "SIZE PATH"; the file is filled with 'x'
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace {

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

void make_parents(const std::string& path, std::set<std::string>& known) {
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    std::string folder = path.substr(0, slash);
    if (known.insert(folder).second) mkdir(folder.c_str(), 0755);
  }
}

void write_beside(const std::string& path, const std::string& bytes) {
  int fd = open((path + ".tmp").c_str(), O_WRONLY | O_CREAT | O_EXCL, 0644);
  if (fd < 0 || write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) die(path.c_str());
  close(fd);
}

void sync_all() {
  int fd = open(".", O_RDONLY | O_DIRECTORY);
  if (fd < 0 || syncfs(fd) != 0) die("syncfs");
  close(fd);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (chdir(argv[1]) != 0) die(argv[1]);

  std::vector<std::string> paths;
  std::set<std::string> folders;
  size_t size = 0;
  for (std::string path; std::cin >> size && std::getline(std::cin.ignore(), path);) {
    make_parents(path, folders);
    write_beside(path, std::string(size, 'x'));
    paths.push_back(path);
  }
  sync_all();
  for (const std::string& path : paths)
    if (rename((path + ".tmp").c_str(), path.c_str()) != 0) die(path.c_str());
  sync_all();
  return 0;
}
