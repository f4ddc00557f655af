// Builds a ChangeSet by hand, against the files of a workspace: for tests below the resolver.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "disk/reader.h"
#include "model/change_set.h"

namespace aptix::test {

class Changes {
 public:
  explicit Changes(aptix::disk::Workspace& workspace, const aptix::Limits& limits = {})
      : reader_(aptix::disk::reader(workspace, limits)) {}

  // The file gets this content; a new one gets `mode`, less the umask.
  Changes& write(std::string_view path, std::string_view content, uint32_t mode = 0666);
  Changes& remove(std::string_view path);
  Changes& move(std::string_view from, std::string_view to);  // the content goes along
  Changes& set_mode(std::string_view path, uint32_t mode);
  Changes& link(std::string_view path, std::string_view target);  // a symbolic link
  // Of a submodule without content: only its folder matters.
  enum class Folder { missing, there };
  Changes& add_submodule(std::string_view path, Folder before = Folder::missing);
  Changes& remove_submodule(std::string_view path, Folder before = Folder::there);

  aptix::ChangeSet set;

 private:
  aptix::FileChange& change(std::string_view path);

  std::unique_ptr<aptix::Reader> reader_;
};

}  // namespace aptix::test
