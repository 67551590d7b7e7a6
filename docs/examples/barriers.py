#!/usr/bin/env python3
"""A synchronizer in another language: a barrier of all engines after every instruction.

    tidemark check corpus/kernels/softmax.tm --with-command 'python3 docs/examples/barriers.py'

Reads a program (docs/formats.md) on standard input and writes streams of it. Nothing is
ever in flight when the next instruction issues, so it is safe and cannot deadlock, and
waits far too long. What it cannot do it refuses: exit status 3, and why.
"""
import re
import sys
from collections import Counter

DECLARATIONS = ("program", "engine", "param", "memory", "buffer", "counter")


class Statement:
    """An instruction (`block` is None) or control; `name` is what streams call it."""

    def __init__(self, text):
        label = re.match(r"(\w+)\s*:\s*", text)
        self.label = label.group(1) if label else None
        self.words = text[label.end() if label else 0:].split()
        self.text = " ".join(self.words)
        self.is_control = self.words[0] in ("for", "if", "while")
        self.reads = self.is_control and re.search(r"\bload\b", self.text) is not None
        self.block, self.otherwise = ([], []) if self.is_control else (None, None)
        # An instruction is called by its opcode, a loop by its variable, others by their keyword.
        self.name = self.label or self.words[0 if self.words[0] in ("if", "while") else 1]


def parse(lines):
    """The program's name, its statements as a tree, and all of them in order of text."""
    name, top, everything = None, [], []
    blocks = [top]
    for line in lines:
        text = line.split("#")[0].strip()
        if not text:
            continue
        if text == "}":
            blocks.pop()
        elif text == "} else {":
            blocks[-1] = blocks[-2][-1].otherwise
        elif text.split()[0] == "program":
            name = text.split()[1]
        elif text.split()[0] in DECLARATIONS or re.match(r"\w+\s*=", text):
            continue  # counters are set by every sequencer for itself
        else:
            statement = Statement(text)
            blocks[-1].append(statement)
            everything.append(statement)
            if statement.is_control:
                blocks.append(statement.block)
    if name is None or len(blocks) != 1:
        sys.exit("this is no program")
    return name, top, everything


def number(everything):
    """Where a name is not unique among statements without a label: load.1, load.2, ..."""
    times = Counter(s.name for s in everything if not s.label)
    seen = Counter()
    for s in everything:
        if not s.label and times[s.name] > 1:
            seen[s.name] += 1
            s.name = f"{s.name}.{seen[s.name]}"


class Writer:
    def __init__(self, engines):
        self.barrier = "barrier {" + ", ".join(engines) + "}"

    def needs_barrier(self, statement, following):
        return True

    def write(self, block, engine, indent):
        pad = "  " * indent
        for statement, following in zip(block, block[1:] + [None]):
            if statement.is_control:
                self.write_control(statement, engine, indent)
            elif statement.words[0] == engine:
                print(f"{pad}issue {statement.name}")
            if self.needs_barrier(statement, following):
                print(pad + self.barrier)

    def write_control(self, statement, engine, indent):
        pad, keyword = "  " * indent, statement.words[0]
        if statement.reads and keyword != "while":
            print(f"{pad}read {statement.name}")
        print(f"{pad}{keyword} {statement.name} {{")
        if statement.reads and keyword == "while":
            print(f"{pad}  read {statement.name}")
        print(f"{pad}  {self.barrier}")
        self.write(statement.block, engine, indent + 1)
        if keyword == "if":
            print(f"{pad}}} else {{")
            print(f"{pad}  {self.barrier}")
            self.write(statement.otherwise, engine, indent + 1)
        print(pad + "}")


def main(writer=Writer):
    name, top, everything = parse(sys.stdin)
    number(everything)
    engines = sorted({s.words[0] for s in everything if not s.is_control})
    if len(everything) > 10_000:
        print("more than 10,000 statements", file=sys.stderr)
        sys.exit(3)
    print("streams", name)
    for engine in engines:
        print(f"stream {engine} {{")
        writer(engines).write(top, engine, 1)
        print("}")


if __name__ == "__main__":
    main()
