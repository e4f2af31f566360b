"""Runs a command on a terminal of its own and prints what is on the screen in the end.

Usage: terminal.py COLUMNS COMMAND [ARGUMENT ...]

The screen is as high as needed. Lines that are longer than the terminal is wide go on in the next line,
which is marked by a leading backslash. Exits with the code of the command.
"""

import fcntl
import os
import pty
import re
import struct
import sys
import termios

TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|([\r\n])|(.)", re.S)


class Screen:
    def __init__(self, columns):
        self.columns = columns
        self.rows = [[]]
        self.continued = set()
        self.row = self.column = 0

    def feed(self, text):
        for parameter, control, line_control, letter in TOKEN.findall(text):
            if control:
                self.control(int(parameter) if parameter.isdigit() else None, control)
            elif line_control == "\r":
                self.column = 0
            elif line_control == "\n":
                self.go_down()
            else:
                self.put(letter)

    def go_down(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def put(self, letter):
        if self.column == self.columns:
            self.go_down()
            self.column = 0
            self.continued.add(self.row)
        line = self.rows[self.row]
        line.extend(" " * (self.column + 1 - len(line)))
        line[self.column] = letter
        self.column += 1

    def control(self, number, control):
        line = self.rows[self.row]
        if control == "A":
            self.row = max(0, self.row - (number or 1))
        elif control == "B":
            for _ in range(number or 1):
                self.go_down()
        elif control == "K":
            del line[0 if number == 2 else self.column :]
            if number == 2:
                self.continued.discard(self.row)
        elif control == "J" and not number:
            del line[self.column :]
            del self.rows[self.row + 1 :]

    def show(self):
        lines = ["".join(line).rstrip() for line in self.rows]
        marked = [("\\" if row in self.continued else "") + line for row, line in enumerate(lines)]
        return "\n".join(marked).rstrip("\n") + "\n"


def main():
    columns, command = int(sys.argv[1]), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(1, termios.TIOCSWINSZ, size)
        os.environ["TERM"] = "xterm"
        os.execvp(command[0], command)
    output = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            # Linux reports the end of the child's terminal like this.
            break
        if not part:
            break
        output += part
    screen = Screen(columns)
    screen.feed(output.decode())
    sys.stdout.write(screen.show())
    _, status = os.waitpid(child, 0)
    sys.exit(os.waitstatus_to_exitcode(status))


main()
