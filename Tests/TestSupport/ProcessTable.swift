internal import Foundation

/// The processes of this machine, as /proc tells of them.
package enum ProcessTable {
  /// One process.
  package struct Entry: Sendable {
    package let id: Int32
    /// The program's name, at most 15 bytes of it.
    package let name: String
    package let state: Character
    package let parent: Int32
    package let group: Int32
  }

  /// All that run, those that ended and wait to be buried left out.
  package static func processes() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(entry).filter { $0.state != "Z" }
  }

  /// Whether a process of a group runs; one that has ended may wait a while for whoever buries it.
  package static func runs(group: Int32) -> Bool { processes().contains { $0.group == group } }

  package static func isZombie(_ process: Int32) -> Bool { entry(process)?.state == "Z" }

  /// Resident memory in bytes (VmRSS); 0 where it has ended.
  package static func residentBytes(_ process: Int32) -> Int64 {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return (number.flatMap { Int64($0) } ?? 0) * 1024
  }

  private static func entry(_ id: Int32) -> Entry? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
    else { return nil }
    let rest = text[text.index(after: close)...].split(separator: " ")
    guard rest.count > 2, let state = rest[0].first, let parent = Int32(rest[1]),
      let group = Int32(rest[2])
    else { return nil }
    return Entry(
      id: id, name: String(text[text.index(after: open)..<close]), state: state, parent: parent,
      group: group)
  }
}
