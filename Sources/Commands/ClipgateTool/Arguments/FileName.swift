internal import Glibc

/// A word of the command line or the environment as the kernel gave it: bytes, seldom but legally
/// not UTF-8.
///
/// Files are opened by the bytes; `text` is for people and for JSON.
struct FileName: Hashable, Sendable {
  /// Without the terminating zero.
  let bytes: [UInt8]

  /// Takes the bytes up to the first zero: what `open(2)` would see.
  init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

  init(_ text: String) { self.init(bytes: text.utf8) }

  /// The word with what is not UTF-8 replaced by U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Standard input, where a file is wanted.
  static let standardInput = FileName("-")

  /// What follows the last slash.
  var lastComponent: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return FileName(bytes: bytes[(slash + 1)...])
  }

  /// The directory part, "." where there is none.
  var directory: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName(".") }
    return slash == 0 ? FileName("/") : FileName(bytes: bytes[..<slash])
  }

  /// The last component without its extension; a leading dot does not start an extension.
  var stem: FileName {
    let last = lastComponent.bytes
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return lastComponent }
    return FileName(bytes: last[..<dot])
  }

  /// This name as a directory and `other` in it.
  func appending(_ other: FileName) -> FileName {
    let joint: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FileName(bytes: bytes + joint + other.bytes)
  }

  /// This name with `suffix` behind it.
  func suffixed(_ suffix: String) -> FileName { FileName(bytes: bytes + Array(suffix.utf8)) }

  /// Lends the name to a C call, zero-terminated.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    // The array lives for the length of the call, and `body` may not keep the pointer.
    return unsafe body(terminated)
  }
}
