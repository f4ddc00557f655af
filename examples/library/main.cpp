// usage: apply_answer ROOT < answer.md
#include <aptix/apply.h>

#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  std::string answer{std::istreambuf_iterator<char>(std::cin), {}};
  aptix::ApplyReport report = aptix::apply_answer(answer, {.root = argc > 1 ? argv[1] : "."});
  std::cout << report.text;
  if (!report.feedback.empty()) std::cout << "--- for the model ---\n" << report.feedback;
  return report.exit_code;
}
