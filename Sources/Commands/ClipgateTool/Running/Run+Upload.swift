internal import Foundation
internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox
internal import Service

// The command that sends.
extension Run {
  /// What is the same for all files of an upload.
  private struct Mission {
    var orders: Orders
    var target: UploadTarget
    var token: String?
    /// Fields besides the movie's.
    var fields: [String: String]
  }

  /// Processes movies and sends what comes out.
  func upload() throws(Stop) -> ExitStatus {
    guard let word = arguments.url else {
      throw .usage(UsageError(message: "upload needs --to URL, with http:// or https://"))
    }
    guard let target = UploadTarget(word.text) else {
      throw .usage(
        UsageError(message: "--to: http:// or https:// and a host are needed, and no user in it"))
    }
    let orders = try orders()
    try requireFiles()
    let token: String?
    switch UploadTarget.token(file: arguments.values[.tokenFile], environment: environment) {
    case .none: token = nil
    case .token(let found): token = found
    case .unusable:
      let source = arguments.has(.tokenFile) ? "the first line of --token-file" : tokenVariable
      throw .usage(UsageError(message: "\(source) is no token: visible characters alone"))
    case .unreadable(let error):
      errors.message("--token-file can't be read: \(error.description)")
      return .files
    }
    // A service makes its own clip of what it gets, and would make it smaller than was asked for.
    let fields =
      target.isClipgate && orders.policy.profile != Policy().profile
      ? ["profile": orders.policy.profile.rawValue] : [:]
    let mission = Mission(orders: orders, target: target, token: token, fields: fields)
    var printer = printer()
    let status = try eachFile { (_, file) throws(Stop) in
      try uploaded(file, mission, &printer)
    }
    return finished(printer, status)
  }

  private var tokenVariable: String { "CLIPGATE_UPLOAD_TOKEN" }

  /// Processes and sends one file, and prints the result in each case.
  private func uploaded(
    _ file: FileName, _ mission: Mission, _ printer: inout ResultPrinter
  ) throws(Stop) -> ExitStatus {
    let clock = ContinuousClock()
    let started = clock.now
    var bar = mission.orders.bar(file, started: started, errors: errors)
    let result: Result<UploadDocument, Failure>
    do throws(Failure) {
      result = .success(try sent(file, mission, &bar))
    } catch {
      result = .failure(error)
    }
    // Off the terminal before a result is printed to it.
    bar?.clear()
    switch result {
    case .success(let document):
      try printer.show(document)
      guard document.report.accepted else { return .refused }
      bar?.finish()
      return .accepted
    case .failure(let failure):
      // A signal cuts work short, in whatever words that comes back.
      if signals.interruption.isInterrupted { throw .interrupted }
      let report = failure.report(name: file.text, wall: clock.now - started)
      try printer.show(UploadDocument(report: report, upload: nil), failure: failure)
      return failure.status
    }
  }

  private func sent(
    _ file: FileName, _ mission: Mission, _ bar: inout ProgressBar?
  ) throws(Failure) -> UploadDocument {
    let orders = mission.orders
    let input = try Input.open(file, interruption: signals.interruption)
    // Without a name: it is gone with its descriptor, whatever ends this process.
    let output: Descriptor
    do throws(SystemError) { output = try TemporaryDirectory.unlinkedFile() } catch {
      throw .unwritable(TemporaryDirectory.name, error)
    }
    let descriptors = (input.descriptor.number, output.number)
    // Half of the bar is the work here, the other half the way.
    var report = try Failure.ofWork { () throws(WorkFailure) in
      try opener.process(
        descriptors.0, name: file.text, output: descriptors.1, poster: nil,
        policy: orders.policy, trim: orders.trim, posterTime: orders.posterTime,
        targetBytes: orders.targetBytes, progress: { bar?.show($0 / 2) })
    }
    guard report.accepted else { return UploadDocument(report: report, upload: nil) }
    guard report.output != nil else { throw .nothingMade }
    guard !signals.interruption.isInterrupted else { throw .interrupted }
    let reception = try answer(to: output, label(of: file), mission) { bar?.show(0.5 + $0 / 2) }
    if let failure = reception.failure { throw failure }
    if !reception.isAccepted { (report.accepted, report.reasons) = (false, reception.reasons) }
    return UploadDocument(
      report: report,
      upload: UploadDocument.Answer(
        url: mission.target.url, address: reception.address, status: reception.status,
        tries: reception.tries, document: reception.document))
  }

  private func answer(
    to movie: borrowing Descriptor, _ label: String, _ mission: Mission,
    progress: (Double) -> Void
  ) throws(Failure) -> Reception {
    let order = SendOrder(
      url: mission.target.url, token: mission.token, filename: label, fields: mission.fields)
    let news: SendNews?
    do throws(SystemError) {
      let sender = try Sender(order, movie: movie.number, environment: environment)
      news = sender.news(interruption: signals.interruption, progress: progress)
    } catch {
      throw .unsent("clipgate-sender can't be started: \(error.call): \(error.description)")
    }
    switch news {
    case .answered(let answer): return Reception(answer)
    case .failed(let detail, let isOurs):
      if isOurs { throw .unsent(detail) }
      throw Failure(
        reason: Reason(.serverUnreachable, message: "The server can't be reached: \(detail)."),
        status: .files)
    case .sent, nil: throw .unsent("clipgate-sender died")
    }
  }

  /// What the movie is called on its way: as `process -o DIR` would name it. What no header can carry
  /// stands as U+FFFD.
  private func label(of file: FileName) -> String {
    let stem = file == .standardInput ? "stdin" : file.stem.text
    let scalars = stem.unicodeScalars.map { scalar in
      let isLineEnd = scalar == "\n" || scalar == "\r"
      return scalar.value == 0x7F || (scalar.value < 0x20 && !isLineEnd) ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars)) + ".mp4"
  }
}

extension Failure {
  /// The movie was made and could not be sent for a fault of this program or this machine.
  fileprivate static func unsent(_ why: String) -> Failure {
    Failure(
      reason: Reason(
        .clipgateFault, message: "Clipgate failed to send this; the fault is not the movie's."),
      status: .fault, detail: "sending: \(why)")
  }
}
