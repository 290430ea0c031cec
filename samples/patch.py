#!/usr/bin/env python3
"""Changes the index of an MP4 file in place of a device that writes it so. For make.sh."""

import argparse
import struct

CONTAINERS = {b"moov", b"trak", b"edts", b"mdia", b"minf", b"stbl"}


def boxes(data, start, end):
    """Gives (kind, start of the payload, end) of each box, those inside containers too."""
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        if size == 0:
            size = end - start
        if size < 8:
            return
        yield kind, start + 8, start + size
        if kind in CONTAINERS:
            yield from boxes(data, start + 8, start + size)
        start += size


def put(data, place, number):
    struct.pack_into(">I", data, place, number)


def get(data, place):
    return struct.unpack_from(">I", data, place)[0]


def tracks(data):
    """Gives, for each track, a dictionary from a box's kind to where its payload starts."""
    for kind, start, end in boxes(data, 0, len(data)):
        if kind == b"trak":
            yield {k: s for k, s, _ in boxes(data, start, end)}


def movie_header(data):
    return next(s for k, s, _ in boxes(data, 0, len(data)) if k == b"mvhd")


def claim(data, seconds):
    """Makes the movie's, tracks' and media's headers say `seconds`; the samples stay."""
    header = movie_header(data)
    scale = get(data, header + 12)
    put(data, header + 16, round(seconds * scale))
    for track in tracks(data):
        put(data, track[b"tkhd"] + 20, round(seconds * scale))
        media = track[b"mdhd"]
        put(data, media + 16, round(seconds * get(data, media + 12)))


def show(data, start, seconds):
    """Makes each track's one edit show `seconds` from `start` on."""
    header = movie_header(data)
    scale = get(data, header + 12)
    put(data, header + 16, round(seconds * scale))
    for track in tracks(data):
        put(data, track[b"tkhd"] + 20, round(seconds * scale))
        edits = track[b"elst"]
        assert get(data, edits + 4) == 1, "one edit was expected"
        offset = get(data, edits + 12)
        put(data, edits + 8, round(seconds * scale))
        put(data, edits + 12, offset + round(start * get(data, track[b"mdhd"] + 12)))


def matrix(data, rows):
    """Gives each video track the display matrix a b c d, moved back into view."""
    a, b, c, d = rows
    for track in tracks(data):
        place = track[b"tkhd"] + 40
        width, height = get(data, place + 36) >> 16, get(data, place + 40) >> 16
        if width == 0:
            continue
        x = -min(0, a * width, c * height, a * width + c * height)
        y = -min(0, b * width, d * height, b * width + d * height)
        fixed = [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30]
        struct.pack_into(">9i", data, place, *fixed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["claim", "show", "matrix"])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--from", dest="start", type=float)
    parser.add_argument("--rows")
    parser.add_argument("source")
    parser.add_argument("target")
    asked = parser.parse_args()
    with open(asked.source, "rb") as file:
        data = bytearray(file.read())
    if asked.what == "claim":
        claim(data, asked.seconds)
    elif asked.what == "show":
        show(data, asked.start, asked.seconds)
    else:
        matrix(data, [int(x) for x in asked.rows.split(",")])
    with open(asked.target, "wb") as file:
        file.write(data)


main()
