internal import Glibc

/// The loop of a child: a request in, its stage done, an answer out, until the other side closes.
struct Child: ~Copyable {
  let channel: Channel
  let work: Work

  /// - Returns: the process's exit code.
  func run() -> Int32 {
    guard (try? channel.send(Message(.confined), waits: true)) != nil else { return 1 }
    while true {
      do {
        guard let received = try channel.receive() else { return 0 }
        guard received.message.kind == .request else { return 1 }
        let request = try Payload.value(Request.self, received.message.payload)
        let answer = work(request, received.descriptors.all) { share in
          // Whoever does not listen to progress still wants the answer.
          try? channel.send(Message(.progress, share.bitPattern.littleEndianBytes), waits: true)
        }
        try channel.send(Message(.answer, try Payload.bytes(answer)), waits: true)
      } catch {
        return 1
      }
    }
  }
}

/// Does what a request asks, with the descriptors that came with it; it never throws, since a failure
/// is an answer too.
package typealias Work =
  @Sendable (
    _ request: Request, _ descriptors: [Int32], _ progress: (Double) -> Void
  ) -> Answer
