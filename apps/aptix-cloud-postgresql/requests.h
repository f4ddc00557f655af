// What is asked of a helper (aptix-cloud-helper(7)), as statements, and what the server answers, as messages.
#pragma once

#include <optional>
#include <string>

#include "base/json/framed.h"
#include "server.h"

namespace aptix::postgresql {

class Requests {
 public:
  // Header and content of the answer, as they are sent.
  std::string answer(const json::Framed& request);

 private:
  struct Said {
    std::string fields;   // of the header
    std::string content;  // after it
  };
  Reply<Said> carry_out(const json::Value& request, const std::string& content);
  Reply<Said> open(const json::Value& request);
  Reply<Said> look(const json::Value& request);
  Reply<Said> read(const json::Value& request);
  Reply<Said> push(const json::Value& request, const std::string& content);
  Reply<Said> list();
  Reply<Said> versions(const json::Value& request);
  Reply<Said> watch(const json::Value& request);

  std::optional<Server> server_;
};

}  // namespace aptix::postgresql
