"""Reads the command line, runs the measures in turn, and holds what they found against the bounds."""

import argparse
import json
import os
import shutil
import sys
import tempfile

from . import checks, growth, jobs, programs, service, thresholds, throughput, trims
from .context import Context

MEASURES = {
    **dict.fromkeys("ABCDEF", jobs.run), "check": checks.run, "throughput": throughput.run,
    "trim": trims.run, "growth": growth.run, "service": service.run}
FOLDER = os.path.join(programs.ROOT, ".build/benchmarks")


def options(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="Benchmarks/bench", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures Clipgate and its peers in turn on the same movies, and fails where a figure "
        "crosses its bound.",
        epilog="Measures: A to F, the job (verdict, movie, poster) on six movies; check, a thousand files in "
        "one run;\nthroughput, small clips a minute; trim, a part of a longer movie; growth, how cost grows; "
        "service,\nthe way of an upload. Documentation/benchmarks.md tells how, and what the figures mean.")
    parser.add_argument("--only", metavar="LIST", default=",".join(MEASURES),
                        help="these measures, with commas between them (default: all)")
    parser.add_argument("--runs", type=int, default=5, metavar="N",
                        help="rounds, in which everybody has a turn (default: 5)")
    parser.add_argument("--json", metavar="FILE", help="write all that was measured to FILE")
    parser.add_argument("--thresholds", metavar="FILE",
                        default=os.path.join(programs.ROOT, "Benchmarks/thresholds.json"),
                        help="the bounds (default: Benchmarks/thresholds.json)")
    parser.add_argument("--clipgate", metavar="FILE",
                        default=os.environ.get("CLIPGATE", f"{programs.ROOT}/.build/release/clipgate"),
                        help="the program to measure (default: $CLIPGATE, else .build/release/clipgate)")
    parser.add_argument("--plots", metavar="FOLDER", default=os.path.join(FOLDER, "plots"),
                        help="where growth draws (default: .build/benchmarks/plots)")
    chosen = parser.parse_args(arguments)
    chosen.only = [name for name in chosen.only.split(",") if name]
    for name in chosen.only:
        if name not in MEASURES:
            parser.error(f"there is no measure {name}; there are {', '.join(MEASURES)}")
    if chosen.runs < 1:
        parser.error("--runs is at least 1")
    found = shutil.which(chosen.clipgate)
    if not found:
        parser.error(f"{chosen.clipgate} is not a program: make build")
    chosen.clipgate = os.path.abspath(found)
    return chosen


def main(arguments=None):
    """Everything; the exit status is 1 where a bound was crossed."""
    chosen = options(arguments)
    bounds = thresholds.load(chosen.thresholds)
    results = {}
    with tempfile.TemporaryDirectory(prefix="clipgate-bench-") as folder:
        context = Context(
            chosen.clipgate, chosen.runs, os.path.join(FOLDER, "inputs"), folder, programs.judge(),
            chosen.plots)
        print(head(context), flush=True)
        for name in chosen.only:
            result = MEASURES[name](context, name)
            results[name] = result
            print(f"\n## {result.title}\n\n{result.text}\n\n{told(result, bounds)}", flush=True)
    figures = {name: result.figures for name, result in results.items()}
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump({
                "load": os.getloadavg(), "runs": chosen.runs, "figures": figures,
                "measured": {name: result.document for name, result in results.items()}}, file, indent=1)
    missed = thresholds.missed_goals(bounds, figures, chosen.only)
    crossed = thresholds.crossed(bounds, figures, chosen.only)
    for title, lines in (("Goals missed", missed), ("BOUNDS CROSSED", crossed)):
        if lines:
            print(f"\n{title}:\n" + "\n".join("  " + line for line in lines))
    if not crossed:
        print("\nNo bound was crossed.")
    return 1 if crossed else 0


def head(context):
    """What one must know to read the figures."""
    builds = ", ".join(build.version for build in [programs.machine_ffmpeg(), *programs.static_ffmpegs()])
    kind = "VMAF" if context.judge.has_filter("libvmaf") else "SSIM and PSNR (no build has VMAF)"
    load = os.getloadavg()[0]
    busy = " Others are at work: take seconds on the wall for nothing." if load > os.cpu_count() / 2 else ""
    return (
        f"Medians of {context.runs} rounds in turn on {os.cpu_count()} cores, load {load:.1f}.{busy}\n"
        f"CPU seconds are user and system, of all processes. Builds of ffmpeg: {builds}; quality by {kind}.")


def told(result, bounds):
    """The figures, each with its bound and goal."""
    lines = []
    for name, value in result.figures.items():
        bound = bounds.get(result.subject, {}).get(name)
        text = f"{name} {value:.3f}"
        if bound:
            mark = "" if bound.holds(value) else ", CROSSED"
            goal = "" if bound.goal is None else (
                f"; goal {bound.goal:g}" + ("" if bound.reaches_goal(value) else ", missed"))
            text += f" ({bound}{mark}{goal})"
        lines.append(text)
    return "\n".join(lines) if lines else "Nothing could be measured."


if __name__ == "__main__":
    sys.exit(main())
