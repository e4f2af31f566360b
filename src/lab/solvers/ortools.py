"""Asks OR-Tools CP-SAT for plans.

A model is a CpModelProto in text format. Its plan is in the Boolean variables STEP_NUMBER_WORD, where
STEP is what --step calls a step of a plan (shot_1_c2, say). For each model one line of JSON is printed:
the status, the steps or null, and statistics. A model with an objective adds "value" and "bound"; before
that line comes one with the steps of every better plan, and one with every better bound. With --all, a
line {"steps": […]} comes before it for every plan that solves the model. PARAMETER=VALUE sets a field of
CP-SAT's parameters.
"""

import argparse
import json
import os
import re
import sys
import tempfile

# In the folder of this script `import ortools` would find the script itself.
sys.path[:] = [path for path in sys.path if not os.path.isfile(os.path.join(path, "ortools.py"))]

import ortools
from ortools.sat.python import cp_model


class BadInput(Exception):
    """Input that cannot be used."""


def parse(message, text):
    """Adds text to a protobuf message. OR-Tools reports errors in it only on standard error."""
    with tempfile.TemporaryFile() as log:
        stderr = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            parsed = message.merge_text_format(text)
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        if not parsed:
            log.seek(0)
            printed = log.read().decode(errors="replace")
            reasons = re.findall(r"Error parsing text-format \S+: (.*)", printed)
            raise BadInput("; ".join(reasons) or "it is not in protobuf text format")


def read(file):
    """The model in a file."""
    model = cp_model.CpModel()
    try:
        with open(file, encoding="utf-8") as opened:
            parse(model.proto, opened.read())
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, BadInput) as error:
        raise BadInput(f"{file}: is not a model in text format: {error}") from error
    if reason := model.validate():
        raise BadInput(f"{file}: is not a valid model: {reason}")
    return model


def step_variables(model, step):
    """The words of a plan and their variables, in order."""
    steps = {}
    name = re.compile(re.escape(step) + r"_(\d+)_(.+)")
    for index, variable in enumerate(model.proto.variables):
        if named := name.fullmatch(variable.name):
            choice = (named[2], model.get_bool_var_from_proto_index(index))
            steps.setdefault(int(named[1]), []).append(choice)
    return [choice for step in sorted(steps) for choice in steps[step]]


def plan(choices, values):
    """The steps of a solution."""
    return [word for word, variable in choices if values.boolean_value(variable)]


class PrintAll(cp_model.CpSolverSolutionCallback):
    """Prints every plan once."""

    def __init__(self, choices):
        super().__init__()
        self.choices = choices
        self.printed = set()

    def on_solution_callback(self):
        steps = plan(self.choices, self)
        if tuple(steps) not in self.printed:
            self.printed.add(tuple(steps))
            print_line({"steps": steps})


class PrintBetter(cp_model.CpSolverSolutionCallback):
    """Prints every plan that is better than those before it."""

    def __init__(self, choices):
        super().__init__()
        self.choices = choices

    def on_solution_callback(self):
        print_line({"steps": plan(self.choices, self), "value": round(self.objective_value)})


def print_bound(bound):
    """Prints a bound. Values are whole numbers."""
    print_line({"bound": round(bound)})


def print_line(result):
    print(json.dumps(result), flush=True)


def ask(model, options):
    """Solves a model and prints the result."""
    solver = cp_model.CpSolver()
    if options.time_limit is not None:
        solver.parameters.max_time_in_seconds = options.time_limit
    if options.workers is not None:
        solver.parameters.num_workers = options.workers
    if options.all:
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1  # more cannot enumerate
    for parameter in options.parameters:
        try:
            parse(solver.parameters, parameter.replace("=", ": ", 1))
        except BadInput as error:
            raise BadInput(f"{parameter}: is not a parameter of CP-SAT: {error}") from error
    choices = step_variables(model, options.step)
    before = os.times().user
    callback = PrintAll(choices) if options.all else None
    optimises = model.has_objective()
    if optimises and not options.all:
        callback = PrintBetter(choices)
        solver.best_bound_callback = print_bound
    status = solver.solve(model, callback)
    if status == cp_model.MODEL_INVALID:
        raise BadInput(f"CP-SAT refuses the model or the parameters: {solver.solution_info()}")
    solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    result = {
        "status": solver.status_name(status),
        "steps": plan(choices, solver) if solved else None,
        "wall_seconds": solver.wall_time,
        # CP-SAT's own user time is its wall time.
        "user_seconds": os.times().user - before,
        "branches": solver.num_branches,
        "conflicts": solver.num_conflicts,
        "variables": len(model.proto.variables),
        "constraints": len(model.proto.constraints),
        "version": ortools.__version__,
    }
    if optimises and solved:
        result |= {"value": round(solver.objective_value), "bound": round(solver.best_objective_bound)}
    print_line(result)


def arguments():
    parser = argparse.ArgumentParser(prog="ortools.py", description=__doc__)
    parser.add_argument("arguments", nargs="+", metavar="MODEL | PARAMETER=VALUE")
    parser.add_argument("--step", default="shot", help="what a step of a plan is called")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="for each model")
    parser.add_argument("--workers", type=int, metavar="N", help="threads; all cores if not given")
    parser.add_argument("--all", action="store_true", help="print every plan, with one worker")
    parser.add_argument("--version", action="version", version=ortools.__version__)
    options = parser.parse_intermixed_args()
    is_parameter = re.compile(r"\w+=").match
    options.parameters = list(filter(is_parameter, options.arguments))
    options.models = [argument for argument in options.arguments if not is_parameter(argument)]
    if not options.models:
        parser.error("there is no model")
    return options


def main():
    options = arguments()
    try:
        for file in options.models:
            ask(read(file), options)
    except BadInput as error:
        sys.exit(f"ortools.py: {error}")


main()
