internal import Ledger
internal import Storage

/// A file of an upload, staged, counted and hashed.
///
/// Not made for several threads: whoever takes a body has it, and then whoever judges it.
final class FilePart {
  /// The form field's name; empty for a body that is the file itself.
  let field: String
  /// What the client called it; labels alone.
  let labels: Labels
  private(set) var count: Int64 = 0
  private var staged: StagedObject?
  /// Of what comes after the first bytes of a longer movie; nil until then.
  private var hash: ContentHash?
  private var known: Digest?
  private let most: Int64

  /// A movie of so many bytes is hashed when it is there, while somebody else judges it, and one with more
  /// as it comes: 4 MiB take some 2 ms.
  private static let hashedLater: Int64 = 4 << 20

  /// - Parameters:
  ///   - store: begins the staged file.
  ///   - most: bytes that are taken; more is `Problem` 413.
  init(
    field: String, labels: Labels, store: any ObjectStore, most: Int64
  ) throws(Problem) {
    self.field = field
    self.labels = labels
    self.most = most
    do throws(StorageError) { staged = try store.stage() } catch { throw Problem(error) }
  }

  /// What the client called it, for a verdict's name.
  var name: String { labels.filename ?? "" }

  /// Takes the next bytes.
  func append(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    count += Int64(bytes.count)
    guard count <= most else { throw .tooLarge(name: name, limit: most) }
    do throws(StorageError) {
      if hash == nil, count > Self.hashedLater { hash = try staged?.hash() }
      try staged?.append(bytes.span)
      hash?.update(bytes.span)
    } catch {
      throw Problem(error)
    }
  }

  /// The SHA-256 of all bytes; when they have come.
  func digest() throws(Problem) -> Digest {
    if let known { return known }
    do throws(StorageError) {
      if hash == nil { hash = try staged?.hash() }
    } catch {
      throw Problem(error)
    }
    guard let hash = hash.take(), let digest = Digest(bytes: hash.finish()) else { throw .fault }
    known = digest
    return digest
  }

  /// Lends the staged bytes to somebody who reads them.
  func withReading<Value>(
    _ body: (Int32) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let opened: StoredObject?
    do throws(StorageError) { opened = try staged?.reading() } catch { throw Problem(error) }
    guard let reading = opened else { throw .fault }
    return try body(reading.descriptor)
  }

  /// Does what keeping it takes as far as that promises nothing, while the movie is judged: most are
  /// kept.
  func prepare() {
    staged?.beginFlush()
    // Whoever needs the digest hears why there is none.
    _ = try? digest()
  }

  /// Puts the bytes under a key, for good; once.
  func commit(as key: ObjectKey, in store: any ObjectStore) throws(Problem) {
    guard let staged = staged.take() else { throw .fault }
    do throws(StorageError) { try store.commit(staged, as: key) } catch { throw Problem(error) }
  }
}
