// Calls for a loader, which a static binary has not; in static builds the linker gives these for them (--wrap).

// SQLite could load extensions.
extern "C" void* __wrap_dlopen(const char*, int) { return nullptr; }

// At every start libc asks /proc where the program stands, for its loader: 20 us. The answer says that it is not known.
extern "C" const char* __wrap__dl_get_origin() { return reinterpret_cast<const char*>(-1); }
