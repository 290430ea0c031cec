import Foundation
import Rules
import Testing

@Suite("The documents as JSON")
struct JSONTests {
  @Test("A verdict has the contract's keys")
  func verdictKeys() throws {
    let document = try object(refused)
    #expect(keys(document) == "accepted facts name reasons schema warnings")
    #expect(document["schema"] as? String == "clipgate.verdict/1")
    let reason = try #require((document["reasons"] as? [[String: Any]])?.first)
    #expect(keys(reason) == "code limit message observed stream suggestion tolerance unit")
    let warning = try #require((document["warnings"] as? [[String: Any]])?.first)
    #expect(keys(warning) == "code message")
  }

  @Test(
    "Facts have the contract's keys",
    arguments: [
      (
        "", "audio brand bytes container duration fast_start fragmented metadata streams video"
      ),
      ("duration", "audio_clock declared presented stored"),
      (
        "video",
        "bit_depth bit_rate codec coded_height coded_width color dolby_vision frame_count"
          + " frame_rate hdr height index interlaced key_frames mirrored pixel_format profile"
          + " rotation sample_aspect_ratio start variable_frame_rate width"
      ),
      ("audio", "bit_rate channels codec duration index profile sample_rate start"),
      ("metadata", "created location make model"),
    ])
  func factsKeys(member: String, expected: String) throws {
    for facts in [Facts.example(), bare] {
      let document = try object(facts)
      let part = member.isEmpty ? document : try #require(document[member] as? [String: Any])
      #expect(keys(part) == expected)
    }
  }

  @Test("Colours and streams have the contract's keys")
  func innerKeys() throws {
    let document = try object(bare)
    let video = try #require(document["video"] as? [String: Any])
    let color = try #require(video["color"] as? [String: Any])
    #expect(keys(color) == "matrix primaries range transfer")
    let stream = try #require((document["streams"] as? [[String: Any]])?.first)
    #expect(keys(stream) == "attached_picture codec decodable duration index kind")
  }

  @Test("A report has the contract's keys, done or refused")
  func reportKeys() throws {
    let expected =
      "accepted facts name output plan poster reasons schema timing warnings"
    for document in [try object(done), try object(refusedReport)] {
      #expect(keys(document) == expected)
      #expect(document["schema"] as? String == "clipgate.report/1")
      #expect(keys(try #require(document["timing"] as? [String: Any])) == "cpu stages wall")
    }
    let document = try object(done)
    #expect(
      keys(try #require(document["plan"] as? [String: Any]))
        == "action predicted_bytes predicted_seconds reasons")
    #expect(keys(try #require(document["output"] as? [String: Any])) == "bytes facts path sha256")
    #expect(
      keys(try #require(document["poster"] as? [String: Any])) == "bytes height path time why width"
    )
  }

  @Test("What is absent is null, not left out")
  func nulls() throws {
    let document = try object(refusedReport)
    for key in ["facts", "output", "plan", "poster"] {
      #expect(document[key] is NSNull)
    }
    let reason = try #require((document["reasons"] as? [[String: Any]])?.first)
    for key in ["limit", "observed", "stream", "suggestion", "tolerance", "unit"] {
      #expect(reason[key] is NSNull)
    }
    let facts = try object(bare)
    #expect(facts["brand"] is NSNull)
    let video = try #require(facts["video"] as? [String: Any])
    for key in ["hdr", "bit_rate", "frame_rate", "profile", "start"] {
      #expect(video[key] is NSNull)
    }
  }

  @Test("The example of the contract comes out as it stands there")
  func example() throws {
    let verdict = Verdict(
      name: "clip.mov",
      reasons: verdict(
        .example(presented: .milliseconds(7_210)), trim: .none
      ).reasons, warnings: [], facts: nil)
    #expect(
      try text(verdict)
        == #"{"accepted":false,"facts":null,"name":"clip.mov","reasons":["#
        + #"{"code":"duration.too_long","limit":5,"#
        + #""message":"The movie lasts 7.21 s; at most 5 s are allowed.","observed":7.21,"#
        + #""stream":0,"suggestion":"trim it: --from 0 --to 5","tolerance":0.1,"unit":"s"}],"#
        + #""schema":"clipgate.verdict/1","warnings":[]}"#)
  }

  @Test(
    "A duration has at most six decimals",
    arguments: [
      (.nanoseconds(3_300_000_000), "3.3"), (.nanoseconds(1_234_567_890), "1.234568"),
      (.nanoseconds(333_333_333), "0.333333"), (.nanoseconds(499), "0"),
      (.nanoseconds(500), "1e-06"),
      (.seconds(5), "5"), (.milliseconds(-40), "-0.04"), (.nanoseconds(-500), "-1e-06"),
      (.seconds(36_000), "36000"),
    ] as [(Duration, String)])
  func decimals(duration: Duration, expected: String) throws {
    let clocks = DurationFacts(
      declared: duration, presented: nil, stored: nil, audioClock: nil)
    #expect(
      try text(clocks)
        == #"{"audio_clock":null,"declared":\#(expected),"presented":null,"stored":null}"#)
  }

  @Test("Documents are read back as they were written")
  func roundTrip() throws {
    #expect(try again(refused) == refused)
    #expect(try again(bare) == bare)
    #expect(try again(done) == done)
    #expect(try again(refusedReport) == refusedReport)
  }

  @Test("Seconds that no clock shows are not read", arguments: ["1e9", "-1e9", "1e300", "\"1\""])
  func absurdSeconds(number: String) {
    let json = #"{"audio_clock":null,"declared":\#(number),"presented":null,"stored":null}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DurationFacts.self, from: Data(json.utf8))
    }
  }

  // MARK: Documents

  private var refused: Verdict {
    verdict(.example(presented: .milliseconds(7_210), declared: .seconds(4)))
  }

  /// Facts in which everything that may be absent is.
  private var bare: Facts {
    var facts = Facts.example(
      video: .example(
        profile: nil, pixelFormat: nil, bitDepth: nil, frameRate: nil, range: nil, bitRate: nil),
      audio: .example(profile: nil, bitRate: nil), streams: [.video(nil)])
    facts.brand = nil
    facts.duration = DurationFacts(declared: nil, presented: nil, stored: nil, audioClock: nil)
    facts.video?.start = nil
    facts.audio?.start = nil
    facts.audio?.duration = nil
    return facts
  }

  private var done: Report {
    Report(
      verdict: verdict(.example()), plan: Plan.decide(facts: .example(), policy: Policy()),
      output: OutputReport(path: "a.mp4", bytes: 9, sha256: "00", facts: .example()),
      poster: PosterReport(
        path: nil, bytes: 9, width: 2, height: 2, time: .milliseconds(40), why: "first bright"),
      timing: Timing(wall: .milliseconds(120), cpu: .milliseconds(200)))
  }

  private var refusedReport: Report {
    Report(
      verdict: verdict(nil, reasons: [Reason(.fileEmpty, message: "The file is empty.")]),
      plan: nil, output: nil, poster: nil, timing: Timing(wall: nil, cpu: nil))
  }

  // MARK: JSON

  private func data(_ document: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(document)
  }

  private func text(_ document: some Encodable) throws -> String {
    String(decoding: try data(document), as: UTF8.self)
  }

  private func object(_ document: some Encodable) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data(document)) as? [String: Any])
  }

  private func again<Document: Codable>(_ document: Document) throws -> Document {
    try JSONDecoder().decode(Document.self, from: data(document))
  }

  private func keys(_ object: [String: Any]) -> String {
    object.keys.sorted().joined(separator: " ")
  }
}
