// The width of a character on a terminal. Pure.
#pragma once

namespace aptix {

unsigned cells_of(char32_t code_point);  // 0, 1 or 2 cells

}  // namespace aptix
