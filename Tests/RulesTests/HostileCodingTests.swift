import Rules
import Testing

@Suite("Bytes from a process that somebody else may have taken over")
struct HostileCodingTests {
  typealias Value = any Codable & Sendable

  /// One place of a value, and what must not be read there.
  struct Case: Sendable, CustomTestStringConvertible {
    let value: Value
    let path: String
    let wrong: [String?]

    init(_ value: Value, _ path: String, _ wrong: [String?]) {
      self.value = value
      self.path = path
      self.wrong = wrong
    }

    var testDescription: String { "\(type(of: value)) \(path)" }
  }

  // What stands where something else is meant; nil takes the key away.

  private static let deep = String(repeating: "[", count: 100_000)
  private static let deepWhole =
    String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
  private static let deepObject =
    String(repeating: #"{"to":"#, count: 400) + "1" + String(repeating: "}", count: 400)
  private static let nothing = [#"{}"#, "[]", deep, deepWhole, deepObject, "", "nul", "\"", nil]

  private static let counts =
    nothing + [
      "-1", "-9223372036854775808", "9223372036854775808", "1e19", "1e999", "-1e999", "NaN",
      "Infinity", #""nan""#, #""1""#, "1.5", "true", "null",
    ]
  private static let optionalCounts = counts.filter { $0 != "null" }
  private static let measures =
    nothing + [#""nan""#, #""inf""#, #""-inf""#, "1e999", "NaN", #""1""#, "true"]
  private static let durations =
    nothing + [
      "5", "[0]", "[0,-1]", "[0.5,0]", "[1e40,0]", #"["0","0"]"#, "[[0,0]]", "[null,null]",
      // Beyond the seconds that 64 bits hold, on either side.
      "[9223372036854775807,18446744073709551615]", "[-9223372036854775808,0]",
      "[500000000000000000,0]", "[-500000000000000001,0]",
    ]
  private static let requiredDurations = durations + ["null"]
  private static let words = nothing + [#""""#, #""MP4""#, #""4mp""#, "0", "null", "true"]
  private static let flags = nothing + ["0", "1", #""true""#, "null", "2.5"]
  private static let texts = nothing + ["0", "true", #""\ud800""#]

  private static let policy = Policy()
  private static let facts = Facts.extreme(.seconds(1))
  private static let examination = Examination(
    bytes: 1, facts: facts, reasons: [.full], warnings: [Warning(.location, message: "")])

  private static let orders: [Case] = [
    Case(policy, "", counts + words),
    Case(policy, "max_duration", requiredDurations), Case(policy, "tolerance", requiredDurations),
    Case(policy, "max_bytes", counts), Case(policy, "max_pixels", counts),
    Case(policy, "max_frame_rate", measures + ["-1", "-0.001", "null"]),
    Case(policy, "max_streams", counts), Case(policy, "max_packets", counts),
    Case(policy, "max_cpu_seconds", counts), Case(policy, "profile", words),
    Case(policy, "require_audio", flags), Case(policy, "allow_hidden_media", flags),
    Case(policy, "allowed_containers", words.filter { $0 != "[]" } + [#"["mp4","mp5"]"#]),
    Case(policy, "allowed_containers.0", words),
    Case(Trim(from: .zero, end: .to(.zero)), "", nothing + ["1", "null", #""none""#]),
    Case(Trim(from: .zero, end: .to(.zero)), "from", durations),
    Case(
      Trim(from: .zero, end: .to(.zero)), "end",
      nothing + [#""to""#, #"{"until":[0,1]}"#, #"{"to":[0,1],"tail":[0,1]}"#, "[0,1]"]),
    Case(Trim(from: .zero, end: .to(.zero)), "end.to", requiredDurations),
    Case(Trim(from: .zero, end: .tail(.zero)), "end.tail", requiredDurations),
    Case(Trim.none, "fit", flags),
    Case(
      PosterTime.best, "",
      nothing + [#""last""#, #""First""#, #""""#, "0", "null", "[0,1]", #"{"first":true}"#]),
    Case(PosterTime.at(.zero), "at", requiredDurations),
    Case(Expectation(pictures: 1, hasSound: true), "pictures", counts),
    Case(Expectation(pictures: 1, hasSound: true), "has_sound", flags),
  ]

  private static let findings: [Case] =
    [
      Case(examination, "bytes", counts), Case(examination, "facts", words.filter { $0 != "null" }),
      Case(examination, "reasons.0.observed", measures),
      Case(examination, "reasons.0.limit", measures),
      Case(examination, "reasons.0.tolerance", measures),
      Case(examination, "reasons.0.stream", optionalCounts),
      Case(examination, "reasons.0.code", texts), Case(examination, "reasons.0.message", texts),
      Case(examination, "warnings.0.code", texts), Case(facts, "container", words),
      Case(facts, "brand", texts), Case(facts, "fast_start", flags),
      Case(facts, "video.hdr", words.filter { $0 != "null" }),
      Case(facts, "video.frame_rate", measures), Case(facts, "video.color", words),
      Case(facts, "streams.0.kind", words), Case(facts, "metadata", words),
      Case(facts, "metadata.location", flags),
    ]
    + [
      "bytes", "video.index", "video.coded_width", "video.coded_height", "video.width",
      "video.height", "video.rotation", "video.frame_count", "video.key_frames", "audio.index",
      "audio.channels", "audio.sample_rate", "streams.0.index",
    ].map { Case(facts, $0, counts) }
    + ["video.bit_depth", "video.bit_rate", "audio.bit_rate"].map {
      Case(facts, $0, optionalCounts)
    }
    + [
      "duration.declared", "duration.presented", "duration.stored", "duration.audio_clock",
      "video.start", "audio.start", "audio.duration", "streams.0.duration",
    ].map { Case(facts, $0, durations) }

  @Test("What can't be meant is not read", arguments: orders + findings)
  func refused(_ place: Case) throws {
    func check<Value: Codable>(_ value: Value) throws {
      for wrong in place.wrong {
        // Only a document as a whole can't be left out.
        if wrong == nil, place.path.isEmpty { continue }
        let text = try Crossing.exact.text(value, with: wrong, at: place.path)
        #expect(throws: DecodingError.self, "\(wrong?.prefix(60) ?? "absent")") {
          try Crossing.exact.value(Value.self, of: text)
        }
      }
    }
    try check(place.value)
  }

  @Test("What is put in its place is read, so that the refusals mean something")
  func accepted() throws {
    for place in Self.orders + Self.findings where !place.path.isEmpty {
      func check<Value: Codable>(_ value: Value) throws {
        let text = try Crossing.exact.text(value)
        #expect(throws: Never.self) { try Crossing.exact.value(Value.self, of: text) }
      }
      try check(place.value)
    }
    let text = try Crossing.exact.text(Self.facts, with: "7", at: "video.coded_width")
    #expect(try Crossing.exact.value(Facts.self, of: text).video?.codedWidth == 7)
  }

  @Test(
    "Lists longer than any movie makes them are not read",
    arguments: [
      Case(examination, "reasons", []), Case(examination, "warnings", []),
      Case(facts, "streams", []), Case(policy, "allowed_containers", []),
      Case(Plan(action: .copy, reasons: [""]), "reasons", []),
    ])
  func longLists(_ place: Case) throws {
    func check<Value: Codable>(_ value: Value) throws {
      let element = try Crossing.exact.element(of: value, at: place.path)
      for (count, isRead) in [(1_024, true), (1_025, false), (200_000, false)] {
        let list = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        let text = try Crossing.exact.text(value, with: list, at: place.path)
        if isRead {
          #expect(throws: Never.self) { try Crossing.exact.value(Value.self, of: text) }
        } else {
          #expect(throws: DecodingError.self) { try Crossing.exact.value(Value.self, of: text) }
        }
      }
    }
    try check(place.value)
  }

  @Test(
    "Seconds of a document are checked as well",
    arguments: ["1e9", "-1e9", #""nan""#, #""inf""#, #""-inf""#, "1e999", "[0,1]", #""1""#, "{}"])
  func decimals(number: String) {
    #expect(throws: DecodingError.self) {
      try Crossing.document.value(Seconds.self, of: number)
    }
  }

  @Test("Any bytes at all are a value or an error", arguments: [1, 2, 3] as [UInt64])
  func noise(seed: UInt64) throws {
    var state = seed
    func random(below limit: Int) -> Int {
      // Knuth's MMIX constants; the same changes in every run.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let whole = Array(try Crossing.exact.text(Self.examination).utf8)
    let letters = Array("0123456789-+.eE,:[]{}\"\\tfnul ".utf8)
    var refused = 0
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...random(below: 4) {
        bytes[random(below: bytes.count)] = letters[random(below: letters.count)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let read = try Crossing.exact.value(Examination.self, of: text)
        _ = read.verdict(name: "", policy: Policy())
      } catch is DecodingError {
        refused += 1
      }
    }
    #expect((1..<2_000).contains(refused))
  }
}
