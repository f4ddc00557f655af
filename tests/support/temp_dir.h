// A directory of one test: made new, removed with all it holds at the end.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace aptix::test {

using Tree = std::map<std::string, std::string>;  // see TempDir::tree()

class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  std::string path(std::string_view below) const { return path_ + "/" + std::string(below); }

  // Makes the parent directories too. Overwrites.
  void write(std::string_view below, std::string_view bytes) const;
  void make_directory(std::string_view below) const;
  void make_link(std::string_view below, std::string_view target) const;
  void set_mode(std::string_view below, unsigned mode) const;
  // An attribute and an ACL for what is new in it, and as the superuser an owner. False: not all could be had here.
  bool dress_directory(std::string_view below) const;
  // The bytes of a file; throws when it does not exist.
  std::string read(std::string_view below) const;
  bool exists(std::string_view below) const;  // does not follow links

  // Everything below: path -> "file 644 bytes", "dir 755", "link target", "other". Without
  // `.aptix`, wherever it is. Of folders also the owner, where it is not the test's, and the
  // attributes and ACLs. Equal trees mean that nothing changed.
  Tree tree() const;

 private:
  std::string path_;
};

}  // namespace aptix::test
