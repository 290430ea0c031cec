"""Verdicts of many small files: the product in one run, against those who only probe."""

import glob
import os
import shutil
import sys

from .context import Result
from .programs import ROOT, package_folders
from .rounds import in_turn
from .table import number, table
from .usage import Usage, measured

FILES = 1000
# ffprobe takes two minutes for all of them; what it takes for these is multiplied.
SAMPLE = 100

PYAV = """
import av, sys
for path in sys.argv[1:]:
    try:
        with av.open(path) as movie:
            for stream in movie.streams: stream.codec_context
            for packet in movie.demux(): packet.pts
    except av.error.FFmpegError: pass
"""
PYMEDIAINFO = """
import sys
from pymediainfo import MediaInfo
for path in sys.argv[1:]: MediaInfo.parse(path).tracks
"""


def many(folder, count=FILES):
    """Copies of the samples in turn, each a file of its own, until there are so many."""
    samples = sorted(
        path for kind in ("mp4", "mov", "webm") for path in glob.glob(f"{ROOT}/samples/*.{kind}"))
    paths = []
    for place in range(count):
        source = samples[place % len(samples)]
        path = os.path.join(folder, f"{place:04}{os.path.splitext(source)[1]}")
        if not os.path.exists(path):
            shutil.copyfile(source, path)
        paths.append(path)
    return paths


def check(context, paths):
    """One run of the product; some of the samples are refused, which is its verdict."""
    return measured(
        [context.clipgate, "check", "--json", *paths], context.log, accepted=(0, 1))


def python(script, paths, context):
    """A script over all files in one process."""
    environment = {**os.environ, "PYTHONPATH": ":".join(package_folders())}
    return measured([sys.executable, "-c", script, *paths], context.log, environment=environment)


def has(module, context):
    """Whether a module of Python's can be imported."""
    environment = {**os.environ, "PYTHONPATH": ":".join(package_folders())}
    return measured(
        [sys.executable, "-c", f"import {module}"], context.log, accepted=(0, 1),
        environment=environment).status == 0


def run(context, _):
    """Verdicts of a thousand files."""
    paths = many(context.subfolder("files"))

    def by_ffprobe():
        usage = Usage()
        for path in paths[:SAMPLE]:
            usage = usage.then(measured(
                ["ffprobe", "-v", "error", "-show_format", "-show_streams", path], context.log,
                accepted=(0, 1), memory=False))
        share = len(paths) / SAMPLE
        return Usage(usage.cpu * share, usage.wall * share, 0, usage.largest)

    ways = {
        "clipgate check": lambda: check(context, paths),
        f"ffprobe a file ({SAMPLE}, × {FILES // SAMPLE})": by_ffprobe,
        "mediainfo, one process": lambda: measured(
            ["mediainfo", "--Output=JSON", *paths], context.log)}
    if has("pymediainfo", context):
        ways["pymediainfo, one process"] = lambda: python(PYMEDIAINFO, paths, context)
    if has("av", context):
        ways["PyAV, one process, all packets"] = lambda: python(PYAV, paths, context)
    series = in_turn(ways, context.runs)
    names = list(series)
    ours = series[names[0]].median("cpu")
    infos = [series[name].median("cpu") for name in names if "mediainfo" in name]
    figures = {
        "of_ffprobe": ours / series[names[1]].median("cpu"),
        "of_mediainfo": ours / min(infos)}
    if "PyAV, one process, all packets" in series:
        figures["of_pyav"] = ours / series["PyAV, one process, all packets"].median("cpu")
    rows = [
        [name, number(one.median("cpu")), f"±{one.spread('cpu'):.0%}",
         number(ours / one.median("cpu"), 3), number(one.median("wall")),
         number(one.median("largest") / 1e6, 0)] for name, one in series.items()]
    return Result(
        "check", f"check: {FILES} files, the samples in turn", figures,
        table(["", "CPU s", "", "ratio", "wall s", "largest MB"], rows),
        {name: one.listed() for name, one in series.items()})
