"""What the times of uploads come to: figures, tables, and how many are acknowledged a second."""

import statistics

from . import plot
from .context import Result
from .table import number, table


def percentile(values, share):
    """The least value that so large a share of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 100) * len(ordered) // 100) - 1))]


def told(plots, times, xargs, rates, before, after, size, clips_in_burst):
    """Figures, and tables of them."""
    def p(name, share):
        return percentile(times[name], share)

    best = min(xargs, key=lambda name: statistics.median(xargs[name]))
    figures = {
        "throughput_of_xargs": statistics.median(xargs[best]) / statistics.median(times["burst"]),
        "upload_of_dd": p("upload", 0.5) / p("dd", 0.5),
        "upload_of_shelled": p("upload", 0.5) / p("shelled upload", 0.5),
        "ready_of_shelled": p("ready", 0.5) / p("shelled ready", 0.5),
        "upload_p99_of_shelled": p("upload", 0.99) / p("shelled upload", 0.99),
        "ready_p99_of_shelled": p("ready", 0.99) / p("shelled ready", 0.99)}
    rows = [[name, number(p(key, 0.5) * 1e3, 1), number(p(key, 0.99) * 1e3, 1)] for name, key in (
        ("service, upload to acknowledgement", "upload"), ("  of that a verdict, nothing kept", "verdict"),
        ("ffprobe and a file, flushed", "shelled upload"), ("dd conv=fsync", "dd"),
        ("service, upload to ready", "ready"), ("ffprobe and ffmpeg, to the outputs", "shelled ready"))]
    parts = [
        f"{stage} {1e3 * (after[stage][0] - before[stage][0]) / (after[stage][1] - before[stage][1]):.0f} ms"
        for stage in after if after[stage][1] > before[stage][1]]
    clips = [["service", clips_in_burst / statistics.median(times["burst"])]]
    clips += [[name, clips_in_burst / statistics.median(seconds)] for name, seconds in xargs.items()]
    points = [(size, statistics.median(values)) for size, values in rates.items()]
    title = "uploads acknowledged a second, one after the other, by bytes"
    path = plot.draw(plots, "uploads", title, "megabytes", "uploads a second", {"service": points})
    text = "\n\n".join([
        table([f"{len(times['upload'])} uploads of {size} bytes", "p50 ms", "p99 ms"], rows),
        "A job's stages, on average: " + ", ".join(parts),
        table([f"{clips_in_burst} clips, two at once", "clips/s"],
              [[name, number(rate)] for name, rate in clips]),
        table([title, *(f"{size:g} MB" for size in rates)],
              [["service", *(number(rate, 1) for _, rate in points)]]),
        f"uploads a second fall with exponent {plot.slope(points):.2f}\n{path}"])
    return Result("service", "service: the way of an upload", figures, text,
                  {"seconds": times, "xargs": xargs, "uploads_a_second": points})
