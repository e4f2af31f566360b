#!/bin/sh
# Compiles a MiniZinc model, lets a FlatZinc solver solve it, and puts its solutions into the model's form.
# Arguments: MiniZinc, the model, its data, the compiled model, and the command of the solver.
minizinc=$1 model=$2 data=$3 compiled=$4
shift 4
"$minizinc" --compile --solver org.minizinc.mzn-fzn --fzn "$compiled" --ozn model.ozn "$model" "$data" >&2 ||
  exit 125
"$@" >solver.out
code=$?
cat solver.out >&2 # with its statistics
"$minizinc" --ozn-file model.ozn <solver.out || exit 125
exit $code
