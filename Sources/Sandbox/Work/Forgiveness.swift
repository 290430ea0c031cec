internal import Glibc

/// How often a stage is done again whose child's end may say nothing of the movie; decision 0022.
package struct Forgiveness: Sendable, Equatable {
  /// Of children that a SIGKILL ended which was none of ours: the kernel sends it where memory ends, and so may an operator.
  package var kills: Int
  /// Of children that had no answer in their time by the clock on the wall: they may have been halted, or the machine may have too
  /// much to do. Their processor time is counted by the kernel, and ends them otherwise.
  package var deadlines: Int

  package init(kills: Int, deadlines: Int) {
    self.kills = kills
    self.deadlines = deadlines
  }

  /// What a person sees at once, and may try again.
  package static let none = Forgiveness(kills: 0, deadlines: 0)
  /// While a client waits for the verdict, it waits for one deadline at most.
  package static let ofVerdicts = Forgiveness(kills: 2, deadlines: 0)
  /// What was promised is not refused for a machine's sake.
  package static let ofJobs = Forgiveness(kills: 2, deadlines: 1)

  /// Uses one up, where an end is to be forgiven.
  mutating func forgives(_ outcome: ConfinedChild.Outcome) -> Bool {
    switch outcome {
    case .died(.signal(SIGKILL)) where kills > 0:
      kills -= 1
      return true
    case .died(.deadline) where deadlines > 0:
      deadlines -= 1
      return true
    default: return false
    }
  }
}
