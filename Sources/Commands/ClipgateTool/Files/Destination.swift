internal import Glibc

/// Where the results of one movie go.
struct Destination: Equatable {
  var movie: FileName
  var poster: FileName?
  /// The report as JSON, which only a directory gets.
  var report: FileName?

  /// All places, in the order in which they are published: who waits for the movie finds the others
  /// beside it, and a crash between two steps leaves a poster without a movie, which nobody takes
  /// for a result, but never a movie without its report.
  var places: [FileName] { [poster, report, movie].compactMap(\.self) }

  /// Places the results of several inputs.
  ///
  /// - Parameters:
  ///   - output: `-o`: a file for one input, or a directory that is there.
  ///   - poster: `--poster`, for one input.
  /// - Throws: `UsageError` where two results would have one name, or a result the name of an input.
  static func all(
    for inputs: [FileName], output: FileName, poster: FileName?, replacing replaces: Bool
  ) throws(UsageError) -> [Destination] {
    let shown = Shown.quoted(output.text)
    guard output != FileName("-") else {
      throw UsageError(
        message: "-o -: an MP4 is not written to standard output; for a file of that name, ./-")
    }
    guard !output.bytes.isEmpty else { throw UsageError(message: "-o “”: a name is needed") }
    guard poster?.bytes.isEmpty != true else {
      throw UsageError(message: "--poster “”: a name is needed")
    }
    let isDirectory = Self.isDirectory(output)
    if output.bytes.last == UInt8(ascii: "/"), !isDirectory {
      throw UsageError(message: "-o \(shown): there is no such directory")
    }
    if inputs.count > 1 {
      guard isDirectory else {
        throw UsageError(message: "-o \(shown): several inputs need a directory that is there")
      }
      guard poster == nil else {
        throw UsageError(message: "--poster goes with one input; in a directory each gets NAME.jpg")
      }
    }
    let destinations = inputs.map { input in
      guard isDirectory else { return Destination(movie: output, poster: poster, report: nil) }
      let stem = input == .standardInput ? FileName("stdin") : input.stem
      let base = output.appending(stem)
      return Destination(
        movie: base.suffixed(".mp4"), poster: poster ?? base.suffixed(".jpg"),
        report: base.suffixed(".json"))
    }
    try checkConflicts(destinations, inputs, replacing: replaces)
    return destinations
  }

  /// Refuses what could not end well, before any work.
  ///
  /// - Parameter replaces: whether existing files may be replaced; else an input that is named as an
  ///   output is, as any existing file, a failure of that one result.
  static func checkConflicts(
    _ destinations: [Destination], _ inputs: [FileName], replacing replaces: Bool
  ) throws(UsageError) {
    var sources: [FileIdentity: FileName] = [:]
    for input in inputs where replaces && input != .standardInput {
      if let identity = FileIdentity(of: input) { sources[identity] = input }
    }
    var taken: [Spot: FileName] = [:]
    for (destination, input) in zip(destinations, inputs) {
      for place in destination.places {
        if let identity = FileIdentity(of: place), let source = sources[identity] {
          throw UsageError(
            message: "\(Shown.quoted(place.text)) is the input \(Shown.quoted(source.text)) itself")
        }
        if let other = taken.updateValue(input, forKey: Spot(place)) {
          let owners =
            other == input
            ? "two results of \(Shown.quoted(input.text))"
            : "\(Shown.quoted(other.text)) and \(Shown.quoted(input.text))"
          throw UsageError(message: "\(owners) would both be \(Shown.quoted(place.text))")
        }
      }
    }
  }

  private static func isDirectory(_ name: FileName) -> Bool {
    var status = stat()
    // The name is lent for the call, which fills a local value.
    let answer = unsafe name.withCString { unsafe stat($0, &status) }
    return answer == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A name in a directory, however the directory is called.
  private struct Spot: Hashable {
    var directory: FileIdentity?
    var name: FileName

    init(_ place: FileName) {
      directory = FileIdentity(of: place.directory)
      name = directory == nil ? place : place.lastComponent
    }
  }
}
