"""What figures rest on: usage, bounds, slopes, and quality of known pictures."""

import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from comparison import inputs, latency, plot, programs, quality, thresholds  # noqa: E402
from comparison.rounds import in_turn  # noqa: E402
from comparison.usage import CommandFailed, Usage, measured  # noqa: E402

BURN = "import time\nwhile time.process_time() < {0}: pass"


class UsageTests(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.log = os.path.join(self.scratch.name, "log")

    def run_shell(self, script, *words, **more):
        return measured(["sh", "-c", script, *words], self.log, **more)

    def test_counts_children_of_children_and_those_that_nobody_waited_for(self):
        alone = measured([sys.executable, "-c", BURN.format(0.2)], self.log).cpu
        script = '"$0" -c "$1"; ("$0" -c "$1" &) ; "$0" -c "$1" & true'
        usage = self.run_shell(script, sys.executable, BURN.format(0.2))
        self.assertGreater(alone, 0.19)
        self.assertGreater(usage.cpu, 0.58)
        self.assertLess(usage.cpu, 4 * alone)

    def test_counts_what_the_kernel_counts_for_the_whole_group(self):
        group = f"/sys/fs/cgroup/cpuacct/clipgate-bench-{os.getpid()}"
        try:
            os.mkdir(group)
        except OSError as error:
            self.skipTest(f"no accounting of groups here: {error}")
        self.addCleanup(os.rmdir, group)
        script = f'echo $$ >{group}/tasks; "$0" -c "$1"; ("$0" -c "$1" &)'
        usage = self.run_shell(script, sys.executable, BURN.format(0.3))
        with open(f"{group}/cpuacct.usage") as file:
            self.assertAlmostEqual(usage.cpu, int(file.read()) / 1e9, delta=0.05)

    def test_adds_the_memory_of_processes_that_run_together(self):
        hold = "import time; held = bytearray(b'x') * 60_000_000; time.sleep(0.5)"
        usage = self.run_shell('"$0" -c "$1" & "$0" -c "$1" & wait', sys.executable, hold)
        self.assertGreater(usage.peak, 120_000_000)
        self.assertLess(usage.peak, 170_000_000)
        self.assertLess(usage.largest, 100_000_000)

    def test_counts_pages_that_a_fork_left_in_common_once(self):
        fork = ("import os, time; held = bytearray(b'x') * 60_000_000\n"
                "child = os.fork(); time.sleep(0.5)\nif child: os.wait()")
        self.assertLess(measured([sys.executable, "-c", fork], self.log).peak, 100_000_000)

    def test_tells_what_a_command_said_that_failed(self):
        with self.assertRaisesRegex(CommandFailed, "sh ended with 3: oops"):
            self.run_shell("echo oops >&2; exit 3")

    def test_ends_what_goes_on_too_long_with_all_below_it(self):
        start = time.monotonic()
        with self.assertRaises(CommandFailed):
            self.run_shell("(setsid sleep 60 &); sleep 60", timeout=0.3)
        self.assertLess(time.monotonic() - start, 10)


class RoundTests(unittest.TestCase):
    def test_gives_everybody_a_turn_and_begins_each_round_with_another(self):
        order = []
        actions = {name: lambda name=name: order.append(name) or Usage(cpu=1) for name in "abc"}
        in_turn(actions, 2)
        self.assertEqual("".join(order), "abcbca")

    def test_keeps_others_when_one_fails(self):
        def fail():
            raise CommandFailed("no")
        series = in_turn({"bad": fail, "good": lambda: Usage(cpu=2)}, 3)
        self.assertEqual((series["bad"].failure, len(series["good"].runs)), ("no", 3))
        self.assertNotEqual(series["bad"].median("cpu"), series["bad"].median("cpu"))


class ThresholdTests(unittest.TestCase):
    def test_reads_the_file_in_git_and_finds_only_known_measures(self):
        from comparison.main import MEASURES
        bounds = thresholds.load(os.path.join(programs.ROOT, "Benchmarks/thresholds.json"))
        self.assertEqual(set(bounds) - set(MEASURES), set())
        self.assertTrue(set("ABCDEF") <= set(bounds))

    def test_has_either_direction_and_both_ends_count_as_within(self):
        self.assertTrue(thresholds.Bound(at_most=1).holds(1.0))
        self.assertFalse(thresholds.Bound(at_most=1).holds(1.01))
        self.assertTrue(thresholds.Bound(at_least=-0.2).holds(-0.2))
        self.assertFalse(thresholds.Bound(at_least=-0.2).holds(-0.3))
        self.assertFalse(thresholds.Bound(at_most=1).holds(float("nan")))
        with self.assertRaises(ValueError):
            thresholds.Bound(goal=1)


class PlotTests(unittest.TestCase):
    def test_reads_how_steep_a_line_is(self):
        self.assertAlmostEqual(plot.slope([(1, 3), (10, 30), (100, 300)]), 1)
        self.assertAlmostEqual(plot.slope([(1, 3), (4, 6), (16, 12)]), 0.5)
        self.assertIn("in proportion (", plot.words(1.0))

    def test_draws_what_other_readers_take_for_xml(self):
        import xml.dom.minidom
        with tempfile.TemporaryDirectory() as folder:
            path = plot.draw(folder, "x", "a < b", "x & y", "z", {"<line>": [(1, 1), (1000, 3)]})
            self.assertEqual(xml.dom.minidom.parse(path).documentElement.tagName, "svg")

    def test_takes_the_nearest_rank_for_a_percentile(self):
        self.assertEqual(latency.percentile(range(1, 101), 0.99), 99)
        self.assertEqual(latency.percentile([3, 1, 2], 0.5), 2)


class QualityTests(unittest.TestCase):
    def test_finds_each_picture_beside_its_own_and_a_copy_perfect(self):
        with tempfile.TemporaryDirectory() as folder:
            source, copy = os.path.join(folder, "s.mp4"), os.path.join(folder, "c.mp4")
            coded = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                 "testsrc2=s=320x180:r=30:d=1", *coded, source], check=True)
            # Every second picture, without loss.
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-i", source, "-vf", "fps=15", *coded, "-qp", "0",
                 copy], check=True)
            pristine = quality.Pristine(programs.judge(), inputs.movie(source), folder)
            found = pristine.quality(copy)
            self.assertEqual((found.ssim, found.psnr, found.pictures), (1.0, float("inf"), 15))


if __name__ == "__main__":
    unittest.main()
