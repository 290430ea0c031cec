public import Foundation
internal import Multipart

/// A form to be sent: fields of text, and files of this machine, which are read while they are sent.
public struct UploadForm: Sendable {
  private var form = MultipartForm()
  private var paths: [String] = []

  /// A form without a part.
  public init() {}

  /// Adds a field of text.
  ///
  /// - Throws: `UploadError.Code.badForm` for a name that no header can carry.
  public mutating func add(_ text: String, named name: String) throws(UploadError) {
    do throws(MultipartError) { try form.add(text, named: name) } catch { throw UploadError(error) }
  }

  /// Adds a file, as long as it is now; one that has another size when it is read is not sent.
  ///
  /// - Parameters:
  ///   - file: a regular file of this machine.
  ///   - name: the field's name.
  ///   - filename: what the server is told that it is called; the last part of its path by default.
  ///   - contentType: by its name's extension by default.
  /// - Throws: `UploadError.Code.unreadable`, `.badForm`.
  public mutating func add(
    file: URL, named name: String, filename: String? = nil, contentType: String? = nil
  ) throws(UploadError) {
    guard file.isFileURL else { throw UploadError(.unreadable, "it is no file of this machine") }
    let length = try SourceFile.length(path: file.path)
    let filename = filename ?? file.lastPathComponent
    do throws(MultipartError) {
      try form.addFile(
        length: length, named: name, filename: filename,
        contentType: contentType ?? ContentType.of(file.pathExtension))
    } catch {
      throw UploadError(error)
    }
    paths.append(file.path)
  }

  /// Lays the form out, so that its length is known and it can be read.
  ///
  /// - Parameter generator: where the boundary's chance comes from.
  /// - Throws: `UploadError.Code.badForm` where it is larger than can be counted.
  public func body(
    using generator: inout some RandomNumberGenerator
  ) throws(UploadError) -> UploadBody {
    do throws(MultipartError) {
      return UploadBody(try MultipartLayout(form, using: &generator), paths: paths)
    } catch {
      throw UploadError(error)
    }
  }

  /// The same, with the system's chance.
  public func body() throws(UploadError) -> UploadBody {
    var generator = SystemRandomNumberGenerator()
    return try body(using: &generator)
  }
}
