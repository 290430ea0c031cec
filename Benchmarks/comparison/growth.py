"""How cost grows: with files, bytes, pixels, and jobs at once. Draws each, and says how steep it is."""

import os
import shutil

from . import checks, contenders, inputs, making, plot, throughput
from .context import Result
from .programs import machine_ffmpeg
from .rounds import in_turn
from .table import number, table

FILES = (1, 10, 100, 1000)
MEGABITS = (2.5, 5, 10, 15)
SIZES = ((640, 360), (1280, 720), (1920, 1080), (3840, 2160))
JOBS = (1, 2, 3, 4)
CLIPS_AT_ONCE = 12


def files(context):
    """`check` of more and more files in one run."""
    paths = checks.many(context.subfolder("files"), FILES[-1])
    return {
        ("clipgate check", count): lambda count=count: checks.check(context, paths[:count])
        for count in FILES}, {}


def jobs(context, movies):
    """The job by the product and by the machine's ffmpeg, on each of several movies."""
    parties = [contenders.clipgate(context.clipgate), contenders.one_command(machine_ffmpeg())]
    made = contenders.Made.into(context.folder, "growth")
    return {
        (party.name, x): lambda party=party, movie=movie: party.run(movie, made, context.log)
        for x, movie in movies.items() for party in parties}


def rates(context):
    """1080p of 5 s at more and more bits: what decoding and reading bytes costs."""
    movies = {}
    for megabits in MEGABITS:
        path = inputs.made(context.inputs, f"rate-{megabits}.mp4", lambda path: making.camera(
            path, 1920, 1080, 30, 5, making.h264(f"{megabits}M")))
        movies[round(os.path.getsize(path) / 1e6, 2)] = inputs.movie(path)
    return jobs(context, movies), {}


def sizes(context):
    """3 s of H.264 in more and more pixels, at the same bits for a pixel."""
    movies = {}
    for width, height in SIZES:
        bits = f"{width * height * 30 * 0.08 / 1e6:.2f}M"
        path = inputs.made(context.inputs, f"size-{height}.mp4", lambda path: making.camera(
            path, width, height, 30, 3, making.h264(bits)))
        movies[round(width * height / 1e6, 2)] = inputs.movie(path)
    return jobs(context, movies), {}


def at_once(context):
    """A dozen jobs on D, so many at once: clips a minute."""
    folder, movie = context.subfolder("at-once"), inputs.prepared("D", context.inputs)
    paths = [os.path.join(folder, f"{count}.mp4") for count in range(CLIPS_AT_ONCE)]
    for path in paths:
        shutil.copyfile(movie.path, path)
    process = [context.clipgate, "process", "-o", context.subfolder("processed"), "--force", "--quiet"]
    copies, made = inputs.Movie("{}", movie.rate, movie.is_hdr), contenders.Made("{}.o.mp4", "{}.o.jpg")
    command = contenders.one_command(machine_ffmpeg()).commands(copies, made)[0]
    return {
        (name, count): lambda words=words, count=count: throughput.xargs(
            paths, words, context.log, jobs=count)
        for count in JOBS
        for name, words in (("clipgate", [*process, "{}"]), ("ffmpeg", command))}, {
            "quantity": lambda series: CLIPS_AT_ONCE * 60 / series.median("wall")}


# Name, title, horizontal and vertical axis, what is measured.
CURVES = (
    ("files", "check of many files in one run", "files", "CPU seconds", files),
    ("megabytes", "the job on 5 s of 1080p by its bytes", "megabytes", "CPU seconds", rates),
    ("pixels", "the job on 3 s of H.264 by its size", "million pixels", "CPU seconds", sizes),
    ("jobs", "clips of D a minute by jobs at once", "jobs at once", "clips a minute", at_once))


def run(context, _):
    """All curves."""
    figures, texts, documents = {}, [], {}
    rounds = max(1, min(3, context.runs))
    for name, title, x_name, y_name, prepare in CURVES:
        actions, more = prepare(context)
        quantity = more.get("quantity", lambda series: series.median("cpu"))
        series = in_turn(actions, rounds)
        lines = {}
        for (line, x), one in series.items():
            lines.setdefault(line, []).append((x, quantity(one)))
        documents[name] = {line: points for line, points in lines.items()}
        if any(y != y for points in lines.values() for _, y in points):
            texts.append(f"{title}: {next(one.failure for one in series.values() if one.failure)}")
            continue
        path = plot.draw(context.plots, name, title, x_name, y_name, lines)
        xs = [x for x, _ in next(iter(lines.values()))]
        steep = {line: plot.slope(points) for line, points in lines.items()}
        ours = next(iter(lines))
        figures[name] = steep[ours]
        rows = [[line, *(number(y) for _, y in points)] for line, points in lines.items()]
        told = "; ".join(f"{line} {plot.words(value)}" for line, value in steep.items())
        texts.append(
            f"{title}, {y_name} by {x_name}\n\n{table(['', *map(str, xs)], rows)}\n\n{told}\n{path}")
    return Result(
        "growth", f"growth: medians of {rounds}", figures, "\n\n".join(texts), documents)
