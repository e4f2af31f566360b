#!/bin/sh
# The backend of Savile Row, with what it prints kept: Savile Row does not always tell a crash from a
# refutation.
"$PLOTGEN_BACKEND" "$@" >backend.out
code=$?
cat backend.out
exit $code
