"""Draws lines over two logarithmic axes as SVG, and reads how steep they are."""

import math
import os
from html import escape

WIDTH, HEIGHT, EDGE = 640, 400, 64
COLOURS = ("#0b5cad", "#b3400a", "#3a7d2c", "#7a3b8f", "#555555")


def slope(points):
    """The exponent of the power law nearest to points: 1 where twice as much costs twice as much."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    over = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    under = sum((x - mean_x) ** 2 for x, _ in logs)
    return over / under


def words(exponent):
    """What an exponent means to somebody who pays."""
    for bound, text in ((0.15, "hardly grows"), (0.85, "grows by less than in proportion"),
                        (1.1, "grows in proportion"), (math.inf, "grows by more than in proportion")):
        if exponent < bound:
            return f"{text} (exponent {exponent:.2f})"


def _ticks(low, high):
    """Round numbers from one end of an axis to the other."""
    power = 10.0 ** math.floor(math.log10(low))
    found = []
    while power <= high:
        found += [power * part for part in (1, 2, 5) if low <= power * part <= high]
        power *= 10
    return found


def _span(values):
    low, high = min(values), max(values)
    return (low / 1.2, high * 1.2) if high / low < 1.5 else (low / 1.05, high * 1.05)


def draw(folder, name, title, x_name, y_name, lines):
    """Writes `name`.svg: `lines` maps a name to points (x, y), all above 0. Gives its path."""
    xs = _span([x for points in lines.values() for x, _ in points])
    ys = _span([y for points in lines.values() for _, y in points])

    def place(value, span, low, high):
        return low + (high - low) * math.log(value / span[0]) / math.log(span[1] / span[0])

    def across(x):
        return place(x, xs, EDGE, WIDTH - 16)

    def down(y):
        return place(y, ys, HEIGHT - EDGE, 40)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{EDGE}" y="20" font-size="14">{escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">{escape(x_name)}</text>',
        f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 16 {HEIGHT / 2})">{escape(y_name)}</text>']
    for x in _ticks(*xs):
        parts.append(
            f'<path d="M{across(x):.1f} 40V{HEIGHT - EDGE}" stroke="#ddd"/>'
            f'<text x="{across(x):.1f}" y="{HEIGHT - EDGE + 16}" text-anchor="middle">{x:g}</text>')
    for y in _ticks(*ys):
        parts.append(
            f'<path d="M{EDGE} {down(y):.1f}H{WIDTH - 16}" stroke="#ddd"/>'
            f'<text x="{EDGE - 6}" y="{down(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for number, (line, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="3" fill="{colour}"/>'
                  for x, y in points]
        parts.append(f'<text x="{EDGE + 8}" y="{56 + 16 * number}" fill="{colour}">{escape(line)}</text>')
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".svg")
    with open(path, "w") as file:
        file.write("\n".join([*parts, "</svg>", ""]))
    return path
