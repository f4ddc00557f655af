#!/bin/sh
# usage: apply-patches.sh PATCH...
# It was: for patch; do git apply "$patch" || exit; done; make || git checkout .
# Now all of the patches are one transaction, which is gone when one does not fit or the build fails.
exec aptix gitpatch --verify "${BUILD:-make}" "$@"
