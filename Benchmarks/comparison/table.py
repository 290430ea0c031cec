"""Tables in Markdown, which read well on a terminal too."""

import math


def number(value, digits=2):
    """A figure, or a dash where there is none."""
    return "–" if value is None or math.isnan(value) else f"{value:.{digits}f}"


def table(head, rows):
    """Lines of a table whose columns are as wide as what they hold; the first is for names."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]

    def line(row):
        first = row[0].ljust(widths[0])
        others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join([first, *others]) + " |"

    rule = "| " + " | ".join(["-" * widths[0], *["-" * (width - 1) + ":" for width in widths[1:]]]) + " |"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])
