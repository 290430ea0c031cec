internal import Multipart

/// Reads a body from its beginning to its end, once.
///
/// Each file is opened when its turn comes and closed at its end. One that has another size than it was
/// announced with ends the reading, since the length that was sent would be wrong.
public final class UploadReader {
  private let body: UploadBody
  private var piece = 0
  private var place = 0
  private var file: SourceFile?

  init(_ body: UploadBody) { self.body = body }

  /// Whether everything was read.
  public var isAtEnd: Bool { piece == body.layout.pieces.count }

  /// Reads the next bytes.
  ///
  /// - Parameter most: how many at most, from 1 on.
  /// - Returns: the bytes; none at the end only.
  /// - Throws: `UploadError.Code.unreadable`, `.changed`.
  public func read(_ most: Int = 65_536) throws(UploadError) -> [UInt8] {
    let most = max(1, most)
    while piece < body.layout.pieces.count {
      let bytes: [UInt8]
      switch body.layout.pieces[piece] {
      case .bytes(let all):
        bytes = Array(all[place..<min(all.count, place + most)])
        place += bytes.count
      case .file(let number, let length):
        bytes = try opened(number, length).read(most)
      }
      if !bytes.isEmpty { return bytes }
      (piece, place, file) = (piece + 1, 0, nil)
    }
    return []
  }

  private func opened(_ number: Int, _ length: Int64) throws(UploadError) -> SourceFile {
    if let file { return file }
    let opened = try SourceFile(path: body.paths[number], length: length)
    file = opened
    return opened
  }
}
