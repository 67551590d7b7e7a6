#!/usr/bin/env python3
"""barriers.py with a mistake in it: it looks at neighbours only.

No barrier stands between two instructions that share no buffer. But an instruction may
depend on one further up, with others in between.
"""
import re

import barriers


def buffers(statement):
    operands = re.findall(r"([a-zA-Z_]\w*)(?:\[|\s*,|\s*->|\s*$)", statement.text.split(" ", 2)[2])
    return set(operands)


class Neighbours(barriers.Writer):
    def needs_barrier(self, statement, following):
        if following is None or statement.is_control or following.is_control:
            return True
        return bool(buffers(statement) & buffers(following))


if __name__ == "__main__":
    barriers.main(Neighbours)
