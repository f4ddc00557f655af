// SQLite could load extensions, but a static binary has no loader: there the linker gives it this for dlopen (--wrap).
extern "C" void* __wrap_dlopen(const char*, int) { return nullptr; }
