"""The builds of ffmpeg that take part: the machine's, and static ones of the Python package index."""

import glob
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PACKAGES = os.environ.get("CLIPGATE_BENCH_PACKAGES", os.path.join(ROOT, ".build/bench-python"))


@dataclass(frozen=True)
class FFmpeg:
    """A build of ffmpeg."""

    path: str

    @cached_property
    def version(self):
        """Major and minor, as `5.1`."""
        said = subprocess.run([self.path, "-version"], capture_output=True, text=True).stdout
        found = re.match(r"ffmpeg version n?(\d+\.\d+)", said)
        return found[1] if found else "of unknown version"

    def has_filter(self, name):
        """Whether this build has a filter."""
        return name in self._filters

    @cached_property
    def _filters(self):
        said = subprocess.run(
            [self.path, "-hide_banner", "-filters"], capture_output=True, text=True).stdout
        return {words[1] for words in map(str.split, said.splitlines()) if len(words) > 2}


def machine_ffmpeg():
    """The machine's own build, which Clipgate's libraries belong to."""
    path = shutil.which("ffmpeg")
    if not path:
        raise SystemExit("ffmpeg is not installed: make deps")
    return FFmpeg(path)


def static_ffmpegs():
    """The static builds that `scripts/install-python-packages` has put there for the benchmark."""
    found = map(FFmpeg, sorted(glob.glob(f"{PACKAGES}/*/imageio_ffmpeg/binaries/ffmpeg-*")))
    return sorted(found, key=lambda build: [int(part) for part in build.version.split(".")])


def judge():
    """The build that measures quality: the first with VMAF, else the machine's."""
    builds = [*static_ffmpegs(), machine_ffmpeg()]
    return next((build for build in builds if build.has_filter("libvmaf")), machine_ffmpeg())


def package_folders():
    """Folders of Python packages for `PYTHONPATH`, one a package, so that versions stand side by side."""
    return sorted(path for path in glob.glob(f"{PACKAGES}/*") if os.path.isdir(path))
