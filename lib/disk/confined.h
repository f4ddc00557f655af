// The door for code that reads files below a folder without a workspace: the seam to the operating system, the confined
// look-up of folders, and errors as text.
#pragma once

#include "disk/os/file_on_disk.h"
#include "disk/os/filesystem.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
