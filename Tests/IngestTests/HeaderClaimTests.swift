import Ingest
import Rules
import TestSupport
import Testing

/// What headers claim of a movie of a second.
@Suite(.movies) struct HeaderClaimTests {
  private static let card = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1"]

  /// A container that states a duration, and where.
  struct Claim: Sendable, CustomTestStringConvertible {
    var type: String
    var encoder: [String]
    /// Bytes that come before the duration, and how far before.
    var mark: [UInt8]
    var distance: Int
    /// 900 s as the container writes it.
    var quarterHour: [UInt8]

    var testDescription: String { type }
  }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }

  private static func movieHeader(_ type: String) -> Claim {
    Claim(
      type: type, encoder: ["-c:v", "libx264"], mark: Array("mvhd".utf8), distance: 20,
      quarterHour: big(UInt32(900_000)))
  }

  private static func segment(_ type: String, _ codec: String) -> Claim {
    Claim(
      type: type, encoder: ["-c:v", codec], mark: [0x44, 0x89, 0x88], distance: 3,
      quarterHour: big(900_000.0.bitPattern))
  }

  private static let script = Claim(
    type: "flv", encoder: ["-c:v", "flv1"], mark: Array("duration\0".utf8), distance: 9,
    quarterHour: big(900.0.bitPattern))

  private static let claims = [
    movieHeader("mp4"), movieHeader("mov"), movieHeader("3gp"), segment("mkv", "libx264"),
    segment("webm", "libvpx"), script,
    Claim(
      type: "avi", encoder: ["-c:v", "mpeg4"], mark: Array("vids".utf8), distance: 32,
      quarterHour: big(UInt32(22_500)).reversed()),
    // In units of 100 ns, with the 3.1 s that are buffered.
    Claim(
      type: "wmv", encoder: ["-c:v", "wmv2"],
      mark: [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11],
      distance: 64, quarterHour: big(UInt64(9_031_000_000)).reversed()),
  ]

  private func bytes(_ type: String, _ encoder: [String]) throws -> [UInt8] {
    try OpenFile(MadeMovie.path(Self.card + encoder, type: type)).bytes
  }

  /// The bytes with something else in the place that a claim names.
  private func changed(_ bytes: [UInt8], _ claim: Claim, to value: [UInt8]) throws -> [UInt8] {
    let mark = try #require(
      bytes.indices.first { bytes[$0...].starts(with: claim.mark) })
    var bytes = bytes
    bytes.replaceSubrange(mark + claim.distance..<mark + claim.distance + value.count, with: value)
    return bytes
  }

  private func declared(_ bytes: [UInt8]) throws -> Double? {
    let file = try OpenFile(holding: bytes)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    let facts = try #require(examination.facts, "\(examination.reasons)")
    withExtendedLifetime(file) {}
    return facts.duration.declared.map { $0 / .seconds(1) }
  }

  @Test(arguments: claims) func `what the header says is told`(claim: Claim) throws {
    let bytes = try bytes(claim.type, claim.encoder)
    let honest = try #require(try declared(bytes))
    // FLV's says when the last picture starts.
    #expect(abs(honest - 1) < 0.05)
    let lie = try declared(try changed(bytes, claim, to: claim.quarterHour))
    #expect(lie == 900)
  }

  @Test(
    arguments: [
      ("ts", ["-c:v", "libx264"]), ("mpg", ["-c:v", "mpeg2video"]),
      ("m2v", ["-c:v", "mpeg2video"]), ("gif", []), ("ogv", ["-c:v", "libtheora"]),
      ("mp4", ["-c:v", "libx264", "-movflags", "empty_moov+frag_keyframe"]),
      ("webm", ["-c:v", "libvpx", "-live", "1"]),
      ("flv", ["-c:v", "flv1", "-flvflags", "no_metadata"]),
    ] as [(String, [String])])
  func `where no header says how long the movie is, nothing is told`(
    type: String, encoder: [String]
  ) throws {
    #expect(try declared(try bytes(type, encoder)) == nil)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300])
  func `a script of FLV that says no time tells nothing`(seconds: Double) throws {
    let bytes = try changed(
      bytes("flv", Self.script.encoder), Self.script, to: Self.big(seconds.bitPattern))
    #expect(try declared(bytes) == nil)
  }

  @Test func `a header of ASF is believed as much where the file has another size than it says`()
    throws
  {
    let claim = try #require(Self.claims.first { $0.type == "wmv" })
    var other = claim
    other.distance = 40
    let lie = try changed(bytes("wmv", claim.encoder), claim, to: claim.quarterHour)
    #expect(try declared(changed(lie, other, to: Self.big(UInt64(1) << 40).reversed())) == 900)
  }

  @Test func `where the movie header of MP4 says nothing, its tracks do`() throws {
    let claim = Self.movieHeader("mp4")
    let bytes = try changed(bytes("mp4", claim.encoder), claim, to: [0, 0, 0, 0])
    #expect(try declared(bytes) == 1)
  }
}
