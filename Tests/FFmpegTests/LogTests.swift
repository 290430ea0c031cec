import FFmpeg
import Synchronization
import TestSupport
import Testing

/// Each in a process of its own, since libav has one callback for all.
@Suite(.movies) struct LogTests {
  /// Makes libav complain: a movie whose index is garbage.
  private static func complain() throws {
    var bytes = try OpenFile(Movies.clip()).bytes
    for index in bytes.indices.dropFirst(40).dropLast(40) where index % 7 == 0 {
      bytes[index] ^= 0x55
    }
    let file = try OpenFile(holding: bytes)
    var demuxer = try? Demuxer(file)
    _ = try? demuxer?.readAll()
  }

  @Test func `libav is silent where nobody asks`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      try Self.complain()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("@ 0x"))
    #expect(!text.contains("mov,mp4"))
  }

  @Test func `messages go where they are sent, even if that is said before any work`() async {
    await #expect(processExitsWith: .success) {
      let heard = Mutex<[String]>([])
      Log.route { _, line in heard.withLock { $0.append(line) } }
      try Self.complain()
      let first = heard.withLock { $0.count }
      Log.route(to: nil)
      try Self.complain()
      let second = heard.withLock { $0.count }
      guard first > 0, second == first, heard.withLock({ $0.allSatisfy { !$0.isEmpty } }) else {
        throw Unheard()
      }
    }
  }

  private struct Unheard: Error {}
}
