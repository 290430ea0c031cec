"""How near an output comes to the pristine picture: the source, upright, scaled to the output's size."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from fractions import Fraction

from .contenders import TONE_MAP

# Both sides are BT.709 of limited range; where only one says so, newer builds would convert it first.
SAME_TAGS = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"


@dataclass(frozen=True)
class Quality:
    """The means over all pictures: VMAF where the judging build has it, SSIM, and PSNR of luma in dB."""

    vmaf: float | None
    ssim: float
    psnr: float
    pictures: int


class Pristine:
    """A source as its pictures would be at an output's size, at the source's full rate, without loss.

    Scaled by Lanczos, which no contender uses, so that none is near by its scaler alone; of high dynamic
    range, with the tone that all contenders give it. An output's picture is compared with the source's
    nearest in time, whichever pictures a contender chose.
    """

    def __init__(self, build, movie, folder):
        self.build, self.movie, self.folder, self.made = build, movie, folder, {}

    def quality(self, path, start=0.0):
        """What an output is worth; `start` is the second of the source that it begins with."""
        size = self._size(path)
        half = Fraction(1, 2) / Fraction(self.movie.rate)
        log = os.path.join(self.folder, "vmaf.json")
        # One more picture at the end, so that the last of an output finds its own. One after the other,
        # not side by side: outputs of one command may end each other.
        graph = (
            f"[1:v]{SAME_TAGS},tpad=stop=1:stop_mode=clone,setpts=PTS-{float(start + half):.6f}/TB,"
            f"split=3[a][b][c];[0:v]{SAME_TAGS},setpts=PTS-STARTPTS[d];"
            "[d][a]ssim=shortest=1[s];[s][b]psnr=shortest=1[p];")
        if self.build.has_filter("libvmaf"):
            graph += f"[p][c]libvmaf=shortest=1:n_threads=2:log_fmt=json:log_path={log}"
        else:
            graph += "[c]nullsink;[p]null"
        said = subprocess.run(
            [self.build.path, "-nostdin", "-hide_banner", "-i", path, "-i", self._reference(size),
             "-filter_complex", graph, "-fps_mode", "passthrough", "-f", "null", "-"],
            capture_output=True, text=True)
        if said.returncode != 0:
            raise RuntimeError(f"no quality of {path}: {said.stderr[-600:]}")
        pictures = int(re.findall(r"frame=\s*(\d+)", said.stderr)[-1])
        vmaf = None
        if self.build.has_filter("libvmaf"):
            with open(log) as file:
                vmaf = json.load(file)["pooled_metrics"]["vmaf"]["mean"]
        ssim = re.search(r"SSIM .* All:([\d.]+)", said.stderr)
        psnr = re.search(r"PSNR y:(inf|[\d.]+)", said.stderr)
        return Quality(vmaf, float(ssim[1]), float(psnr[1]), pictures)

    def _size(self, path):
        said = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
             "stream=width,height", "-of", "csv=p=0:s=x", path],
            capture_output=True, text=True, check=True).stdout
        width, height = said.strip().split("x")[:2]
        return f"{width}:{height}"

    def _reference(self, size):
        if size not in self.made:
            path = os.path.join(self.folder, f"pristine-{size.replace(':', 'x')}.nut")
            scale = f"scale={size}:flags=lanczos+accurate_rnd+full_chroma_int:out_range=tv"
            tone = TONE_MAP if self.movie.is_hdr else "format=yuv420p"
            subprocess.run(
                [self.build.path, "-nostdin", "-v", "error", "-y", "-i", self.movie.path, "-an",
                 "-fps_mode", "passthrough", "-vf", f"setpts=PTS-STARTPTS,{scale},{tone}",
                 "-c:v", "rawvideo", path], check=True)
            self.made[size] = path
        return self.made[size]
