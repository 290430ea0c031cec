import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("Files as answers")
struct FileTests {
  private static let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

  /// A server whose `/file` is a part of a file that is not open any more elsewhere.
  private static func serving(
    _ part: Range<Int>, _ scratch: ScratchFolder,
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> RunningServer {
    let path = try scratch.write(Data(content), as: "file")
    // The path is lent for the call.
    let descriptor = unsafe open(path, O_RDONLY)
    let body = try #require(
      FileBody(
        duplicating: descriptor, offset: Int64(part.lowerBound), count: Int64(part.count)))
    close(descriptor)
    let running = try RunningServer(change)
    running.handler.file.withLock { $0 = body }
    return running
  }

  @Test(arguments: [0..<5_000_000, 1..<2, 4_999_999..<5_000_000, 70_000..<70_000])
  func `a part of a file is sent whole, and another request follows`(part: Range<Int>) throws {
    let scratch = try ScratchFolder()
    let running = try Self.serving(part, scratch)
    let wire = try Wire(running.port)
    for _ in 0..<2 {
      wire.send("HEAD /file HTTP/1.1|Host: h||")
      #expect(wire.answer(isHead: true)?.fields["content-length"] == String(part.count))
      wire.send(
        "GET /file HTTP/1.0||GET /file HTTP/1.1|Host: h||".replacing(
          "HTTP/1.0|", with: "HTTP/1.1|Host: h|"))
      let (first, second) = (wire.largeAnswer(), wire.largeAnswer())
      #expect(first?.elementsEqual(Self.content[part]) == true)
      #expect(second?.elementsEqual(Self.content[part]) == true)
    }
  }

  @Test func `a slow reader gets all of it`() throws {
    let scratch = try ScratchFolder()
    let running = try Self.serving(0..<1_000_000, scratch)
    let wire = try Wire(running.port, receiveBuffer: 4096)
    wire.send("GET /file HTTP/1.0||")
    var all: [UInt8] = []
    while true {
      let (bytes, end) = wire.receive(most: 20_000)
      all += bytes
      if end != nil { break }
      usleep(1000)
    }
    #expect(Reply.all(of: all).first?.body.elementsEqual(Self.content[..<1_000_000]) == true)
  }

  @Test func `a reader that takes nothing is cut`() throws {
    let scratch = try ScratchFolder()
    let running = try Self.serving(0..<5_000_000, scratch) { $0.sendDeadline = .milliseconds(300) }
    let wire = try Wire(running.port, receiveBuffer: 4096)
    wire.send("GET /file HTTP/1.0||")
    #expect(RunningServer.eventually { running.exchanges.count == 1 })
    #expect(running.exchanges.map(\.isWhole) == [false])
  }

  @Test func `a file that turns out to be shorter cuts the connection`() throws {
    let scratch = try ScratchFolder()
    let running = try Self.serving(0..<5_000_000, scratch)
    // The path is lent for the call.
    unsafe truncate(scratch.file("file"), 1000)
    let wire = try Wire(running.port)
    wire.send("GET /file HTTP/1.1|Host: h||")
    let (bytes, end) = wire.rest()
    #expect(bytes.count < 2000)
    #expect(end != .silent)
  }
}

extension Wire {
  /// Receives one answer with a long body; not a byte more.
  func largeAnswer() -> [UInt8]? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let (bytes, end) = receive(most: 1)
      guard end == nil else { return nil }
      head += bytes
    }
    guard let reply = Reply.first(of: head[...], isEnded: true)?.reply,
      let length = reply.fields["content-length"].flatMap({ Int($0) })
    else { return nil }
    var body: [UInt8] = []
    while body.count < length {
      let (bytes, end) = receive(most: min(65_536, length - body.count))
      guard end == nil else { return nil }
      body += bytes
    }
    return body
  }
}
