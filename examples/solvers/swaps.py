#!/usr/bin/env python3
"""Solves a level of swaps with clingo: one length of plans after the other, so the first plan is a shortest.

Arguments: the level, the program for clingo, the seed. The board has to become empty, in the fewest moves.
"""
import itertools
import json
import sys

import clingo

level_file, program, seed = sys.argv[1:]
with open(level_file) as file:
    level = json.load(file)
unknown = set(level) - {"game", "name", "tiles"}
if unknown:
    sys.exit(f"error: levels with {', '.join(sorted(unknown))} are not supported")
facts = ["vanish(g,s)."]
for row, tiles in enumerate(level["tiles"], 1):
    for column, kind in enumerate(tiles, 1):
        if kind != ".":
            facts.append(f"tile(({row},{column}),{kind.lower()}).")

choices = 0
for length in itertools.count():
    control = clingo.Control(["-c", f"n={length}", f"--seed={seed}"])
    control.load(program)
    control.add("base", [], " ".join(facts))
    control.ground([("base", [])])
    steps = {}

    def read(model):
        for atom in model.symbols(shown=True):
            *cells, time = atom.arguments
            words = [",".join(str(part) for part in cell.arguments) for cell in (cells[0], cells[-1])]
            steps[time.number] = "-".join(words)

    is_solved = control.solve(on_model=read).satisfiable
    choices += int(control.statistics["solving"]["solvers"]["choices"])
    if is_solved:
        print(f"% {choices} choices", file=sys.stderr)
        print("\n".join(steps[time] for time in sorted(steps)))
        break
