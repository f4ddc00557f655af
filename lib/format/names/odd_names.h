// Names that no file is made of: of lines of a file, of a path that somebody else knows, and with something stuck to
// them. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::format {

// "src/a.py:3-9"
bool names_lines(std::string_view path);

// "{name}.py", "$HOME/x.py", "~/x.py", "path/to/x.py": stands for a path that somebody else knows.
bool is_template(std::string_view path);

// "$HOME/x", "${root}/x", "%APPDATA%\\x", "~/x", "'~'/x": what a shell makes a path of.
bool has_variable(std::string_view path);

// "`<your-app>/main.py`", "$HOME/x" as the whole line; "" for another one.
std::string template_in_line(std::string_view line);

// "更新src/a.py", "src/a.py。", "src/a.py✅", "“src/a.py”": a path, and what does not belong to it.
bool has_glued(std::string_view path);

}  // namespace aptix::format
