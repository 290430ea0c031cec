"""Who takes part in the job: Clipgate, one ffmpeg command with two outputs, and three processes."""

import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Callable

from .programs import machine_ffmpeg, static_ffmpegs
from .usage import Usage, measured

# Mobius at a white of 203 cd/m² and a peak of 1,000, on the scaled picture, as decision 0013 has it: both
# sides make the same picture of a movie of high dynamic range.
TONE_MAP = (
    "format=yuv420p10le,zscale=min=2020_ncl:pin=2020:rin=tv:tin=arib-std-b67:t=linear:npl=203:p=709,"
    "format=gbrpf32le,tonemap=mobius:desat=0:peak=4.926108374384237,zscale=t=709:r=pc,"
    "format=gbrp10le,zscale=m=709:r=tv,format=yuv420p")
BOX = (
    "scale=w='if(gte(iw,ih),640,360)':h='if(gte(iw,ih),360,640)'"
    ":force_original_aspect_ratio=decrease:force_divisible_by=2:out_range=tv")
MOVIE = [
    "-c:v", "libx264", "-preset", "veryfast", "-crf", "28", "-pix_fmt", "yuv420p", "-c:a", "aac",
    "-b:a", "64k", "-ac", "2", "-ar", "48000", "-movflags", "+faststart", "-map_metadata", "-1"]
POSTER = ["-frames:v", "1", "-q:v", "4"]
QUIET = ["-nostdin", "-v", "error", "-y"]


@dataclass(frozen=True)
class Made:
    """Where a contender puts what it makes."""

    movie: str
    poster: str

    @classmethod
    def into(cls, folder, name):
        """Names for a contender's outputs."""
        stem = os.path.join(folder, name.replace(" ", "-"))
        return cls(stem + ".mp4", stem + ".jpg")

    def remove(self):
        """Takes away what is there, so that nobody shows what another run made."""
        for path in (self.movie, self.poster):
            if os.path.exists(path):
                os.unlink(path)


@dataclass(frozen=True)
class Contender:
    """A way to do the job: the commands, one after the other, from a movie to its outputs."""

    name: str
    commands: Callable

    def run(self, movie, made, log):
        """Does the job once and tells what it used."""
        made.remove()
        usage = Usage()
        for command in self.commands(movie, made):
            usage = usage.then(measured(command, log))
        return usage

    @property
    def is_single(self):
        """Whether this is one ffmpeg command that has as many threads as it likes."""
        return self.name.startswith("ffmpeg") and "thread" not in self.name


def filters(movie):
    """The scaled, upright pictures at no more than 30 a second."""
    rate = f"fps=fps={min(Fraction(movie.rate), Fraction(30))},"
    return rate + BOX + "," + (TONE_MAP if movie.is_hdr else "format=yuv420p")


def everybody(binary):
    """All who do the job, the product first, and the machine's own ffmpeg next."""
    machine = machine_ffmpeg()
    return [
        clipgate(binary), one_command(machine), *map(one_command, static_ffmpegs()),
        one_command(machine, ("-threads", "1")), three_processes(machine)]


def clipgate(binary):
    """The product: verdict, movie and poster by one command."""
    return Contender("clipgate", lambda movie, made: [[
        binary, "process", movie.path, "-o", made.movie, "--poster", made.poster, "--force",
        "--quiet", *movie.options]])


def one_command(build, threads=()):
    """One ffmpeg command with two outputs."""
    def commands(movie, made):
        graph = (
            f"[0:v:0]{filters(movie)},split=2[v][p];"
            "[p]thumbnail=n=50,scale=out_range=pc,format=yuvj420p[j]")
        return [[
            build.path, *QUIET, *threads, *movie.seek, "-i", movie.path, "-filter_complex", graph,
            "-map", "[v]", "-map", "0:a:0?", *MOVIE, *threads, made.movie, "-map", "[j]", *POSTER,
            made.poster]]
    name = f"ffmpeg {build.version}" + (", one thread" if threads else "")
    return Contender(name, commands)


def three_processes(build):
    """What most would write: ffprobe for a verdict by all packets, ffmpeg for a movie, and one for a poster."""
    def commands(movie, made):
        graph = f"{filters(movie)},thumbnail=n=50,scale=out_range=pc,format=yuvj420p"
        return [
            ["ffprobe", "-v", "error", "-count_packets", "-show_format", "-show_streams", movie.path],
            [build.path, *QUIET, *movie.seek, "-i", movie.path, "-vf", filters(movie),
             "-map", "0:v:0", "-map", "0:a:0?", *MOVIE, made.movie],
            [build.path, *QUIET, *movie.seek, "-i", movie.path, "-an", "-vf", graph, "-map", "0:v:0",
             *POSTER, made.poster]]
    return Contender("three processes", commands)
