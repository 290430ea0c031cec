"""What every measure is given, and what it gives back."""

import os
from dataclasses import dataclass, field

from .programs import FFmpeg


@dataclass
class Context:
    """What is measured, how often, and where files may lie.

    `inputs` keeps what takes long to make; `folder` is emptied at the end.
    """

    clipgate: str
    runs: int
    inputs: str
    folder: str
    judge: FFmpeg
    plots: str

    @property
    def log(self):
        """Where a command's errors go."""
        return os.path.join(self.folder, "log")

    def subfolder(self, name):
        """An own folder for a measure."""
        path = os.path.join(self.folder, name)
        os.makedirs(path, exist_ok=True)
        return path


@dataclass
class Result:
    """What a measure found: figures to hold against bounds, a text for people, and all of it."""

    subject: str
    title: str
    figures: dict
    text: str
    document: object = field(default_factory=dict)
