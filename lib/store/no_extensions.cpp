// SQLite could load extensions; a static binary cannot, and must not ask for a loader. Only in static
// builds, where the linker gives this for dlopen (--wrap).
extern "C" void* __wrap_dlopen(const char*, int) { return nullptr; }
