internal import Foundation
internal import Glibc
internal import Telemetry
internal import TestSupport
internal import Testing

/// Lines of the log, as whoever collects them reads them.
@Suite struct LogWriterTests {
  private static let id = UUID()

  @Test func `a line tells time, level and event first, and its fields in order`() throws {
    let sink = try LogSink()
    sink.writer().write(
      .info, "job.done", .id("job", Self.id), .code("code", "duration.too_long"),
      .count("bytes", 1_234), .duration("took", .microseconds(1_500_250)), .flag("last", true),
      .duration("drift", .milliseconds(-20)))
    let line = """
      {"time":"2025-11-30T17:06:28.123Z","level":"info","event":"job.done",\
      "job":"\(Self.id.uuidString.lowercased())","code":"duration.too_long","bytes":1234,\
      "took":1.500250,"last":true,"drift":-0.020000}

      """
    #expect(sink.writes() == [line])
    sink.writer().write(.info, "job.done", .duration("took", .milliseconds(1_500)))
    #expect(try sink.objects().first?["took"] as? Double == 1.5)
  }

  @Test func `lines that matter less are not written`() throws {
    let sink = try LogSink()
    for level in LogLevel.allCases { sink.writer(least: .warning).write(level, "x") }
    #expect(try sink.objects().compactMap { $0["level"] as? String } == ["warning", "error"])
  }

  @Test func `any text comes back as it was, and no line holds a control`() throws {
    let sink = try LogSink()
    var random = SeededGenerator(seed: 3)
    let rare: [UInt32] = [0, 8, 10, 13, 0x1B, 0x22, 0x5C, 0x7F, 0x85, 0x9B, 0x2028, 0x202E, 0xFEFF]
    for round in 0..<300 {
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(
          round < 100
            ? rare.randomElement(using: &random) ?? 0
            : UInt32.random(in: 0...0x10_FFFF, using: &random))
      }
      var text = String()
      text.unicodeScalars.append(contentsOf: scalars)
      sink.writer().write(.error, "x", .failure("why", text))
      let line = try #require(sink.writes().first)
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let read = try #require(object?["why"] as? String)
      #expect(Array(read.unicodeScalars) == scalars)
      let bad = line.dropLast().unicodeScalars.filter {
        [.control, .format, .lineSeparator, .paragraphSeparator]
          .contains($0.properties.generalCategory)
      }
      #expect(bad.isEmpty)
    }
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0xC3, 0x62], "a\u{FFFD}\u{FFFD}b"), ([0xED, 0xA0, 0x80, 0x22], "\u{FFFD}\""),
    ] as [([UInt8], String)])
  func `bytes that are no UTF-8 are replaced`(bytes: [UInt8], ending: String) throws {
    let sink = try LogSink()
    sink.writer().write(.error, "x", .failure("why", bytes: bytes))
    let why = try #require(try sink.objects().first?["why"] as? String)
    #expect(why.hasSuffix(ending))
  }

  @Test(arguments: [
    "", "Duration.too_long", "a b", "a\nb", "movie.ü", "\u{1B}[m",
    String(repeating: "a", count: 65),
  ])
  func `what is no code is not told as one`(text: String) throws {
    let sink = try LogSink()
    sink.writer().write(.info, "x", .code("code", text))
    #expect(try sink.objects().first?["code"] as? String == "invalid")
  }

  @Test func `a long text is cut, and a long line is whole`() throws {
    let sink = try LogSink()
    let text = String(repeating: "ü\u{1}", count: 5_000)
    let many = (0..<20).map { _ in LogField.failure("why", text) }
    sink.writer().write(.error, "x", many)
    let line = try #require(sink.writes().first)
    #expect(line.utf8.count <= 4_096 && line.hasSuffix("\n"))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["cut"] as? Bool == true)
    let why = try #require(object?["why"] as? String)
    #expect(why.utf8.count <= 500 && text.hasPrefix(why))
  }

  @Test func `lines of many threads are whole, each one write`() async throws {
    let folder = try ScratchFolder()
    let path = folder.file("log")
    // The name is lent for the call.
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    let writer = LogWriter(descriptor: file, clock: Timestamp.now)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<300 {
            writer.write(.info, "x", .count("thread", thread), .count("number", number))
          }
        }
      }
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2_400)
    var next = [Int](repeating: 0, count: 8)
    var times: [String] = []
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let thread = try #require(object?["thread"] as? Int)
      #expect(object?["number"] as? Int == next[thread])
      next[thread] += 1
      times.append(try #require(object?["time"] as? String))
    }
    #expect(times == times.sorted())
  }

  @Test func `a line that nobody takes is lost, and the next one says so`() throws {
    let sink = try LogSink()
    let writer = sink.writer()
    // More than a socket holds while nobody reads.
    for number in 0..<5_000 { writer.write(.info, "x", .count("number", number)) }
    let taken = try sink.objects()
    #expect(taken.count < 5_000 && taken.allSatisfy { $0["lost"] == nil })
    writer.write(.info, "y")
    writer.write(.info, "z")
    let later = try sink.objects()
    #expect(later.first?["lost"] as? Int == 5_000 - taken.count)
    #expect(later.last?["lost"] == nil && later.count == 2)
  }
}
