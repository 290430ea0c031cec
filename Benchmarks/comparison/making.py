"""Makes the inputs that are not there, with ffmpeg: moving, noisy pictures, as cameras have them."""

import os
import subprocess

QUIET = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
SOUND = "anoisesrc=color=pink:amplitude=0.2:sample_rate=48000:seed=7:duration={0},lowpass=f=4000"


def ffmpeg(*words):
    """Runs ffmpeg, which must succeed."""
    subprocess.run([*QUIET, *words], check=True)


def scene(width, height, rate, seconds, grain=6):
    """A source of pictures: a still with texture of every size, a hand that shakes, grain of a sensor.

    The still is wider than the picture by a quarter, in which the view wanders; it is scaled after it was
    cut, so that movements are of parts of a pixel too. Something bright crosses the picture.
    """
    wide, high = width * 5 // 4 // 4 * 4, height * 5 // 4 // 4 * 4
    octaves = []
    for number, part in enumerate((64, 16, 4, 1)):
        octaves.append(
            f"color=gray:s={wide // part // 2 * 2 or 2}x{high // part // 2 * 2 or 2}:r={rate}:d=0.02,"
            f"format=yuv444p,noise=c0s={(80, 60, 40, 20)[number]}:c0_seed={number + 3},"
            f"scale={wide}:{high}:flags=bicubic,format=yuv444p[o{number}]")
    still = (
        ";".join(octaves)
        + f";gradients=s={wide}x{high}:r={rate}:d=0.02:c0=0x203060:c1=0xc09060:c2=0x306030:n=3:seed=5,"
        "format=yuv444p[g];[g][o0]blend=all_mode=softlight[a];[a][o1]blend=all_mode=overlay[b];"
        "[b][o2]blend=all_mode=softlight[c];[c][o3]blend=all_mode=softlight,"
        f"loop=loop=-1:size=1,setpts=N/{rate}/TB,trim=duration={seconds}")
    across, down = wide - width, high - height
    return (
        f"{still},format=yuv420p,crop={width}:{height}"
        f":x='{across / 2}*(1+0.6*sin(1.1*t)+0.1*sin(9*t))':y='{down / 2}*(1+0.5*cos(0.7*t)+0.1*sin(11*t))'"
        f"[view];color=0xffe0a0:s={width // 8}x{width // 8}:r={rate}:d={seconds}[lamp];"
        f"[view][lamp]overlay=x='mod(t*{width // 3},{width})':y='{height // 3}+{height // 6}*sin(2*t)'"
        f":shortest=1,noise=alls={grain}:allf=t:all_seed=1")


def camera(path, width, height, rate, seconds, codec, sound="128k", after="format=yuv420p"):
    """A movie of a scene, with sound."""
    ffmpeg("-f", "lavfi", "-i", scene(width, height, rate, seconds) + "," + after,
           "-f", "lavfi", "-i", SOUND.format(seconds), *codec, "-c:a", "aac", "-b:a", sound, "-ac", "2",
           "-shortest", path)


def turned(path, degrees):
    """Gives a movie a rotation that players follow, without touching its pictures."""
    stem, kind = os.path.splitext(path)
    ffmpeg("-i", path, "-c", "copy", "-metadata:s:v", f"rotate={degrees}", stem + "-turned" + kind)
    os.replace(stem + "-turned" + kind, path)


def h264(rate):
    """x264 at a bit rate, as phones write it."""
    return ["-c:v", "libx264", "-preset", "fast", "-b:v", rate, "-maxrate", rate, "-bufsize", rate]


def hevc(rate, pixels="yuv420p"):
    """x265 at a bit rate."""
    return ["-c:v", "libx265", "-preset", "ultrafast", "-b:v", rate, "-pix_fmt", pixels,
            "-x265-params", "log-level=error", "-tag:v", "hvc1"]


def a(path, _):
    """A: 1080p30 H.264, upright by rotation."""
    camera(path, 1920, 1080, 30, 5, h264("15M"))
    turned(path, 90)


def b(path, _):
    """B: 1080p60 HEVC."""
    camera(path, 1920, 1080, 60, 5, hevc("13M"))


def c(path, _):
    """C: 4K30 HEVC of 10 bits, HLG by its tags, rotated; the scene's samples are taken for HLG's."""
    tags = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"]
    camera(path, 3840, 2160, 30, 5, [*hevc("15M", "yuv420p10le"), *tags], after="format=yuv420p10le")
    turned(path, 90)


def d(path, _):
    """D: 720p30 H.264."""
    camera(path, 1280, 720, 30, 3, h264("5M"), sound="96k")


def e(path, source):
    """E: what the profile asks for, from D: H.264 High in the box, little AAC, index first."""
    ffmpeg("-i", source, "-vf", "scale=640:360,format=yuv420p", "-c:v", "libx264", "-profile:v",
           "high", "-preset", "medium", "-crf", "26", "-c:a", "aac", "-b:a", "56k", "-ac", "2",
           "-ar", "48000", "-movflags", "+faststart", "-map_metadata", "-1", path)


def f(path, source):
    """F: a browser's recording, from D: VP8 and Opus in a WebM that was written as it came."""
    ffmpeg("-i", source, "-c:v", "libvpx", "-b:v", "2500k", "-deadline", "realtime", "-cpu-used",
           "4", "-c:a", "libopus", "-b:a", "96k", "-f", "webm", "-live", "1", path)


MAKERS = {"A": a, "B": b, "C": c, "D": d, "E": e, "F": f}
