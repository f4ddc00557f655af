// Searches the files of the registry. The signatures say where not to look, and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "context/search/hits.h"
#include "context/search/needle.h"
#include "ops/config.h"
#include "ops/registry/registry.h"

namespace aptix::ops {

enum class Readers : uint8_t { people, models };  // models: without credentials

struct SearchRequest {
  const context::Needle* needle = nullptr;
  context::WindowOptions windows{};
  uint64_t most = 20;  // hits
  bool binary = false;
  bool sensitive = false;            // sensitive files, too
  std::vector<std::string> named{};  // paths that people have named: searched, if they are sensitive or not
  Readers readers = Readers::people;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Hit {
  const RegisteredFile* file = nullptr;
  context::Window window;
  std::string content;  // of its lines
  Sha256 sha;           // of the file as it was searched
  bool whole = false;   // the content is all of it, in UTF-8
  bool is_utf8 = true;  // all of the file is
  uint64_t redactions = 0;
};

struct Found {
  std::vector<Hit> hits;  // the best first, then by path
  uint64_t total = 0;
  bool cut = false;  // of the last hit a part is missing
};

// Fails with interrupted. Warns of sensitive files that are left out, and of what cannot be read.
Outcome<Found> search(const Registry& registry, const policy::Policy& policy, const SearchRequest& request);

}  // namespace aptix::ops
