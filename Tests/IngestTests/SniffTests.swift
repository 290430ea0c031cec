import Rules
import TestSupport
import Testing

@testable import Ingest

@Suite struct SniffTests {
  /// Bytes of text, with "." for 0.
  private static func bytes(_ text: String, then rest: [UInt8] = []) -> [UInt8] {
    text.utf8.map { $0 == UInt8(ascii: ".") ? 0 : $0 } + rest
  }

  private static func ebml(_ type: String) -> [UInt8] {
    [0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | UInt8(type.utf8.count)]
      + Array(type.utf8) + Array(repeating: 0, count: 40)
  }

  private static func transport(_ size: Int, lead: Int = 0) -> [UInt8] {
    let packet = [0x47] + Array(repeating: UInt8(0xAB), count: size - 1)
    return Array(
      (Array(repeating: 1, count: lead) + Array(repeating: packet, count: 30).joined()).prefix(4096)
    )
  }

  private static let containers: [([UInt8], Container, String)] = [
    (bytes("...", then: [32]) + bytes("ftypisom..0.isomiso2"), .mp4, "mov"),
    (bytes("...", then: [32]) + bytes("ftypmp42...."), .mp4, "mov"),
    (bytes("...", then: [20]) + bytes("ftypqt  ...."), .quicktime, "mov"),
    (bytes("...", then: [20]) + bytes("ftyp3gp4...."), .threeGP, "mov"),
    (bytes("...", then: [20]) + bytes("ftyp3g2a...."), .threeGP, "mov"),
    (bytes("...", then: [20]) + bytes("ftypM4V ...."), .mp4, "mov"),
    (bytes("..)") + [8] + bytes("moov...."), .quicktime, "mov"),
    (bytes("...", then: [8]) + bytes("wide...."), .quicktime, "mov"),
    (bytes("...", then: [8]) + bytes("free...."), .quicktime, "mov"),
    (bytes("...", then: [1]) + bytes("mdat........"), .quicktime, "mov"),
    (bytes("...", then: [24]) + bytes("stypmsdh"), .mp4, "mov"),
    (bytes("...", then: [44]) + bytes("sidx...."), .mp4, "mov"),
    (ebml("matroska"), .matroska, "matroska"), (ebml("webm"), .webm, "matroska"),
    ([0x1A, 0x45, 0xDF, 0xA3], .matroska, "matroska"),
    (bytes("RIFF....AVI LIST"), .avi, "avi"), (bytes("GIF87a"), .gif, "gif"),
    (bytes("GIF89a"), .gif, "gif"), ([0x46, 0x4C, 0x56, 1, 5], .flv, "flv"),
    (
      [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62], .asf, "asf"
    ),
    (bytes("OggS.."), .ogg, "ogg"), ([0, 0, 1, 0xBA, 0x44], .mpegps, "mpeg"),
    ([0, 0, 1, 0xB3, 0x16], .mpegvideo, "mpegvideo"), (transport(188), .mpegts, "mpegts"),
    (transport(192, lead: 4), .mpegts, "mpegts"), (transport(204), .mpegts, "mpegts"),
  ]

  @Test(arguments: containers.indices)
  func `a container is told by its first bytes`(index: Int) {
    let (head, container, demuxer) = Self.containers[index]
    #expect(Sniff(head: head) == .container(container, demuxer: demuxer))
  }

  private static let others: [([UInt8], Sniff)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0], .image), ([0xFF, 0xD8, 0xFF, 0xE1], .image),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image),
    (bytes("RIFF....WEBPVP8 "), .image), (bytes("...", then: [24]) + bytes("ftypheic...."), .image),
    (bytes("...", then: [24]) + bytes("ftypavif...."), .image),
    (bytes("...", then: [24]) + bytes("ftypmif1...."), .image),
    (bytes("...", then: [24]) + bytes("ftypcrx ...."), .image),
    (bytes("II*."), .image), (bytes("MM.*"), .image), (bytes("8BPS"), .image),
    (bytes("...", then: [12]) + bytes("jP  \r\n"), .image), ([0xFF, 0x0A], .image),
    (bytes("RIFF....WAVEfmt "), .sound), (bytes("ID3", then: [4, 0]), .sound),
    (bytes("fLaC"), .sound), (bytes("#!AMR\n"), .sound), (bytes("caff"), .sound),
    (bytes("FORM....AIFF"), .sound), (Array(".snd".utf8), .sound),
    ([0xFF, 0xFB, 0x90, 0x64], .sound),
    ([0xFF, 0xF3, 0x40, 0xC4], .sound), ([0xFF, 0xFD, 0x84, 0], .sound),
    ([0xFF, 0xF1, 0x50, 0x80], .sound), ([0xFF, 0xF9, 0x4C, 0x80], .sound),
    ([6, 0x0E, 0x2B, 0x34, 2, 5, 1, 1, 0x0D, 1, 2, 1], .otherMovie),
    ([0, 0, 0, 1, 0x67, 0x64], .otherMovie), ([0, 0, 1, 0x67, 0x64], .otherMovie),
    ([0, 0, 0, 1, 0x40, 1], .otherMovie), (bytes("DKIF"), .otherMovie),
    (bytes("YUV4MPEG2 W64"), .otherMovie), (bytes("..."), .unknown),
    (Array("Dear diary, today".utf8), .unknown), (Array("#EXTM3U\n".utf8), .unknown),
    (Array("ffconcat version 1.0\n".utf8), .unknown), (Array("<?xml version".utf8), .unknown),
    (bytes("PK", then: [3, 4]), .unknown), (Array("%PDF-1.7".utf8), .unknown),
    ([0xFF, 0xFE, 0x48, 0, 0x65, 0], .unknown), ([0xFE, 0xFF, 0, 0x48], .unknown),
    ([0xEF, 0xBB, 0xBF, 0x48], .unknown), (Array(repeating: 0xFF, count: 64), .unknown),
    (Array(repeating: 0, count: 4096), .unknown), ([0xFF, 0xFB, 0xF0, 0], .unknown),
    ([0xFF, 0xFB, 0x9C, 0], .unknown), ([0xFF, 0xF1, 0x7C, 0], .unknown),
    (bytes("RIFF....CDDA"), .unknown), (Array("Good morning".utf8), .unknown), ([], .empty),
  ]

  @Test(arguments: others.indices)
  func `what is no container is told for what it is`(index: Int) {
    let (head, kind) = Self.others[index]
    #expect(Sniff(head: head) == kind)
  }

  @Test(arguments: 1...12)
  func `a few bytes are never a crash, and no movie that was not begun`(count: Int) {
    for (head, _, _) in Self.containers { _ = Sniff(head: Array(head.prefix(count))) }
    for (head, _) in Self.others { _ = Sniff(head: Array(head.prefix(count))) }
    #expect(Sniff(head: Array(repeating: 0, count: count)) == .unknown)
    #expect(Sniff(head: Array(repeating: 0x20, count: count)) == .unknown)
    #expect(Sniff(head: Array(repeating: 0x47, count: count)) == .unknown)
  }
}
