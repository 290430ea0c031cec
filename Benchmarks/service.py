"""What `Benchmarks/service` runs: the service against ffmpeg and dd, in turn."""

import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

CLIPGATE, CLIPS, ROUNDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
THROUGHPUT, ACKNOWLEDGEMENT = 1.0, 3.0
UPLOAD = 1_700_000
QUIET = ["ffmpeg", "-v", "error", "-y"]


def ffmpeg(*words):
    subprocess.run([*QUIET, *words], check=True, stdin=subprocess.DEVNULL)


def boxed(movie, text, size=None):
    """The movie with a box behind it that says nothing, so that its bytes are no other's."""
    content = text.encode()
    if size:
        content = content.ljust(size - len(movie) - 8, b"\0")
    return movie + (len(content) + 8).to_bytes(4, "big") + b"free" + content


class Service:
    def __init__(self, folder):
        self.log = open(os.path.join(folder, "log"), "w+")
        self.process = subprocess.Popen(
            [CLIPGATE, "serve", "--listen", "127.0.0.1:0", "--data", os.path.join(folder, "data")],
            stderr=self.log, start_new_session=True)
        for _ in range(600):
            found = re.search(r'"url":\s*"http://127\.0\.0\.1:(\d+)', open(self.log.name).read())
            if found:
                self.port = int(found[1])
                return
            time.sleep(0.05)
        sys.exit("the service does not listen: " + open(self.log.name).read())

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body, {"Content-Type": "video/mp4"} if body else {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def upload(self, movie):
        status, content = self.ask("POST", "/v1/clips", movie)
        if status != 202:
            sys.exit(f"an upload had {status}: {content!r}")
        return json.loads(content)["id"]

    def ready(self, ident):
        while True:
            clip = json.loads(self.ask("GET", f"/v1/clips/{ident}")[1])
            if clip["status"] == "ready":
                return clip
            if clip["status"] == "failed":
                sys.exit(f"a clip failed: {clip['verdict']}")
            time.sleep(0.01)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def by_service(service, movies):
    start = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        idents = list(pool.map(service.upload, movies))
    for ident in idents:
        service.ready(ident)
    return time.monotonic() - start


def by_ffmpeg(folder, paths, threads):
    """The best single command that we know for the same work, two at a time."""
    scale = ("scale=640:360:force_original_aspect_ratio=decrease:force_divisible_by=2"
             ":flags=bicubic,setsar=1,format=yuv420p,split[movie][picture]")
    command = [
        *QUIET, "-nostdin", *threads, "-i", "{}", "-filter_complex", f"[0:v:0]{scale}",
        "-map", "[movie]", "-map", "0:a:0?", "-c:v", "libx264", "-preset", "veryfast", "-crf", "28",
        "-profile:v", "high", "-c:a", "aac", "-b:a", "64k", "-ac", "2", "-map_metadata", "-1",
        "-movflags", "+faststart", *threads, "{}.out.mp4",
        "-map", "[picture]", "-frames:v", "1", "-q:v", "4", "{}.out.jpg"]
    start = time.monotonic()
    subprocess.run(["xargs", "-P2", "-I{}", *command], input="\n".join(paths).encode(), check=True)
    return time.monotonic() - start


def by_dd(folder, path):
    out = os.path.join(folder, "dd.out")
    start = time.monotonic()
    subprocess.run(["dd", f"if={path}", f"of={out}", "bs=64k", "conv=fsync", "status=none"],
                   check=True)
    seconds = time.monotonic() - start
    os.unlink(out)
    return seconds


def timed(call, *words):
    start = time.monotonic()
    result = call(*words)
    return time.monotonic() - start, result


def main():
    with tempfile.TemporaryDirectory(dir=".build") as folder:
        source = os.path.join(folder, "source.mp4")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=3", "-f", "lavfi", "-i",
               "sine=440:d=3", "-c:v", "libx264", "-preset", "fast", "-pix_fmt", "yuv420p",
               "-c:a", "aac", "-shortest", source)
        small = open(source, "rb").read()
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=5", "-f", "lavfi", "-i",
               "sine=440:d=5", "-c:v", "libx264", "-preset", "fast", "-b:v", "2400k", "-maxrate",
               "2400k", "-bufsize", "2400k", "-pix_fmt", "yuv420p", "-c:a", "aac", source)
        large = open(source, "rb").read()
        if len(large) > UPLOAD - 100:
            sys.exit(f"the large movie has {len(large)} bytes")
        paths = [os.path.join(folder, f"{n}.mp4") for n in range(CLIPS)]
        for number, path in enumerate(paths):
            with open(path, "wb") as file:
                file.write(boxed(small, f"{number}"))
        service = Service(folder)
        ways = {"one thread each": ["-threads", "1"], "as it likes": []}
        ours, theirs = [], {way: [] for way in ways}
        acks, verdicts, dds = [], [], []
        service.ready(service.upload(boxed(small, "first")))
        for turn in range(ROUNDS):
            for way, threads in ways.items():
                theirs[way].append(by_ffmpeg(folder, paths, threads))
            ours.append(by_service(service, [boxed(small, f"{turn} {n}") for n in range(CLIPS)]))
            for number in range(10):
                movie = boxed(large, f"{turn} {number}", UPLOAD)
                path = os.path.join(folder, "upload")
                with open(path, "wb") as file:
                    file.write(movie)
                dds.append(by_dd(folder, path))
                seconds, ident = timed(service.upload, movie)
                acks.append(seconds)
                # Nothing is at work when the next is timed.
                service.ready(ident)
                service.ask("DELETE", f"/v1/clips/{ident}")
                verdicts.append(timed(service.ask, "POST", "/v1/verdicts", movie)[0])
        service.end()
    median = statistics.median
    best = min(theirs, key=lambda way: median(theirs[way]))
    throughput = median(theirs[best]) / median(ours)
    ratio = median(acks) / median(dds)
    print(f"throughput, {CLIPS} clips of 720p and 3 s, medians of {ROUNDS} rounds")
    print(f"  {'service':<28}{median(ours):7.2f} s {CLIPS / median(ours):7.2f} clips/s")
    for way in ways:
        print(f"  {'ffmpeg, ' + way:<28}{median(theirs[way]):7.2f} s "
              f"{CLIPS / median(theirs[way]):7.2f} clips/s")
    print(f"  ratio {throughput:.2f}, at least {THROUGHPUT}")
    print(f"acknowledgement of {UPLOAD} bytes, medians of {len(acks)}")
    print(f"  720p, H.264 and AAC, 5 s; {len(large)} bytes are the movie, the rest is a box of zeros")
    print(f"  {'service':<28}{median(acks) * 1000:7.1f} ms")
    print(f"  {'  of that a verdict':<28}{median(verdicts) * 1000:7.1f} ms (the same bytes, nothing kept)")
    print(f"  {'dd conv=fsync':<28}{median(dds) * 1000:7.1f} ms")
    print(f"  ratio {ratio:.2f}, at most {ACKNOWLEDGEMENT}")
    sys.exit(throughput < THROUGHPUT or ratio > ACKNOWLEDGEMENT)


main()
