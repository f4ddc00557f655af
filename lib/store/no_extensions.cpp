// SQLite could load extensions, but a static binary has no loader: the linker replaces dlopen by this (--wrap).
extern "C" void* __wrap_dlopen(const char*, int) { return nullptr; }
