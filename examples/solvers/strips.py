#!/usr/bin/env python3
"""Runs pyperplan, which reads plain STRIPS, on models with action costs: the costs are left out.

Arguments: the domain, the problem, the file for the plan, the search and the heuristic. Prints "no plan"
where the search has proved that there is none. Its plans are optimal only where every action costs the same.
"""
import logging
import re
import sys

from pyperplan import planner

domain, problem, plan, search, heuristic = sys.argv[1:]
logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)

DROPPED = {":functions", ":metric", "increase", "="}


def without_costs(text):
    """The text without the expressions that only action costs need."""
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text))
    kept, dropping = [], 0
    for index, token in enumerate(tokens):
        following = tokens[index + 1].lower() if index + 1 < len(tokens) else ""
        if dropping or token == "(" and following in DROPPED:
            dropping += (token == "(") - (token == ")")
        elif token != ":action-costs":
            kept.append(token)
    return " ".join(kept)


for name in (domain, problem):
    with open(name) as file:
        text = without_costs(file.read())
    with open(name, "w") as file:
        file.write(text)
steps = planner.search_plan(
    domain, problem, planner.SEARCHES[search], planner.HEURISTICS[heuristic]
)
if steps is None:
    print("no plan")
else:
    with open(plan, "w") as file:
        file.writelines(step.name + "\n" for step in steps)
