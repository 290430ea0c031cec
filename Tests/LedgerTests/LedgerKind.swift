internal import Foundation
internal import Glibc
internal import Ledger
internal import Synchronization
internal import TestSupport
internal import Testing

/// The ledgers that have to pass the contract: the suites that are parameterised over them.
enum LedgerKind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite

  var testDescription: String { rawValue }

  /// Folders that ledgers lie in, which have to stay in their place: they go with the process.
  private static let folders: Mutex<[ScratchFolder]> = {
    atexit { LedgerKind.folders.withLock { $0 = [] } }
    return Mutex([])
  }()

  /// An empty ledger of this kind.
  func fixture(_ settings: LedgerSettings = LedgerSettings()) throws -> Fixture {
    let folder = try ScratchFolder()
    Self.folders.withLock { $0.append(folder) }
    return Fixture(kind: self, folder: folder, ledger: try open(in: folder, settings))
  }

  fileprivate func open(
    in folder: ScratchFolder, _ settings: LedgerSettings
  ) throws -> any Ledger {
    switch self {
    case .sqlite: try SQLiteLedger(at: folder.file("ledger"), settings: settings)
    }
  }

  struct Fixture {
    let kind: LedgerKind
    let folder: ScratchFolder
    let ledger: any Ledger

    /// Opens the same ledger a second time, as another process would, with settings of its own.
    func another(_ settings: LedgerSettings = LedgerSettings()) throws -> any Ledger {
      try kind.open(in: folder, settings)
    }

    /// The same ledger, but every lease that it gives has run out.
    func lapsing() throws -> any Ledger {
      try another(LedgerSettings(lease: .zero, deliveryLease: .zero))
    }
  }
}
