internal import Foundation
internal import Glibc
internal import Service
internal import UploadForms

/// `clipgate-sender`: sends what `clipgate upload` made.
///
/// A program of its own, so that the one that opens strangers' movies links no network library, and does
/// not wait for one to be loaded. It does one order and ends with it, or with its standard input.
enum SenderProgram {
  private static let usage = "clipgate-sender is started by clipgate: see clipgate help upload.\n"

  /// - Returns: the exit code: 2 where it was told wrong things; what else happens is told in the news.
  static func run() async -> Int32 {
    guard isatty(STDIN_FILENO) == 0, let order = readOrder() else {
      // The string is lent for the call.
      _ = unsafe write(STDERR_FILENO, usage, usage.utf8.count)
      return 2
    }
    // Nobody waits any more when the input ends, however the asker did.
    Thread {
      waitForEnd()
      _exit(0)
    }.start()
    tell(await send(order))
    return 0
  }

  private static func send(_ order: SendOrder) async -> SendNews {
    guard let url = URL(string: order.url) else {
      return .failed(detail: "the address can't be used", isOurs: true)
    }
    var random = SystemRandomNumberGenerator()
    do throws(UploadError) {
      var form = UploadForm()
      for (name, text) in order.fields.sorted(by: { $0.key < $1.key }) {
        try form.add(text, named: name)
      }
      // By its descriptor, since the movie has no name.
      try form.add(
        file: URL(filePath: "/proc/self/fd/\(SendOrder.movieDescriptor)"), named: "video",
        filename: order.filename, contentType: "video/mp4")
      let request = try UploadRequest(
        to: url, token: order.token, key: UUID().uuidString.lowercased(),
        body: try form.body(using: &random))
      let answer = try await UploadRetries().send(
        request, by: TransferCarrier(), using: &random
      ) { tell(.sent(share: $0.share)) }
      return .answered(
        SendNews.Answer(
          status: answer.status, body: String(decoding: answer.body, as: UTF8.self),
          tries: answer.tries))
    } catch {
      let isTheirs = error.code == .unreachable || error.code == .answerTooLong
      return .failed(detail: error.detail, isOurs: !isTheirs)
    }
  }

  /// The first line of the standard input.
  private static func readOrder() -> SendOrder? {
    var bytes: [UInt8] = []
    while bytes.count < 1 << 16, let byte = readByte() {
      if byte == UInt8(ascii: "\n") {
        return try? JSONDecoder().decode(SendOrder.self, from: Data(bytes))
      }
      bytes.append(byte)
    }
    return nil
  }

  private static func waitForEnd() { while readByte() != nil {} }

  private static func readByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      // The call fills a local value.
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      return count == 1 ? byte : nil
    }
  }

  /// Each piece of news is one line and one call, so that lines of two threads do not mix.
  private static func tell(_ news: SendNews) {
    let line = Array(((try? JSONLine.text(news)) ?? "{}").utf8) + [UInt8(ascii: "\n")]
    var rest = line[...]
    while !rest.isEmpty {
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
