"""Runs in turn: each round has every contender once, so that what the machine does else meets all alike."""

import statistics
from dataclasses import dataclass, field

from .usage import CommandFailed, Usage


@dataclass
class Series:
    """All runs of one contender, and why there are none if one failed."""

    runs: list = field(default_factory=list)
    failure: str | None = None

    def median(self, quantity):
        """The median of `cpu`, `wall`, `peak` or `largest`; NaN where a run failed."""
        if self.failure or not self.runs:
            return float("nan")
        return statistics.median(getattr(usage, quantity) for usage in self.runs)

    def spread(self, quantity):
        """Half of what lies between the quartiles, as a share of the median."""
        values = sorted(getattr(usage, quantity) for usage in self.runs)
        if len(values) < 2 or not self.median(quantity):
            return 0.0
        first, _, third = statistics.quantiles(values, n=4, method="inclusive")
        return (third - first) / 2 / self.median(quantity)

    def listed(self):
        """As a document has it."""
        return {"failure": self.failure, "runs": [vars(usage) for usage in self.runs]}


def in_turn(actions, rounds, say=lambda text: None):
    """Calls every action once a round, each round beginning with another, and collects what they used.

    `actions` maps names to functions without arguments that return a `Usage`. One that fails is not
    called again.
    """
    series = {name: Series() for name in actions}
    names = list(actions)
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            if series[name].failure:
                continue
            try:
                series[name].runs.append(actions[name]())
            except (CommandFailed, OSError) as error:
                series[name].failure = str(error)
        say(f"round {turn + 1} of {rounds}")
    return series


def total(usages):
    """What several runs used, one after the other."""
    sum_of_all = Usage()
    for usage in usages:
        sum_of_all = sum_of_all.then(usage)
    return sum_of_all
