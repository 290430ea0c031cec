"""The bounds kept in git: what a change may not cross, and the goals beside them."""

import json
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Bound:
    """What a figure may be. `at_most` or `at_least` fails the benchmark; `goal` is only told."""

    at_most: float | None = None
    at_least: float | None = None
    goal: float | None = None

    def __post_init__(self):
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError("a bound has either at_most or at_least")

    def holds(self, value):
        """Whether a figure is within; one that could not be measured (NaN) is not."""
        if math.isnan(value):
            return False
        return value <= self.at_most if self.at_least is None else value >= self.at_least

    def reaches_goal(self, value):
        """Whether a figure is as good as is wanted."""
        if self.goal is None:
            return True
        return value <= self.goal if self.at_least is None else value >= self.goal

    def __str__(self):
        return f"at most {self.at_most:g}" if self.at_least is None else f"at least {self.at_least:g}"


def load(path):
    """Reads a file of bounds: an object of subjects, each an object of figures."""
    with open(path) as file:
        told = json.load(file)
    return {
        subject: {name: Bound(**bound) for name, bound in bounds.items()}
        for subject, bounds in told.items()}


def crossed(bounds, figures, subjects):
    """Every bound of these subjects that a figure crosses, in sentences.

    A figure that has a bound and was not measured crosses it: a benchmark that loses its measure fails.
    """
    complaints = []
    for subject in subjects:
        for name, bound in bounds.get(subject, {}).items():
            value = figures.get(subject, {}).get(name, float("nan"))
            if math.isnan(value):
                complaints.append(f"{subject}: {name} was not measured ({bound})")
            elif not bound.holds(value):
                complaints.append(f"{subject}: {name} is {value:.3f} ({bound})")
    return complaints


def missed_goals(bounds, figures, subjects):
    """Every goal of these subjects that a figure does not reach, in sentences."""
    return [
        f"{subject}: {name} is {figures[subject][name]:.3f}, the goal is {bound.goal:g}"
        for subject in subjects
        for name, bound in bounds.get(subject, {}).items()
        if name in figures.get(subject, {}) and not math.isnan(figures[subject][name])
        and not bound.reaches_goal(figures[subject][name])]
