#!/usr/bin/env python3
"""Writes manifest.json and the table in ../README.md from the movies beside it.

What a movie shows and the verdict it should get is written here by hand. The figures are read from
the packets with ffprobe, never with Clipgate. `null` means: the manifest does not say.
"""

import json
import os
import subprocess
from fractions import Fraction

# name, what it shows, reason codes, warning codes
SAMPLES = [
    ("animated.gif", "An animated GIF counts as a movie.", [], []),
    ("browser-recording.webm",
     "A browser's recording has no duration in its header, and lasts too long.",
     ["duration.too_long"], []),
    ("cover-art.mp4", "A cover picture beside the movie is not taken for the movie.", [], []),
    ("hidden-media.mp4", "An edit list shows 3 s; 4 s more are still in the file.",
     [], ["duration.hidden_media"]),
    ("lying-header.mp4", "The header claims 4 s; the packets last 12 s.",
     ["duration.too_long"], ["duration.header_lies"]),
    ("no-sound.mp4", "A movie without sound is a movie.", [], []),
    ("phone-portrait.mov",
     "A phone held upright: the picture is stored sideways, with a location in the file.",
     [], ["privacy.location"]),
    ("sideways-mirrored.mov", "A front camera: stored sideways and as in a mirror.", [], []),
    ("sound-offset.mp4", "The sound starts half a second after the picture.", [], []),
    ("truncated.mp4", "An upload that broke off: the index names bytes that are not there.",
     ["movie.truncated"], None),
    ("variable-frame-rate.mp4", "A recorder that leaves out pictures in which little moves.",
     [], []),
    ("wide-pixels.mp4", "Pixels wider than high: shown wider than stored.", [], []),
]
LIMIT = Fraction("5.1")


def ffprobe(name, *arguments):
    command = ["ffprobe", "-v", "error", "-of", "json", *arguments, name]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def opus_pre_skip(stream):
    """Opus in WebM says in its header how much priming comes before time 0 (RFC 7845, 5.1)."""
    dump = "".join(line.split(":")[1][:41] for line in stream["extradata"].strip().split("\n"))
    header = bytes.fromhex(dump)
    assert header[:8] == b"OpusHead"
    pre_skip = Fraction(int.from_bytes(header[10:12], "little"), 48000)
    return Fraction(stream["start_time"]) + pre_skip


def presented(name, streams):
    """The span from the first to the last shown moment, from the packets of picture and sound."""
    rates = {s["index"]: int(s.get("sample_rate", 0)) for s in streams}
    silent_until = {s["index"]: opus_pre_skip(s) for s in streams if s["codec_name"] == "opus"}
    starts, ends = [], []
    for packet in ffprobe(name, "-show_packets")["packets"]:
        index = packet["stream_index"]
        if index not in rates:
            continue
        start = Fraction(packet["pts_time"])
        end = start + Fraction(packet["duration_time"])
        for side in packet.get("side_data_list", []):
            if side["side_data_type"] == "Skip Samples":
                # Samples to skip may reach over several packets.
                skip = Fraction(int(side["skip_samples"]), rates[index])
                silent_until[index] = start + skip
                end -= Fraction(int(side["discard_padding"]), rates[index])
        start = max(start, silent_until.get(index, start))
        if start < end and "D" not in packet["flags"]:
            starts.append(start)
            ends.append(end)
    return max(ends) - min(starts)


def displayed(video):
    """Width and height as shown: square pixels, upright."""
    width, height = video["width"], video["height"]
    aspect = video.get("sample_aspect_ratio", "1:1").split(":")
    width = round(width * Fraction(int(aspect[0]), int(aspect[1])))
    for side in video.get("side_data_list", []):
        if abs(side.get("rotation", 0)) == 90:
            width, height = height, width
    return width, height


def describe(name, shows, reasons, warnings):
    entry = {
        "name": name, "shows": shows, "accepted": not reasons, "reasons": reasons,
        "warnings": warnings, "presented": None, "width": None, "height": None, "has_audio": None,
    }
    if "movie.truncated" in reasons:
        return entry
    streams = [
        s for s in ffprobe(name, "-show_streams", "-show_data")["streams"]
        if s["codec_type"] in ("video", "audio") and not s["disposition"]["attached_pic"]
    ]
    video = next(s for s in streams if s["codec_type"] == "video")
    seconds = presented(name, streams)
    assert (seconds > LIMIT) == ("duration.too_long" in reasons), (name, float(seconds))
    entry["presented"] = round(float(seconds), 3)
    entry["width"], entry["height"] = displayed(video)
    entry["has_audio"] = any(s["codec_type"] == "audio" for s in streams)
    return entry


def table(entries):
    """The table of README.md; Tests/SampleTests makes the same from the manifest."""
    lines = ["| movie | shows | verdict |", "| --- | --- | --- |"]
    for entry in entries:
        codes = entry["reasons"] + (entry["warnings"] or [])
        verdict = "ok" if entry["accepted"] else "refuse"
        verdict += "".join(f" `{code}`" for code in codes)
        lines.append(f"| `{entry['name']}` | {entry['shows']} | {verdict} |")
    return "\n".join(lines) + "\n"


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    entries = [describe(*sample) for sample in SAMPLES]
    with open("manifest.json", "w") as file:
        json.dump({"schema": "clipgate.samples/1", "samples": entries}, file, indent=2)
        file.write("\n")
    with open("../README.md") as file:
        text = file.read()
    before, rest = text.split("<!-- samples -->\n")
    _, after = rest.split("<!-- /samples -->\n")
    with open("../README.md", "w") as file:
        file.write(f"{before}<!-- samples -->\n{table(entries)}<!-- /samples -->\n{after}")


if __name__ == "__main__":
    main()
