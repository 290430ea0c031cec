internal import Foundation
internal import UploadForms

/// A body as a stream of Foundation.
final class UploadStream: InputStream {
  private let body: UploadBody
  private var reader: UploadReader?
  private var failure: (any Error)?
  private var isClosed = false

  init(_ body: UploadBody) {
    self.body = body
    super.init(data: Data())
  }

  override func open() { if reader == nil, !isClosed { reader = body.reader() } }

  override func close() { (reader, isClosed) = (nil, true) }

  override var hasBytesAvailable: Bool {
    guard let reader, failure == nil else { return false }
    return !reader.isAtEnd
  }

  override var streamStatus: Stream.Status {
    if failure != nil { return .error }
    if isClosed { return .closed }
    guard let reader else { return .notOpen }
    return reader.isAtEnd ? .atEnd : .open
  }

  override var streamError: (any Error)? { failure }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength most: Int) -> Int {
    guard let reader, failure == nil, most > 0 else { return failure == nil ? 0 : -1 }
    do throws(UploadError) {
      let bytes = try reader.read(most)
      // The caller lends `most` bytes, and no more were read.
      unsafe buffer.update(from: bytes, count: bytes.count)
      return bytes.count
    } catch {
      failure = error
      return -1
    }
  }

  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    length: UnsafeMutablePointer<Int>
  ) -> Bool { false }
}
