"""A service at work, and a client of it."""

import http.client
import json
import os
import re
import signal
import subprocess
import time


class Service:
    """`clipgate serve` on a free port of this machine, whose clients have no limit."""

    def __init__(self, clipgate, folder):
        os.makedirs(folder, exist_ok=True)
        self.log = os.path.join(folder, "log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [clipgate, "serve", "--listen", "127.0.0.1:0", "--data", os.path.join(folder, "data")],
                stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
        for _ in range(600):
            with open(self.log) as log:
                found = re.search(r'"url":\s*"http://127\.0\.0\.1:(\d+)', log.read())
            if found:
                self.port = int(found[1])
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        with open(self.log) as log:
            raise RuntimeError("the service does not listen: " + log.read()[-600:])

    def ask(self, method, path, body=None):
        """A request on a connection of its own; gives status and content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body, {"Content-Type": "video/mp4"} if body else {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def upload(self, movie):
        """Sends a movie and gives the id that it was acknowledged with."""
        status, content = self.ask("POST", "/v1/clips", movie)
        if status != 202:
            raise RuntimeError(f"an upload had {status}: {content[:300]!r}")
        return json.loads(content)["id"]

    def ready(self, ident):
        """Waits until a clip is ready, by its events, which come when it is."""
        while True:
            status, content = self.ask("GET", f"/v1/clips/{ident}/events")
            told = [json.loads(line[5:]) for line in content.decode().splitlines()
                    if line.startswith("data:")]
            if status != 200 or not told:
                raise RuntimeError(f"no events of a clip: {status} {content[:300]!r}")
            if told[-1]["status"] == "ready":
                return
            if told[-1]["status"] == "failed":
                raise RuntimeError(f"a clip failed: {told[-1]}")

    def stages(self):
        """Seconds and counts of the stages of jobs so far, from the service's own metrics."""
        text = self.ask("GET", "/metrics")[1].decode()
        found = re.findall(r'clipgate_job_seconds_(sum|count)\{stage="(\w+)"\} (\S+)', text)
        sums = {stage: float(value) for kind, stage, value in found if kind == "sum"}
        counts = {stage: float(value) for kind, stage, value in found if kind == "count"}
        return {stage: (sums[stage], counts[stage]) for stage in sums}

    def end(self):
        """Ends it in good order, with all below it."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
