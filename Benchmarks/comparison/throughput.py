"""Small clips a minute, with two jobs at once: the product against `xargs -P2` of ffmpeg commands."""

import os
import shutil

from . import contenders, inputs
from .context import Result
from .programs import machine_ffmpeg, static_ffmpegs
from .rounds import in_turn
from .table import number, table
from .usage import measured

CLIPS = 24
JOBS = 2


def xargs(names, command, log, jobs=JOBS, each=1):
    """Runs a command over files, so many at a time, so many files a command."""
    listing = log + ".names"
    with open(listing, "w") as file:
        file.write("\n".join(names) + "\n")
    place = ["-I{}"] if each == 1 else ["-n", str(each)]
    return measured(["xargs", f"-a{listing}", f"-P{jobs}", *place, *command], log)


def run(context, _):
    """As many copies of D as there are clips."""
    folder = context.subfolder("clips")
    movie = inputs.prepared("D", context.inputs)
    paths = []
    for count in range(CLIPS):
        paths.append(os.path.join(folder, f"{count}.mp4"))
        shutil.copyfile(movie.path, paths[-1])
    made = contenders.Made("{}.out.mp4", "{}.out.jpg")
    copies = inputs.Movie("{}", movie.rate, movie.is_hdr)
    output = context.subfolder("processed")
    process = [context.clipgate, "process", "-o", output, "--force", "--quiet"]
    ways = {
        f"clipgate, {JOBS} runs of {CLIPS // JOBS} files":
            lambda: xargs(paths, process, context.log, each=CLIPS // JOBS),
        "clipgate, a run a file": lambda: xargs(paths, [*process, "{}"], context.log)}
    for build in (machine_ffmpeg(), *static_ffmpegs()):
        for threads in ((), ("-threads", "1")):
            command = contenders.one_command(build, threads)
            ways[command.name if threads else command.name + ", threads as it likes"] = (
                lambda command=command: xargs(paths, command.commands(copies, made)[0], context.log))
    series = in_turn(ways, context.runs)
    ours, *others = (CLIPS / one.median("wall") * 60 for one in series.values())
    best = max(rate for rate in others[1:] if rate == rate)
    rows = [
        [name, number(CLIPS / one.median("wall") * 60, 0), number(CLIPS * 60 / one.median("wall") / ours),
         number(one.median("cpu")), number(one.median("wall"))] for name, one in series.items()]
    return Result(
        "throughput", f"throughput: {CLIPS} clips of D, {JOBS} at once, on {os.cpu_count()} cores",
        {"of_xargs": ours / best}, table(["", "clips/min", "ratio", "CPU s", "wall s"], rows),
        {name: one.listed() for name, one in series.items()})
