"""Plays a program on a terminal of its own: waits for words on the screen, presses keys, and so on.

Usage: player.py COLUMNS ROWS COMMAND [ARGUMENT ...]

Standard input is a JSON list of objects: `wait`, words that the screen must show within ten seconds, and
`keys`, what is typed then; or `resize`, a list of columns and rows. Standard output is a JSON object:
`screens`, what was on the screen when the words had appeared, `code`, the exit code (or `signal`), `after`, what
was printed after the screen was left, and `restored`, whether the terminal is as it was.
"""

import fcntl
import json
import os
import pty
import re
import select
import struct
import sys
import termios
import time

TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[=>78]|([\r\n])|(.)", re.S)
ALTERNATE = "?1049"


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = {}
        self.row = self.column = 0
        self.modes = set()
        self.after = ""

    def feed(self, text):
        for numbers, control, line, letter in TOKEN.findall(text):
            if control:
                self.control(numbers, control)
            elif ALTERNATE not in self.modes:
                self.after += line or letter
            elif letter:
                assert self.row < self.rows and self.column < self.columns, "beyond the screen"
                self.cells[self.row, self.column] = letter
                self.column += 1

    def control(self, numbers, control):
        if control == "H":
            row, column = (int(part or 1) for part in (numbers or "1;1").split(";"))
            self.row, self.column = row - 1, column - 1
        elif control == "K":
            self.clear(lambda row, column: row == self.row and column >= self.column)
        elif control == "J":
            self.clear(lambda row, column: row > self.row or (row == self.row and column >= self.column))
        elif control == "h":
            self.modes.add(numbers)
            if numbers == ALTERNATE:
                self.after = ""
        elif control == "l":
            self.modes.discard(numbers)

    def clear(self, is_cleared):
        self.cells = {place: letter for place, letter in self.cells.items() if not is_cleared(*place)}

    def show(self):
        line = lambda row: "".join(self.cells.get((row, column), " ") for column in range(self.columns))
        return "\n".join(line(row).rstrip() for row in range(self.rows)).rstrip("\n")


def set_size(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def main():
    columns, rows, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    master, slave = pty.openpty()
    set_size(slave, columns, rows)
    before = termios.tcgetattr(slave)
    child = os.fork()
    if child == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for stream in range(3):
            os.dup2(slave, stream)
        os.environ["TERM"] = "xterm-256color"
        os.execvp(command[0], command)
    screen, screens = Screen(columns, rows), []

    def read(seconds):
        ready, _, _ = select.select([master], [], [], seconds)
        if ready:
            read.rest += os.read(master, 65536)
            text = read.rest.decode(errors="ignore")
            # A sequence that has not fully arrived waits for its rest.
            cut = text.rfind("\x1b")
            whole = cut < 0 or TOKEN.match(text, cut) and not text[cut:].startswith("\x1b\x1b")
            if cut >= 0 and (not whole or TOKEN.match(text, cut).group(0) == "\x1b"):
                screen.feed(text[:cut])
                read.rest = text[cut:].encode()
            else:
                screen.feed(text)
                read.rest = b""
        return bool(ready)

    read.rest = b""
    for step in json.load(sys.stdin):
        deadline = time.time() + 10
        while step.get("wait", "") not in screen.show() and time.time() < deadline:
            read(0.05)
        screens.append(screen.show())
        if "resize" in step:
            screen.columns, screen.rows = step["resize"]
            screen.cells = {}
            set_size(slave, *step["resize"])
        os.write(master, step.get("keys", "").encode())
    deadline = time.time() + 10
    done, status = 0, 0
    while not done and time.time() < deadline:
        read(0.05)
        done, status = os.waitpid(child, os.WNOHANG)
    while read(0.05):
        pass
    if not done:
        os.kill(child, 9)
    restored = termios.tcgetattr(slave) == before and not screen.modes & {ALTERNATE}
    code = os.waitstatus_to_exitcode(status) if done else None
    print(json.dumps({"screens": screens, "code": code, "after": screen.after, "restored": restored}))


main()
