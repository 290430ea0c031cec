internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import Synchronization
internal import TestSupport
internal import Testing

/// The contract: what any store has to do, whatever it keeps its objects in.
@Suite struct ObjectStoreTests {
  @Test(arguments: StoreKind.allCases, [0, 1, 4096, 65_537])
  func `what was committed is read back`(_ kind: StoreKind, size: Int) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let committed = try fixture.store.put(bytes, key)
    #expect(committed == Int64(size))
    #expect(try fixture.store.size(of: key) == Int64(size))
    #expect(try fixture.store.get(key) == bytes)
  }

  @Test(arguments: StoreKind.allCases)
  func `ten mebibytes come in pieces of odd sizes`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    var random = SeededGenerator(seed: 5)
    let bytes = (0..<(10 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 9)) }
    var staged = try fixture.store.stage()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...70_001, using: &random))
      try staged.append(piece.span)
      rest = rest.dropFirst(piece.count)
    }
    let count = staged.count
    #expect(count == 10 << 20)
    try fixture.store.commit(staged, as: key)
    #expect(try fixture.store.get(key) == bytes)
  }

  @Test(arguments: StoreKind.allCases)
  func `nothing is under a key before the commit`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    var staged = try fixture.store.stage()
    try staged.append([1, 2, 3].span)
    #expect(code { () throws(StorageError) in _ = try fixture.store.size(of: key) } == .missing)
    #expect(try fixture.store.keys() == [])
    try fixture.store.commit(staged, as: key)
    #expect(try fixture.store.keys() == [key])
  }

  @Test(arguments: StoreKind.allCases)
  func `what is given up leaves nothing`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    do {
      var staged = try fixture.store.stage()
      try staged.append([1, 2, 3].span)
    }
    #expect(try fixture.store.keys() == [])
    #expect(try fixture.store.removeLeftovers(writtenBefore: .distantFuture) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `the first commit of a key stands`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    var first = try fixture.store.stage()
    var second = try fixture.store.stage()
    try first.append([1].span)
    try second.append([2, 2].span)
    try fixture.store.commit(first, as: key)
    #expect(
      code { () throws(StorageError) in try fixture.store.put([3], key) } == .taken)
    do throws(StorageError) {
      try fixture.store.commit(second, as: key)
      Issue.record("committed twice")
    } catch { #expect(error.code == .taken) }
    #expect(try fixture.store.get(key) == [1])
    #expect(try fixture.store.removeLeftovers(writtenBefore: .distantFuture) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `of many commits of a key at once one succeeds, and is whole`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let store = fixture.store
    let key = ObjectKey.fresh()
    let codes = Mutex<[StorageError.Code?]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let bytes = [UInt8](repeating: UInt8(number), count: 10_000)
      let outcome = code { () throws(StorageError) in try store.put(bytes, key) }
      codes.withLock { $0.append(outcome) }
    }
    let outcomes = codes.withLock { $0 }
    #expect(outcomes.filter { $0 == nil }.count == 1)
    #expect(outcomes.filter { $0 == .taken }.count == 15)
    let bytes = try store.get(key)
    #expect(bytes.count == 10_000 && Set(bytes).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `an open object is read to its end after it was deleted`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    let bytes = [UInt8](repeating: 7, count: 100_000)
    try fixture.store.put(bytes, key)
    let object = try fixture.store.open(key)
    let beginning = try object.bytes(at: 0, count: 10)
    try fixture.store.delete(key)
    let rest = try object.bytes(at: 10, count: .max)
    #expect(beginning + rest == bytes)
    #expect(code { () throws(StorageError) in _ = try fixture.store.open(key) } == .missing)
  }

  @Test(arguments: StoreKind.allCases)
  func `what is deleted twice is deleted`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    let other = ObjectKey.fresh()
    try fixture.store.put([1], key)
    try fixture.store.put([2], other)
    try fixture.store.delete(key)
    try fixture.store.delete(key)
    #expect(try fixture.store.keys() == [other])
  }

  @Test(arguments: StoreKind.allCases)
  func `a key whose object was deleted is free`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    try fixture.store.put([1], key)
    try fixture.store.delete(key)
    try fixture.store.put([2], key)
    #expect(try fixture.store.get(key) == [2])
  }

  @Test(arguments: StoreKind.allCases)
  func `what is not there is missing`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    #expect(code { () throws(StorageError) in _ = try fixture.store.open(key) } == .missing)
    #expect(code { () throws(StorageError) in _ = try fixture.store.size(of: key) } == .missing)
    #expect(code { () throws(StorageError) in try fixture.store.delete(key) } == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a job's objects are apart, attempts too`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let job = UUID()
    let kinds: [ObjectKey.Kind] = [
      .received, .movie(attempt: 1), .movie(attempt: 2), .poster(attempt: 1), .poster(attempt: 2),
      .image,
    ]
    for (number, kind) in kinds.enumerated() {
      try fixture.store.put([UInt8(number)], ObjectKey(job: job, kind: kind))
    }
    for (number, kind) in kinds.enumerated() {
      #expect(try fixture.store.get(ObjectKey(job: job, kind: kind)) == [UInt8(number)])
    }
    #expect(try fixture.store.keys() == Set(kinds.map { ObjectKey(job: job, kind: $0) }))
  }

  @Test(arguments: StoreKind.allCases)
  func `a sweeper does not hear of objects that are younger than its time`(
    _ kind: StoreKind
  ) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    try fixture.store.put([1], key)
    #expect(try fixture.store.keys(committedBefore: Date() - 60) == [])
    #expect(try fixture.store.keys(committedBefore: Date() + 60) == [key])
  }

  @Test(arguments: StoreKind.allCases)
  func `files that were written to lately are no leftovers`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    let staged = try fixture.store.stage()
    #expect(try fixture.store.removeLeftovers(writtenBefore: Date() - 60) == 0)
    try fixture.store.commit(staged, as: key)
    #expect(try fixture.store.keys() == [key])
  }

  @Test(arguments: StoreKind.allCases)
  func `a staged file is read through a second descriptor that can't write`(
    _ kind: StoreKind
  ) throws {
    let fixture = try kind.fixture()
    var staged = try fixture.store.stage()
    try staged.append([1, 2, 3].span)
    let reading = try staged.reading()
    let bytes = try reading.bytes(at: 0, count: 10)
    #expect(bytes == [1, 2, 3])
    let mode = fcntl(reading.descriptor, F_GETFL) & O_ACCMODE
    #expect(mode == O_RDONLY)
  }

  @Test(arguments: StoreKind.allCases)
  func `what a child wrote through the descriptor is committed`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    let staged = try fixture.store.stage()
    // The bytes are lent for the call.
    let written = unsafe pwrite(staged.descriptor, [5, 6, 7] as [UInt8], 3, 2)
    #expect(written == 3)
    let size = try fixture.store.commit(staged, as: key)
    #expect(size == 5)
    #expect(try fixture.store.get(key) == [0, 0, 5, 6, 7])
  }

  @Test(arguments: StoreKind.allCases)
  func `what misses bytes is never committed`(_ kind: StoreKind) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    var staged = try fixture.store.stage()
    // /dev/full has no room; it takes the file's number for one append, and gives it back.
    // The name is lent for the call.
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    let file = dup(staged.descriptor)
    defer { for descriptor in [full, file] { close(descriptor) } }
    try #require(dup2(full, staged.descriptor) >= 0)
    for attempt in 1...2 {
      do throws(StorageError) {
        try staged.append([1, 2, 3].span)
        Issue.record("appended in attempt \(attempt)")
      } catch { #expect(error.code == .full) }
      try #require(dup2(file, staged.descriptor) >= 0)
    }
    do throws(StorageError) {
      try fixture.store.commit(staged, as: key)
      Issue.record("committed")
    } catch { #expect(error.code == .full) }
    #expect(try fixture.store.keys() == [])
    #expect(try fixture.store.removeLeftovers(writtenBefore: .distantFuture) == 0)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (0, 4, [0, 1, 2, 3]), (3, 2, [3, 4]), (8, 100, [8, 9]), (9, .max, [9]), (10, 1, []),
      (.max, 1, []), (-1, 1, []), (0, 0, []), (0, -1, []),
    ] as [(Int64, Int, [UInt8])])
  func `any part of an object can be read`(
    _ kind: StoreKind, part: (offset: Int64, count: Int, bytes: [UInt8])
  ) throws {
    let fixture = try kind.fixture()
    let key = ObjectKey.fresh()
    try fixture.store.put(Array(0..<10), key)
    let object = try fixture.store.open(key)
    let bytes = try object.bytes(at: part.offset, count: part.count)
    #expect(bytes == part.bytes)
  }
}
