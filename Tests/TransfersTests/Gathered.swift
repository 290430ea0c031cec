internal import Synchronization
internal import Transfers

/// Bytes made while they are read, all of one value; a source that fails where a test says so.
struct Gathered: TransferSource {
  struct Fault: Error {}

  var length: Int64
  /// After how many bytes reading fails; never, where that is nil.
  var faultAt: Int64?

  func begin() -> any TransferReader { Reading(self) }

  private final class Reading: TransferReader {
    private let source: Gathered
    private var place: Int64 = 0

    init(_ source: Gathered) { self.source = source }

    func next(_ most: Int) throws -> [UInt8] {
      if let fault = source.faultAt, place >= fault { throw Fault() }
      let count = min(Int64(most), source.length - place)
      place += count
      return [UInt8](repeating: 7, count: Int(count))
    }
  }
}
