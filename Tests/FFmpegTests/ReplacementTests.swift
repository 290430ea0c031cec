import TestSupport
import Testing

@testable import FFmpeg

@Suite struct ReplacementTests {
  @Test func `reads of any place and length see the replaced bytes and all others as they are`()
    throws
  {
    let bytes = (0..<40).map(UInt8.init)
    let file = try OpenFile(holding: bytes)
    let replaced: [UInt8] = [90, 91, 92, 93]
    let expected = bytes[..<10] + replaced + bytes[14...]
    for start in 0..<40 {
      for count in 1...40 {
        let source = FileSource(
          descriptor: file.descriptor, size: 40,
          replacements: [Replacement(offset: 10, bytes: replaced)], isInterrupted: { false })
        _ = source.seek(to: Int64(start), whence: 0)
        // unsafe: the buffer is as long as is said.
        let read = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          guard let base = buffer.baseAddress else { return }
          filled = unsafe Int(max(0, source.read(into: base, count: Int32(count))))
        }
        #expect(read == Array(expected[start..<min(40, start + count)]))
      }
    }
  }
}
