internal import Foundation
internal import TestSupport
internal import Testing

/// Real movies of devices, browsers and bug reports, each with its right answer.
@Suite(.corpus, .readers) struct CorpusTests {
  /// One run over all files, as a person would check a folder.
  private static let run = Result {
    try Clipgate.run(
      ["check", "--json", "--"] + Corpus.entries.map(\.path), deadline: .seconds(600))
  }

  private static let answers = Result {
    let documents = try Clipgate.documents(try run.get())
    return Dictionary(documents.map { ($0["name"].string ?? "", $0) }) { first, _ in first }
  }

  /// The verdict of the common run, or of a run of its own where the common one ended early.
  private func answer(_ entry: Corpus.Entry) throws -> JSON {
    if let answer = try? Self.answers.get()[entry.path] { return answer }
    return try Clipgate.verdict(entry.path).document
  }

  @Test func `Several files are several results, in order, and one refusal makes the exit code 1`()
    throws
  {
    let outcome = try Self.run.get()
    #expect(outcome.ending == .exit(1))
    let names = try Clipgate.documents(outcome).map { $0["name"].string }
    #expect(names == Corpus.entries.map(\.path))
  }

  @Test(arguments: Corpus.entries)
  func `A real movie gets the right verdict, with a fitting reason`(_ entry: Corpus.Entry) throws {
    let answer = try answer(entry)
    let accepted = try #require(answer["accepted"].bool as Bool?)
    #expect(answer["schema"].string == "clipgate.verdict/1")
    let codes = answer["reasons"].items.compactMap { $0["code"].string }
    #expect(accepted == codes.isEmpty)
    // The corpus judges by FFmpeg 5.1; release 7.1 brought the decoder.
    let isNowDecoded = try entry.why.contains("accept with a VVC decoder") && Self.decodesVVC
    switch isNowDecoded ? "accept" : entry.say {
    case "accept": #expect(accepted, "refused for \(codes)")
    case "reject":
      #expect(!accepted)
      var fitting = Self.fittingCodes(for: entry.why)
      // MXF is no allowed container, so its length is not judged.
      if entry.name.hasSuffix(".mxf") { fitting = ["movie.format_not_allowed"] }
      #expect(!fitting.isDisjoint(with: codes), "\(codes) for: \(entry.why)")
    default: break
    }
  }

  private static var decodesVVC: Bool {
    get throws { try Tool.ffmpeg.run(["-v", "error", "-decoders"]).output.contains(" vvc ") }
  }

  /// The codes that say what the corpus says in words.
  private static func fittingCodes(for why: String) -> Set<String> {
    let table: [(String, Set<String>)] = [
      ("longer than 5 s", ["duration.too_long"]),
      ("still image", ["movie.still_image", "video.too_large", "movie.format_not_allowed"]),
      ("no video track", ["movie.no_video"]),
      ("truncated", ["movie.truncated"]),
      ("no decodable picture", ["movie.corrupt", "movie.truncated"]),
      ("codec not supported", ["movie.codec_not_supported"]),
      ("animated image that is no movie", ["movie.format_not_allowed", "movie.still_image"]),
      (
        "not a movie",
        [
          "file.empty", "movie.not_recognized", "movie.format_not_allowed", "movie.no_video",
          "movie.codec_not_supported", "movie.truncated", "movie.corrupt",
        ]
      ),
    ]
    return table.first { why.hasPrefix($0.0) }?.1 ?? []
  }

  /// The movies of allowed containers that are all there: these have facts, whatever the verdict.
  static let movies = Corpus.entries.filter {
    $0.isMovie && !$0.name.hasSuffix(".mxf") && !$0.why.hasPrefix("truncated")
      && !$0.why.hasPrefix("no decodable picture")
  }

  @Test(arguments: movies.filter { $0.whole != nil })
  func `The presented duration is within 60 ms of independent readers`(_ entry: Corpus.Entry) throws
  {
    let facts = try answer(entry)["facts"]
    let presented = try #require(facts["duration"]["presented"].double)
    let whole = try #require(entry.whole)
    // In MP4 and QuickTime the corpus counts from movie time 0, the contract from the first thing
    // that is shown.
    let isCountedFromZero = ["mp4", "quicktime", "3gp"].contains(facts["container"].string)
    let start = isCountedFromZero ? try FFprobe(entry.path).firstShown() : 0
    #expect(
      abs(presented - (whole - start)) <= 0.06, "\(presented) s, expected \(whole) − \(start)")
  }

  @Test(arguments: movies.filter { $0.displaySize != nil })
  func `The displayed size is upright and in square pixels`(_ entry: Corpus.Entry) throws {
    let video = try answer(entry)["facts"]["video"]
    let width = try #require(video["width"].int)
    let height = try #require(video["height"].int)
    #expect("\(width)x\(height)" == entry.displaySize)
  }

  @Test(arguments: movies.filter { $0.rotation != nil })
  func `The rotation is told in degrees clockwise`(_ entry: Corpus.Entry) throws {
    let video = try answer(entry)["facts"]["video"]
    #expect(video["rotation"].int == entry.rotation)
    #expect(video["mirrored"].bool == (entry.name == "mp4_rotate_and_reflect.mp4"))
  }

  @Test(arguments: movies)
  func `Sound is found, and said to be undecodable where it is`(_ entry: Corpus.Entry) throws {
    let answer = try answer(entry)
    let facts = answer["facts"]
    let sounds = facts["streams"].items.filter { $0["kind"].string == "audio" }
    #expect(sounds.isEmpty == !entry.hasAudio)
    let decodes = sounds.contains { $0["decodable"].bool == true } && !facts["audio"].isNull
    let warned =
      answer["warnings"].items.contains { $0["code"].string == "audio.not_decodable" }
    if entry.audioDecodes {
      #expect(decodes && !warned)
    } else if entry.hasAudio && answer["accepted"].bool == true {
      #expect(warned)
    }
  }
}
