// The answers to jobs: tool calls, resources, prompts. Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "mcp/approvals.h"
#include "mcp/job.h"
#include "tools/toolbox.h"

namespace aptix::app::mcp {

// Asks the person through the client; the job is then continued. False: asking is not possible now.
using AskClient = std::function<bool(Job& job, const ops::ToolResult& held, std::string_view question)>;

// The path of a file URI; nullopt if it is not one.
std::optional<std::string> path_of_uri(std::string_view uri);

class Answers {
 public:
  Answers(Toolbox& toolbox, AskClient ask) : toolbox_(toolbox), ask_(std::move(ask)) {}
  // nullopt: the person is asked first.
  std::optional<std::string> answer(Job& job);

 private:
  std::optional<std::string> call_tool(Job& job);
  std::string take_up(Job& job);
  std::optional<std::string> with_approval(Job& job, const ops::ToolResult& held, std::string_view question);
  std::string input_required(Job& job, const ops::ToolResult& held, std::string_view question);
  std::string carry_out(Job& job, const std::string& approval, const ops::ToolResult* held);
  std::string list_resources(Job& job);
  std::string read_resource(Job& job);
  std::string get_prompt(Job& job);

  Toolbox& toolbox_;
  AskClient ask_;
  SealedRequests sealed_;
};

}  // namespace aptix::app::mcp
