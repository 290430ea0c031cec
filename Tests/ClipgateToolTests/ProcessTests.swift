import Foundation
import Testing

@Suite struct ProcessTests {
  /// The built program beside the test bundle.
  private static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "clipgate")

  private func start(_ words: [String], input: Any?, output: Any? = FileHandle.nullDevice) throws
    -> Process
  {
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = words
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(
    "A signal ends a wait for standard input with 128 and its number",
    arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let pipe = Pipe()
    let process = try start(["check", "-"], input: pipe)
    usleep(500_000)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
  }

  @Test("A missing file still gives a line, with its reason, and status 3")
  func missing() throws {
    let pipe = Pipe()
    let process = try start(
      ["check", "--json", "/nowhere/a.mp4"], input: FileHandle.nullDevice, output: pipe)
    process.waitUntilExit()
    let line = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus == 3)
    #expect(line.contains("\"file.unreadable\"") && line.contains("\"facts\":null"))
    #expect(line.filter { $0 == "\n" }.count == 1)
  }

  @Test("A full standard output is status 3")
  func full() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let process = try start(["config"], input: FileHandle.nullDevice, output: full)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
  }
}
