import FFmpeg
import TestSupport

extension Demuxer {
  /// Opens a file of a test.
  init(
    _ file: OpenFile, _ format: String = "mov", options: [(String, String)] = [],
    limits: Limits = Limits(), infersTimestamps: Bool = true,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(FFmpegError) {
    try self.init(
      descriptor: file.descriptor, size: file.size, format: format, options: options,
      limits: limits, infersTimestamps: infersTimestamps,
      // The file stays open for as long as the demuxer holds this closure.
      isInterrupted: { withExtendedLifetime(file) { isInterrupted() } })
  }

  /// Reads to the end, and returns the count of packets.
  mutating func readAll() throws(FFmpegError) -> Int {
    let packet = try Packet()
    var count = 0
    while try read(into: packet) { count += 1 }
    return count
  }

  /// Decodes a stream to its end, and lends each frame.
  mutating func decode(
    stream: Int, maxPixels: Int64 = 1 << 30, _ body: (borrowing Frame) throws -> Void
  ) throws {
    var decoder = try Decoder(self, stream: stream, maxPixels: maxPixels)
    let packet = try Packet()
    let frame = try Frame()
    while try read(into: packet) {
      guard packet.streamIndex == stream else { continue }
      while try !decoder.send(packet) {
        while try decoder.receive(into: frame) == .frame { try body(frame) }
      }
      while try decoder.receive(into: frame) == .frame { try body(frame) }
    }
    try decoder.finish()
    while try decoder.receive(into: frame) == .frame { try body(frame) }
  }
}
