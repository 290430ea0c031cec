internal import Rules
internal import TestSupport
internal import Testing

@testable internal import Sandbox

/// The bytes between the processes of a box.
@Suite struct MessageTests {
  private let message = Message(.answer, Array("payload".utf8))

  @Test func `A message reads back as it was written`() {
    #expect(Message(bytes: message.bytes[...]) == message)
    #expect(Message(bytes: Message(.stop).bytes[...]) == Message(.stop))
  }

  @Test func `No prefix and no longer run of bytes is a message`() {
    let bytes = message.bytes
    for count in 0..<bytes.count { #expect(Message(bytes: bytes[..<count]) == nil) }
    #expect(Message(bytes: (bytes + [0])[...]) == nil)
  }

  @Test func `Another name, version, kind or length is no message`() {
    for place in 0..<Message.headLength {
      var bytes = message.bytes
      bytes[place] ^= 0x55
      #expect(Message(bytes: bytes[...]) == nil, "byte \(place)")
    }
  }

  @Test func `Random bytes are no message`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<64, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(Message(bytes: bytes[...]) == nil)
    }
  }

  /// The configuration allows no more streams.
  @Test func `The report on as many streams as may be fits in a message`() throws {
    let stream = StreamFacts(
      index: 255, kind: .subtitle, codec: String(repeating: "x", count: 32),
      duration: .seconds(1) / 3, decodable: false, attachedPicture: false)
    let warning = Warning(
      .audioNotDecodable, message: "The sound can't be decoded; it is left out.")
    let facts = Facts(
      bytes: 1, container: .mp4, brand: nil, fastStart: true, fragmented: false,
      duration: DurationFacts(declared: nil, presented: nil, stored: nil, audioClock: nil),
      video: nil, audio: nil, streams: Array(repeating: stream, count: 256),
      metadata: MetadataFacts(location: false, make: false, model: false, created: false))
    let answer = Answer.examined(
      Examination(
        bytes: 1, facts: facts, reasons: [], warnings: Array(repeating: warning, count: 256)))
    let payload = try Payload.bytes(answer)
    #expect(payload.count <= Message.longestPayload)
    #expect(try Payload.value(Answer.self, payload) == answer)
  }

  @Test func `Limits and endings read back as they were written`() {
    let limits = ChildLimits(processorSeconds: 7, addressSpace: 1 << 40, fileSize: .max)
    #expect(ChildLimits(payload: limits.payload) == limits)
    for ending in [Ending.exit(code: 3), .signal(11), .notStarted(12)] {
      #expect(Ending(payload: ending.payload) == ending)
    }
    #expect(ChildLimits(payload: [1, 2]) == nil)
    #expect(Ending(payload: [9, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }
}
