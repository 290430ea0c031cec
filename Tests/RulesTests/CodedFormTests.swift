import Rules
import Testing

@Suite("Orders as JSON")
struct CodedFormTests {
  @Test(
    "A poster's time is its word, or the time",
    arguments: [
      (.first, #""first""#), (.best, #""best""#), (.at(.milliseconds(1_500)), #"{"at":1.5}"#),
    ] as [(PosterTime, String)])
  func posterTime(time: PosterTime, expected: String) throws {
    #expect(try Crossing.document.text(time) == expected)
    #expect(try Crossing.document.value(PosterTime.self, of: expected) == time)
  }

  @Test(
    "A trim has its words",
    arguments: [
      (.none, #"{"end":null,"fit":false,"from":null}"#),
      (
        Trim(from: .milliseconds(300), end: .to(.milliseconds(3_300))),
        #"{"end":{"to":3.3},"fit":false,"from":0.3}"#
      ),
      (Trim(end: .tail(.seconds(2)), fit: true), #"{"end":{"tail":2},"fit":true,"from":null}"#),
    ] as [(Trim, String)])
  func trim(trim: Trim, expected: String) throws {
    #expect(try Crossing.document.text(trim) == expected)
    #expect(try Crossing.document.value(Trim.self, of: expected) == trim)
  }

  @Test("A policy has the keys of the configuration")
  func policy() throws {
    let policy = Policy(allowedContainers: [.threeGP, .mp4])
    let expected =
      #"{"allow_hidden_media":true,"allowed_containers":["mp4","3gp"],"max_bytes":10485760,"#
      + #""max_cpu_seconds":20,"max_duration":5,"max_frame_rate":240,"max_packets":20000,"#
      + #""max_pixels":33177600,"max_streams":32,"profile":"low","require_audio":false,"#
      + #""tolerance":0.1}"#
    #expect(try Crossing.document.text(policy) == expected)
    #expect(try Crossing.document.value(Policy.self, of: expected) == policy)
  }

  @Test("An examination has the words of a verdict")
  func examination() throws {
    let examination = Examination(bytes: 7, facts: nil, reasons: [], warnings: [])
    let expected = #"{"bytes":7,"facts":null,"reasons":[],"warnings":[]}"#
    #expect(try Crossing.document.text(examination) == expected)
    #expect(try Crossing.document.value(Examination.self, of: expected) == examination)
  }

  @Test("An expectation says what was written")
  func expectation() throws {
    let expected = #"{"has_sound":true,"pictures":50}"#
    #expect(try Crossing.document.text(Expectation(pictures: 50, hasSound: true)) == expected)
  }
}
