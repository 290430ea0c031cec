import Boxes
import FFmpeg
import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// What encoders put around sound, where no edit list tells of it.
@Suite(.movies) struct SoundPaddingTests {
  private static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let bytes = contents.joined()
    return number(bytes.count + 8) + Array(type.utf8) + bytes
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  /// User data as iTunes writes them.
  private static func userData(start: Int, end: Int) -> [UInt8] {
    func hex(_ value: Int) -> String {
      let digits = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    let text = " 00000000 \(hex(start)) \(hex(end)) 0000000000023280 00000000 00000000"
    let item = box(
      "----", box("mean", number(0), Array("com.apple.iTunes".utf8)),
      box("name", number(0), Array("iTunSMPB".utf8)),
      box("data", number(1), number(0), Array(text.utf8)))
    let handler = box("hdlr", number(0), number(0), Array("mdirappl".utf8), number(0), number(0))
    return box("udta", box("meta", number(0), handler, box("ilst", item)))
  }

  /// 3 s of pictures and of sound, which has 142 packets of 1,024 samples for its 144,000.
  ///
  /// - Parameters:
  ///   - order: of the tracks, by the numbers of picture and sound.
  ///   - isTold: whether the last packet's index leaves out what is not heard.
  private static func movie(
    _ order: [String], padding: (start: Int, end: Int)?, isTold: Bool
  ) throws -> OpenFile {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2.8", "-f", "lavfi", "-i",
        "sine=500:d=3:r=48000",
      ] + order.flatMap { ["-map", $0] } + [
        "-c:v", "libx264", "-bf", "0", "-c:a", "aac", "-use_editlist", "0",
      ])
    var bytes = try OpenFile(path).bytes
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "moov".utf8) })
    if !isTold {
      let last = number(141) + number(1024) + number(1) + number(640)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: last) })
      bytes.replaceSubrange(place + 12..<place + 16, with: number(1024))
    }
    if let padding {
      // The index is the last box, and there may be two of user data.
      bytes += userData(start: padding.start, end: padding.end)
      bytes.replaceSubrange(start - 4..<start, with: number(bytes.count - start + 4))
    }
    return try OpenFile(holding: bytes)
  }

  @Test(arguments: [["0", "1"], ["1", "0"]], [true, false])
  func `what iTunes says is not heard is in no duration`(order: [String], isTold: Bool) throws {
    let file = try Self.movie(order, padding: (1024, 384), isTold: isTold)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    let facts = try #require(withExtendedLifetime(file) { examination.facts })
    #expect(facts.audio?.duration == .seconds(3))
    #expect(facts.duration.audioClock == .seconds(3))
  }

  @Test func `without a word of iTunes all samples count`() throws {
    let file = try Self.movie(["0", "1"], padding: nil, isTold: false)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    let facts = try #require(withExtendedLifetime(file) { examination.facts })
    #expect(facts.duration.audioClock == .seconds(142 * 1024) / 48_000)
  }

  @Test func `priming of more than a packet is in no duration`() throws {
    let file = try Self.movie(["0", "1"], padding: (2112, 0), isTold: true)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    let facts = try #require(withExtendedLifetime(file) { examination.facts })
    #expect(facts.duration.audioClock == .seconds(142 * 1024 - 2112) / 48_000)
  }

  @Test(
    arguments: [
      (" 00000000 00000840 0000037C", MovieStructure.SoundPadding(start: 2112, end: 892)),
      (" 00000000 00000840", nil), (" 0 x 0 0", nil), ("", nil), (" 0 4000 0 0", nil),
      (" 0 -1 0 0", nil), (" 0 FFFFFFFFFFFFFFFFFF 0 0", nil),
    ] as [(String, MovieStructure.SoundPadding?)])
  func `only numbers that may be padding are taken for it`(
    text: String, padding: MovieStructure.SoundPadding?
  ) throws {
    let item = Self.box(
      "----", Self.box("name", Self.number(0), Array("iTunSMPB".utf8)),
      Self.box("data", Self.number(1), Self.number(0), Array(text.utf8)))
    var maker = MovieMaker(tracks: [try Movies.video()])
    maker.trailingBoxes = Self.box(
      "udta", Self.box("meta", Self.number(0), Self.box("ilst", item)))
    let file = try OpenFile(holding: try maker.bytes())
    let structure = try MovieStructure.walk(InputFile(descriptor: file.descriptor).boxReader)
    withExtendedLifetime(file) { #expect(structure.soundPadding == padding) }
  }
}
