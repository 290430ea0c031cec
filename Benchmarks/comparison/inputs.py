"""The movies that everything is measured on: of the shared folder where it is, else our own."""

import json
import os
import subprocess
from dataclasses import dataclass, replace
from fractions import Fraction

from . import making
from .programs import ROOT

SHARED = os.environ.get("CLIPGATE_BENCH_INPUTS", os.path.join(ROOT, "../shared/perf"))
FILES = {"A": "A.mp4", "B": "B.mov", "C": "C.mov", "D": "D.mp4", "E": "E.mp4", "F": "F.webm"}


@dataclass(frozen=True)
class Movie:
    """An input, and what contenders must know of it before they start.

    `options` are the product's, `seek` what ffmpeg is told before the input.
    """

    path: str
    rate: Fraction
    is_hdr: bool
    options: tuple = ()
    seek: tuple = ()

    @property
    def bytes(self):
        """Its size."""
        return os.path.getsize(self.path)

    def kept(self, start, seconds, options):
        """The same movie, of which only a part is wanted."""
        return replace(self, options=options, seek=("-ss", str(start), "-t", str(seconds)))


def movie(path):
    """Reads what must be known of a movie by ffprobe."""
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
         "stream=r_frame_rate,color_transfer", "-of", "json", path], capture_output=True, check=True).stdout
    stream = json.loads(said)["streams"][0]
    return Movie(path, Fraction(stream["r_frame_rate"]), stream.get("color_transfer") == "arib-std-b67")


def made(folder, name, make):
    """A file of this name, which is made if it is not there; half a file is never taken for one."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        unfinished = os.path.join(folder, "unfinished-" + name)
        make(unfinished)
        os.rename(unfinished, path)
    return path


def prepared(name, folder):
    """The input of this name."""
    shared = os.path.join(SHARED, FILES[name])
    if os.path.exists(shared):
        return movie(shared)
    source = prepared("D", folder) if name in "EF" else None
    # What is made of the shared D is another movie than what is made of ours.
    origin = "shared-" if source and source.path.startswith(SHARED) else ""
    path = made(folder, origin + FILES[name],
                lambda path: making.MAKERS[name](path, source and source.path))
    return movie(path)
