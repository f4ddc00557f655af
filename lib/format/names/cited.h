// Names that are no plain ones: of lines in a file, or standing for a path that somebody else knows. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::format {

// "12:20:src/a.py", "src/a.py#L10", "python src/a.py lines=3-9"
bool is_citation(std::string_view info);

// The path that a citation cites.
std::string cited_path(std::string_view info);

// "src/a.py:3-9"
bool names_lines(std::string_view path);

// "{name}.py", "$HOME/x.py", "~/x.py": stands for a path that somebody else knows.
bool is_template(std::string_view path);

// "`<your-app>/main.py`" as the whole line.
std::string template_in_line(std::string_view line);

}  // namespace aptix::format
