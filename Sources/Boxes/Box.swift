/// A box that has been found to lie inside its parent and inside the file.
struct Box {
  let type: BoxType
  /// Where its header starts.
  let start: UInt64
  /// Where its contents start.
  let contents: UInt64
  /// The first byte after it.
  let end: UInt64

  /// The number of bytes after the header.
  var length: UInt64 { end - contents }

  func fault(_ code: BoxFault.Code, _ detail: String) -> BoxFault {
    BoxFault(code, offset: start, box: type.text, detail: detail)
  }
}
