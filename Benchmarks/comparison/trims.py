"""A part of a longer movie: what is kept shall cost, not what comes before it."""

from . import contenders, inputs, making
from .context import Result
from .jobs import Job
from .programs import machine_ffmpeg, static_ffmpegs
from .table import number

SECONDS, KEPT = 12, 4.8
STARTS = (0.0, 6.8)


def run(context, _):
    """4.8 s of 12 s of 1080p, from the beginning and from further back."""
    path = inputs.made(context.inputs, "trim.mp4", lambda path: making.camera(
        path, 1920, 1080, 30, SECONDS, making.h264("6M")))
    whole = inputs.movie(path)
    builds = [machine_ffmpeg(), *static_ffmpegs()]
    texts, documents, parts, ours = [], {}, [], []
    for start in STARTS:
        movie = whole.kept(start, KEPT, ("--from", f"{start}s", "--to", f"{start + KEPT:g}s"))
        parties = [contenders.clipgate(context.clipgate), *map(contenders.one_command, builds)]
        job = Job(movie, parties, context.folder, context.judge)
        job.run(context.runs, start)
        parts.append(job.figures())
        ours.append(job.series["clipgate"].median("cpu"))
        texts.append(f"from {start:g} s\n\n" + job.text())
        documents[f"{start:g}"] = job.document()
    figures = {
        name: (min if name in ("vmaf", "ssim") else max)(part[name] for part in parts)
        for name in parts[0] if all(name in part for part in parts)}
    figures["later_of_first"] = ours[-1] / ours[0]
    texts.append(f"the later part costs {number(figures['later_of_first'])} of the first")
    return Result(
        "trim", f"trim: {KEPT} s of {SECONDS} s of 1080p30, low, against ffmpeg's input seek", figures,
        "\n\n".join(texts), documents)
