internal import Ledger
internal import Multipart
internal import Storage

/// A form as it is read: its fields' texts and its files, staged.
struct Form: MultipartReceiver {
  /// Fields that are no files, each given once.
  private(set) var fields: [String: String] = [:]
  /// Files with something in them, in their order.
  private(set) var files: [FilePart] = []
  private let store: any ObjectStore
  private let mostFileBytes: Int64
  private let fileFields: Set<String>
  private var fieldBytes = 0
  private var current = Part.none

  private enum Part {
    case none
    case field(String, [UInt8])
    /// Staged when its first byte comes: a form sends an empty file where none was chosen.
    case file(PartHeader)
    case staged(FilePart)
  }

  /// The most bytes of all fields together.
  private static let mostFieldBytes = 65_536
  /// A message is the longest text that anybody types; more fields and files than these nobody sends.
  private static let mostFiles = 4

  /// - Parameters:
  ///   - fileFields: fields that are files even where no filename says so.
  ///   - mostFileBytes: of one file.
  init(store: any ObjectStore, fileFields: Set<String>, mostFileBytes: Int64) {
    self.store = store
    self.fileFields = fileFields
    self.mostFileBytes = mostFileBytes
  }

  mutating func partBegan(_ header: PartHeader) throws(Problem) {
    if isFile(header) {
      current = .file(header)
      return
    }
    guard fields[header.name] == nil else {
      throw .badParameter("A field is given twice.")
    }
    current = .field(header.name, [])
  }

  mutating func partData(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    switch current {
    case .none: break
    case .field(let name, var text):
      fieldBytes += bytes.count
      guard fieldBytes <= Self.mostFieldBytes else {
        throw .malformed("The form's fields have more than \(Self.mostFieldBytes) bytes.")
      }
      // Moved, not copied, from one piece to the next.
      current = .none
      text += bytes
      current = .field(name, text)
    case .file(let header):
      guard files.count < Self.mostFiles else { throw .multipleFiles }
      let part = try FilePart(
        field: header.name,
        labels: Labels(filename: header.filename, contentType: header.contentType), store: store,
        most: mostFileBytes)
      try part.append(bytes)
      current = .staged(part)
    case .staged(let part): try part.append(bytes)
    }
  }

  mutating func partEnded() throws(Problem) {
    switch current {
    case .field(let name, let text):
      guard let text = String(validating: text, as: UTF8.self) else {
        throw .malformed("A field is no UTF-8.")
      }
      fields[name] = text
    case .staged(let part): files.append(part)
    case .none, .file: break
    }
    current = .none
  }

  /// A filename makes a file; without one the field's name does, or a type that no text has.
  private func isFile(_ header: PartHeader) -> Bool {
    if header.filename != nil || fileFields.contains(header.name) { return true }
    guard let type = header.contentType?.lowercased() else { return false }
    return ["video/", "image/", "audio/", "application/octet-stream"].contains(
      where: type.hasPrefix)
  }
}
