internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox

/// Measures the files of a run, as many at once as there are processes for it, and gives the results
/// in the files' order.
struct Examinations {
  private let opener: Opener
  private let files: [FileName]
  private let request: Request
  private let interruption: Interruption
  /// What was begun and not yet asked for: the size of the file, or why it can't be read.
  private var begun: [Int: Result<Begun, Failure>] = [:]
  private var next = 0

  private struct Begun {
    /// Where nothing is confined, the file is read when its turn comes, and open until then.
    var input: OpenInput
    var bytes: Int64
  }

  /// An open input that a dictionary can hold.
  private final class OpenInput {
    let input: Input
    init(_ input: consuming Input) { self.input = consume input }
  }

  /// - Parameter request: `examine` or `plan`, the same for each file.
  init(_ files: [FileName], _ request: Request, opener: Opener, interruption: Interruption) {
    self.files = files
    self.request = request
    self.opener = opener
    self.interruption = interruption
  }

  /// What was found out about a file.
  struct Examined {
    var examination: Examination
    /// What is to be done with the movie, where that was asked and it is accepted.
    var plan: Plan?

    init(_ examination: Examination, _ plan: Plan?) {
      self.examination = examination
      self.plan = plan
    }
  }

  /// The result of a file; each is asked for once, in order.
  mutating func result(at place: Int) -> Result<Examined, Failure> {
    while next < min(files.count, place + opener.width) {
      // Standard input is waited for only when its turn has come.
      guard next == place || files[next] != .standardInput else { break }
      begun[next] = begin(next)
      next += 1
    }
    switch begun.removeValue(forKey: place) {
    case .success(let begun): return examined(begun, place)
    case .failure(let failure): return .failure(failure)
    case nil: return .failure(.nothingMade)
    }
  }

  private func begin(_ place: Int) -> Result<Begun, Failure> {
    do throws(Failure) {
      let input = try Input.open(files[place], interruption: interruption)
      let bytes = try input.bytes()
      let descriptor = input.descriptor.number
      try Failure.ofWork { () throws(WorkFailure) in
        try opener.begin(request, [descriptor], hand: place % opener.width)
      }
      return .success(Begun(input: OpenInput(input), bytes: bytes))
    } catch {
      return .failure(error)
    }
  }

  private func examined(_ begun: Begun, _ place: Int) -> Result<Examined, Failure> {
    do throws(Failure) {
      let result = try Failure.ofWork { () throws(WorkFailure) in
        try opener.outcome(
          of: request, [begun.input.input.descriptor.number], hand: place % opener.width)
      }
      switch result {
      case .answer(.examined(let examination)):
        return .success(Examined(examination.sized(begun.bytes), nil))
      case .answer(.planned(let examination, let plan)):
        return .success(Examined(examination.sized(begun.bytes), plan))
      case .refused(let reason):
        return .success(
          Examined(
            Examination(bytes: begun.bytes, facts: nil, reasons: [reason], warnings: []), nil))
      default: return .failure(.nothingMade)
      }
    } catch {
      return .failure(error)
    }
  }
}
