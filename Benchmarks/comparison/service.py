"""The way of an upload through the service, against the same work by ffprobe, ffmpeg and dd."""

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from . import contenders, inputs, making, throughput
from .latency import told
from .programs import ROOT, machine_ffmpeg, static_ffmpegs
from .served import Service

CLIPS = 16
UPLOADS = 20
MEGABYTES = (0.1, 0.3, 1, 3, 10)


def boxed(movie, text, size=0):
    """The movie with a box behind it that says nothing, so that its bytes are no other's."""
    content = text.encode().ljust(int(size) - len(movie) - 8, b"\0")
    return movie + (len(content) + 8).to_bytes(4, "big") + b"free" + content


def timed(call, *words):
    """Seconds on the wall, and what came of it."""
    start = time.monotonic()
    result = call(*words)
    return time.monotonic() - start, result


class ShelledOut:
    """What one would write instead: bytes to the disk, ffprobe for a verdict, one ffmpeg for the rest."""

    def __init__(self, folder, movie):
        self.path = os.path.join(folder, "shelled.mp4")
        movie = inputs.Movie(self.path, movie.rate, movie.is_hdr)
        made = contenders.Made.into(folder, "shelled-out")
        builds = [*static_ffmpegs(), machine_ffmpeg()]
        # A static build has no shared objects to load, and is the quickest on the wall.
        self.command = contenders.one_command(builds[0]).commands(movie, made)[0]

    def upload(self, content):
        """To the device, and a verdict by all packets."""
        with open(self.path, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        subprocess.run(
            ["ffprobe", "-v", "error", "-count_packets", "-show_format", "-show_streams", "-of",
             "json", self.path], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def ready(self, _):
        """The movie and the poster."""
        subprocess.run(self.command, check=True, stdin=subprocess.DEVNULL)


def dd(source, target):
    """The same bytes to the same file system, as far as the device."""
    subprocess.run(
        ["dd", f"if={source}", f"of={target}", "bs=64k", "conv=fsync", "status=none"], check=True)


def burst(service, movies):
    """Seconds from the first upload to the last clip that is ready, by two clients at once."""
    start = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        idents = list(pool.map(service.upload, movies))
    for ident in idents:
        service.ready(ident)
    return time.monotonic() - start


def run(context, _):
    """Everything in turn in each round; nothing else is at work while one upload is timed."""
    folder = context.subfolder("service")
    source = inputs.made(context.inputs, "upload.mp4", lambda path: making.camera(
        path, 1280, 720, 30, 3, making.h264("3M"), sound="96k"))
    movie = inputs.movie(source)
    with open(source, "rb") as file:
        content = file.read()
    with open(os.path.join(ROOT, "samples/no-sound.mp4"), "rb") as file:
        little = file.read()
    service, shelled = Service(context.clipgate, folder), ShelledOut(folder, movie)
    times = {name: [] for name in (
        "upload", "ready", "verdict", "dd", "shelled upload", "shelled ready", "burst")}
    xargs, rates = {}, {size: [] for size in MEGABYTES}
    try:
        service.ready(service.upload(boxed(content, "first")))
        before = after = service.stages()
        for turn in range(context.runs):
            for count in range(UPLOADS):
                bytes_ = boxed(content, f"{turn} {count}")
                for way, prefix in ((service, ""), (shelled, "shelled ")):
                    seconds, ident = timed(way.upload, bytes_)
                    more, _ = timed(way.ready, ident)
                    times[prefix + "upload"].append(seconds)
                    times[prefix + "ready"].append(seconds + more)
                times["verdict"].append(timed(service.ask, "POST", "/v1/verdicts", bytes_)[0])
                times["dd"].append(timed(dd, shelled.path, os.path.join(folder, "dd"))[0])
            if turn == 0:
                after = service.stages()
            for size in MEGABYTES:
                for count in range(3):
                    large = boxed(little, f"{turn} {count} {size}", size * 1e6)
                    seconds, ident = timed(service.upload, large)
                    rates[size].append(1 / seconds)
                    service.ready(ident)
            measure_burst(context, service, content, movie, turn, times, xargs)
    finally:
        service.end()
    return told(context.plots, times, xargs, rates, before, after, len(content), CLIPS)


def measure_burst(context, service, content, movie, turn, times, xargs):
    """Many clips at once, by the service and by `xargs -P2`."""
    clips = context.subfolder("burst")
    paths = [os.path.join(clips, f"{count}.mp4") for count in range(CLIPS)]
    for count, path in enumerate(paths):
        with open(path, "wb") as file:
            file.write(boxed(content, f"{count}"))
    copies, made = inputs.Movie("{}", movie.rate, movie.is_hdr), contenders.Made("{}.o.mp4", "{}.o.jpg")
    for build in (machine_ffmpeg(), *static_ffmpegs()):
        for threads in ((), ("-threads", "1")):
            party = contenders.one_command(build, threads)
            words = party.commands(copies, made)[0]
            start = time.monotonic()
            with open(context.log + ".names", "w") as file:
                file.write("\n".join(paths))
            subprocess.run(["xargs", f"-a{context.log}.names", f"-P{throughput.JOBS}", "-I{}", *words],
                           check=True, stdin=subprocess.DEVNULL)
            xargs.setdefault(party.name, []).append(time.monotonic() - start)
    times["burst"].append(burst(service, [boxed(content, f"b {turn} {count}") for count in range(CLIPS)]))
