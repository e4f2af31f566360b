#!/bin/sh
# Runs the backend of Savile Row and keeps its output, because Savile Row does not always distinguish
# a crash from a proof that there is no solution.
"$PLOTGEN_BACKEND" "$@" >backend.out
code=$?
cat backend.out
exit $code
