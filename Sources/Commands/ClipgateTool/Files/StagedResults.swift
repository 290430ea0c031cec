internal import Rules
internal import Sandbox

/// The files of one movie's results on their way to their places.
struct StagedResults {
  /// The output, or the poster where that is all that is wanted.
  private let main: StagedFile
  private let poster: StagedFile?
  private let report: StagedFile?
  private let replaces: Bool

  /// Checks that every place is free, or may be taken, and makes empty files for them.
  ///
  /// - Parameter input: the file that is read; it is never replaced.
  init(
    _ destination: Destination, replacing replaces: Bool, input: FileIdentity
  ) throws(Failure) {
    self.replaces = replaces
    main = try Self.staged(destination.movie, replaces, input)
    poster = try destination.poster.map { (place) throws(Failure) in
      try Self.staged(place, replaces, input)
    }
    report = try destination.report.map { (place) throws(Failure) in
      try Self.staged(place, replaces, input)
    }
  }

  /// Where the output is written.
  var mainDescriptor: Int32 { main.file.number }

  /// Where the poster is written, or nil where none is wanted.
  var posterDescriptor: Int32? { poster?.file.number }

  /// Writes the output's bytes, where they are made here.
  func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) { try main.file.write(bytes) } catch {
      throw .unwritable(main.place.path, error)
    }
  }

  /// Gives the results their names: poster, report, and last the output.
  ///
  /// Called with `Leftovers.withoutAbruptEnd`, which also covers what is done until the commit.
  ///
  /// - Parameters:
  ///   - reportText: the report as JSON.
  ///   - hasPoster: whether there is a picture in the poster's file.
  ///   - beforeStep: called with 0, 1, 2 before each file; what it throws undoes everything (tests
  ///     let it fail).
  /// - Returns: the publication, to be committed; without that it is undone.
  func publish(
    reportText: String, hasPoster: Bool,
    beforeStep: (Int) throws(SystemError) -> Void = { (_) throws(SystemError) in }
  ) throws(Failure) -> Publication {
    if let report {
      do throws(SystemError) { try report.file.write(Array((reportText + "\n").utf8)) } catch {
        throw .unwritable(report.place.path, error)
      }
    }
    var publication = Publication(replaces: replaces)
    if hasPoster, let poster {
      try Self.publish(poster, in: &publication) { () throws(SystemError) in try beforeStep(0) }
    }
    if let report {
      try Self.publish(report, in: &publication) { () throws(SystemError) in try beforeStep(1) }
    }
    try Self.publish(main, in: &publication) { () throws(SystemError) in try beforeStep(2) }
    return publication
  }

  private static func publish(
    _ file: StagedFile, in publication: inout Publication,
    before: () throws(SystemError) -> Void
  ) throws(Failure) {
    do throws(SystemError) {
      try before()
      try publication.publish(file)
    } catch {
      throw .unwritable(file.place.path, error)
    }
  }

  private static func staged(
    _ path: FileName, _ replaces: Bool, _ input: FileIdentity
  ) throws(Failure) -> StagedFile {
    let place = try opened(path)
    let occupant: Place.Occupant
    do throws(SystemError) { occupant = try place.occupant() } catch {
      throw .unwritable(path, error)
    }
    switch occupant {
    case .nothing: break
    case .other: throw .notAFile(path)
    case .file, .dangling:
      if !replaces { throw .taken(path) }
      if case .file(input) = occupant { throw .inputItself(path) }
    }
    do throws(SystemError) { return try StagedFile(at: place) } catch {
      throw .unwritable(path, error)
    }
  }

  private static func opened(_ path: FileName) throws(Failure) -> Place {
    do throws(SystemError) { return try Place(path) } catch { throw .unwritable(path, error) }
  }
}
