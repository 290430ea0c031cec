/// How a confined child ended, as its asker saw it.
package enum ChildEnding: String, MetricLabel {
  /// It answered, whatever the answer was.
  case answered
  /// By a signal of its own fault.
  case crashed
  /// In the middle of its work, with an exit code.
  case exited
  /// Out of time, by its own clock or its asker's.
  case timedOut = "timed_out"
  /// By the kernel, where memory ended.
  case outOfMemory = "out_of_memory"
  /// It said something that no child of ours says.
  case garbled
  /// It was never there, or its fork server died.
  case absent
  /// Its asker did not want to wait any longer.
  case cancelled

  package static let name = "ending"
}
