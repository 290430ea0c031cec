"""The whole benchmark, as `make bench` runs it, with a program in the product's place that pretends."""

import json
import os
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.join(os.path.dirname(HERE), "bench")
# The pretender is the command that it is compared with, and a Python around it.
BOUNDS = {"D": {
    "cpu": {"at_most": 2.2, "goal": 0.01}, "bytes": {"at_most": 1.02}, "ssim": {"at_least": -0.01},
    "memory": {"at_most": 2.5}}}


class BenchTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = cls.scratch.name
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
             "testsrc2=s=640x360:r=30:d=1,noise=alls=12:allf=t", "-f", "lavfi", "-i", "sine=440:d=1",
             "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac",
             os.path.join(cls.folder, "D.mp4")], check=True)
        cls.bounds = cls.write("bounds.json", BOUNDS)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def write(cls, name, document):
        path = os.path.join(cls.folder, name)
        with open(path, "w") as file:
            json.dump(document, file)
        return path

    def bench(self, how="", bounds=None, *more):
        """Runs it on one small movie, and gives its exit status and what it printed."""
        said = subprocess.run(
            [BENCH, "--only", "D", "--runs", "1", "--clipgate", os.path.join(HERE, "pretender"),
             "--thresholds", bounds or self.bounds, *more],
            env={**os.environ, "PRETEND": how, "CLIPGATE_BENCH_INPUTS": self.folder,
                 "CLIPGATE_BENCH_PACKAGES": os.path.join(self.folder, "none")},
            capture_output=True, text=True, timeout=120)
        return said.returncode, said.stdout + said.stderr

    def assert_crosses(self, how, sentence):
        """It fails, and says which bound was crossed."""
        status, text = self.bench(how)
        self.assertEqual(status, 1, text)
        self.assertIn("BOUNDS CROSSED", text)
        self.assertIn(sentence, text.split("BOUNDS CROSSED")[1])

    def test_passes_what_is_within_its_bounds_and_tells_missed_goals(self):
        document = os.path.join(self.folder, "out.json")
        status, text = self.bench("", None, "--json", document)
        self.assertEqual(status, 0, text)
        self.assertIn("No bound was crossed", text)
        self.assertIn("the goal is 0.01", text)
        with open(document) as file:
            figures = json.load(file)["figures"]["D"]
        self.assertAlmostEqual(figures["bytes"], 1.0, places=3)
        self.assertAlmostEqual(figures["ssim"], 0.0, places=3)

    def test_fails_when_a_stage_was_made_slower(self):
        self.assert_crosses("slower", "D: cpu is")

    def test_counts_processes_whose_parent_did_not_wait(self):
        self.assert_crosses("orphan", "D: cpu is")

    def test_fails_when_outputs_are_larger(self):
        self.assert_crosses("larger", "D: bytes is")

    def test_fails_when_pictures_are_worse(self):
        self.assert_crosses("worse", "D: ssim is")

    def test_fails_when_memory_grows_in_a_parent(self):
        self.assert_crosses("hungrier", "D: memory is")

    def test_fails_when_nothing_was_made(self):
        self.assert_crosses("silent", "D: cpu was not measured")

    def test_fails_when_the_movie_cannot_be_shown(self):
        self.assert_crosses("empty", "D: bytes was not measured")

    def test_fails_when_the_product_fails(self):
        self.assert_crosses("failing", "D: cpu was not measured")

    def test_fails_when_a_bound_is_tightened_below_what_is(self):
        status, text = self.bench("", self.write("tight.json", {"D": {"bytes": {"at_most": 0.9}}}))
        self.assertEqual(status, 1, text)
        self.assertIn("D: bytes is", text)

    def test_fails_when_a_figure_with_a_bound_is_not_measured(self):
        status, text = self.bench("", self.write("unknown.json", {"D": {"smell": {"at_most": 1}}}))
        self.assertEqual(status, 1, text)
        self.assertIn("D: smell was not measured", text)

    def test_refuses_measures_that_are_not_there(self):
        status, text = self.bench("", None, "--only", "Z")
        self.assertEqual(status, 2, text)
