internal import CCrypto
internal import Glibc

/// The SHA-256 of bytes as they come (FIPS 180-4): what tells one movie's bytes from another's.
///
/// libcrypto's `EVP_DigestUpdate`, which uses the processor's own instructions where it has them.
@safe
package struct ContentHash: ~Copyable {
  // Owned: freed in deinit.
  private let context: OpaquePointer

  /// - Throws: `StorageError` where there is no memory for it.
  package init() throws(StorageError) {
    guard let made = unsafe EVP_MD_CTX_new() else {
      throw StorageError(.exhausted, "EVP_MD_CTX_new")
    }
    guard unsafe EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
      unsafe EVP_MD_CTX_free(made)
      throw StorageError(.exhausted, "EVP_DigestInit_ex")
    }
    unsafe context = made
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Takes more bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    // The span's bytes are lent for the call, which can't fail once the digest has begun.
    _ = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// The digest of all bytes: 32 of them.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // SHA-256 fills exactly 32 bytes.
    unsafe EVP_DigestFinal_ex(context, &digest, nil)
    return digest
  }

  /// The digest of a whole file, from its first byte on.
  ///
  /// - Parameter descriptor: open for reading on a regular file; its place stays.
  /// - Returns: how many bytes it has, and the digest's 32.
  package static func digest(
    ofFile descriptor: Int32
  ) throws(StorageError) -> (count: Int64, digest: [UInt8]) {
    var count: Int64 = 0
    let hash = try reading(descriptor, &count)
    return (count, hash.finish())
  }

  /// The hash of a whole file, to go on with.
  ///
  /// - Parameter read: becomes the number of its bytes.
  static func reading(
    _ descriptor: Int32, _ read: inout Int64
  ) throws(StorageError) -> ContentHash {
    var hash = try ContentHash()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    while true {
      let got = try check("pread") {
        // The buffer is lent for the call, which fills at most its own length.
        unsafe pread(descriptor, &buffer, buffer.count, count)
      }
      if got == 0 {
        read = Int64(count)
        return hash
      }
      let filled = buffer[..<got]
      hash.update(filled.span)
      count += got
    }
  }
}
