"""The job on one movie: verdict, movie and poster, by everybody, and what came of it."""

import os
import subprocess

from . import contenders, inputs
from .context import Result
from .quality import Pristine
from .rounds import in_turn
from .table import number, table


class Job:
    """All contenders on one input: what they used and made."""

    def __init__(self, movie, parties, folder, judge):
        self.movie, self.parties, self.folder, self.judge = movie, parties, folder, judge
        self.made = {party.name: contenders.Made.into(folder, party.name) for party in parties}
        self.series, self.qualities, self.bytes = {}, {}, {}

    def run(self, rounds, start=0.0):
        """Measures, and looks at the outputs of the last round."""
        log = os.path.join(self.folder, "log")
        self.series = in_turn(
            {party.name: lambda party=party: party.run(self.movie, self.made[party.name], log)
             for party in self.parties}, rounds)
        pristine = Pristine(self.judge, self.movie, self.folder)
        for name, made in self.made.items():
            series = self.series[name]
            for path in (made.movie, made.poster):
                if not series.failure and not (os.path.exists(path) and os.path.getsize(path)):
                    series.failure = f"there is no {os.path.basename(path)}"
            if series.failure:
                continue
            try:
                self.qualities[name] = pristine.quality(made.movie, start)
            except (RuntimeError, subprocess.CalledProcessError, ValueError) as error:
                series.failure = f"its output cannot be shown: {error}"
                continue
            self.bytes[name] = os.path.getsize(made.movie)
        return self

    def best(self):
        """The single command that used the least, of those that leave threads to ffmpeg."""
        singles = [
            party.name for party in self.parties
            if party.is_single and not self.series[party.name].failure]
        return min(singles, key=lambda name: self.series[name].median("cpu"), default=None)

    def figures(self, ours="clipgate", copies=False):
        """What is held against bounds: ratios to the best command, to three processes, and of memory."""
        best, series = self.best(), self.series
        if best is None or series[ours].failure or ours not in self.qualities:
            return {}
        one, other = self.qualities[ours], self.qualities[best]
        found = {
            "cpu": series[ours].median("cpu") / series[best].median("cpu"),
            "memory": series[ours].median("peak") / self._machine("peak"),
            # What is copied is as large as it came; smaller would mean worse.
            "bytes": self.bytes[ours] / (self.movie.bytes if copies else self.bytes[best]),
            "ssim": one.ssim - other.ssim}
        if one.vmaf is not None and other.vmaf is not None:
            found["vmaf"] = one.vmaf - other.vmaf
        three = series.get("three processes")
        if three and not three.failure:
            found["cpu_of_three"] = series[ours].median("cpu") / three.median("cpu")
        return found

    def _machine(self, quantity):
        """Of the first single command, which is the machine's own build."""
        name = next(party.name for party in self.parties if party.is_single)
        return self.series[name].median(quantity)

    def text(self, ours="clipgate"):
        """A table, a line a contender; ratios are the product's to that contender's."""
        rows = []
        for party in self.parties:
            series, quality = self.series[party.name], self.qualities.get(party.name)
            if series.failure:
                rows.append([party.name, series.failure.splitlines()[0][:60], *[""] * 8])
                continue
            mine = self.series[ours].median("cpu")
            rows.append([
                party.name, number(series.median("cpu")), f"±{series.spread('cpu'):.0%}",
                number(mine / series.median("cpu")), number(series.median("wall")),
                number(series.median("peak") / 1e6, 0), self.bytes[party.name],
                number(quality.vmaf), number(quality.ssim, 4), number(quality.psnr)])
        head = ["", "CPU s", "", "ratio", "wall s", "peak MB", "bytes", "VMAF", "SSIM", "PSNR"]
        return table(head, rows)

    def document(self):
        """All that was measured."""
        return {
            name: {**self.series[name].listed(), "bytes": self.bytes.get(name),
                   "quality": vars(self.qualities[name]) if name in self.qualities else None}
            for name in self.series}


def run(context, subject):
    """The job on the input of this name."""
    movie = inputs.prepared(subject, context.inputs)
    job = Job(movie, contenders.everybody(context.clipgate), context.folder, context.judge)
    job.run(context.runs)
    figures = job.figures(copies=subject == "E")
    title = f"{subject}: verdict, movie and poster of {SHOWS[subject]}, {movie.bytes} bytes"
    return Result(subject, title, figures, job.text(), job.document())


SHOWS = {
    "A": "1080p30 H.264, upright by rotation", "B": "1080p60 HEVC",
    "C": "4K30 HEVC of 10 bits, HLG, rotated", "D": "720p30 H.264",
    "E": "640 × 360 that the profile wants as it is", "F": "VP8 and Opus, WebM without a duration"}
