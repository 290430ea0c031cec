import Foundation
import Rules
import Service
import Testing

@testable import ClipgateTool

@Suite struct ConfigurationTests {
  private func configuration(
    _ text: String? = nil, environment: [String: String] = [:], flags: [String] = []
  ) throws -> Configuration {
    var words = ["config"] + flags
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json5")
    defer { try? FileManager.default.removeItem(at: file) }
    if let text {
      try Data(text.utf8).write(to: file)
      words += ["--config", file.path]
    }
    return try Configuration(
      arguments: Arguments(words.map { FileName($0) }), environment: environment)
  }

  @Test("Flags win over the environment, the environment over the file, the file over defaults")
  func precedence() throws {
    let configuration = try configuration(
      "{policy: {max_duration: 1, tolerance: '0.2s', max_bytes: '1MiB',}, /* why */}",
      environment: ["CLIPGATE_POLICY_MAX_DURATION": "2s", "CLIPGATE_POLICY_TOLERANCE": "300ms"],
      flags: ["--max-duration", "3"])
    #expect(configuration.policy.maxDuration == .seconds(3))
    #expect(configuration[.maxDuration].source == .flag(.maxDuration))
    #expect(configuration.policy.tolerance == .milliseconds(300))
    #expect(configuration[.tolerance].source == .environment("CLIPGATE_POLICY_TOLERANCE"))
    #expect(configuration.policy.maxBytes == 1 << 20)
    #expect(configuration.policy.maxStreams == 32)
    #expect(configuration[.maxStreams].source == .standard)
  }

  @Test("The documented file says the defaults")
  func documented() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "config/clipgate.json5"), encoding: .utf8)
    let configuration = try configuration(text)
    #expect(configuration.policy == Policy())
    for key in ConfigurationKey.allCases where !key.isSecret {
      #expect(configuration[key].value == Configuration.standard(key))
      guard case .file = configuration[key].source else {
        Issue.record("\(key.rawValue) is not in the file")
        continue
      }
    }
  }

  @Test(
    "An unknown key is an error that names the nearest known one",
    arguments: [
      ("{policy: {max_durations: 1}}", "policy.max_duration"), ("{polcy: {}}", "policy"),
      ("{max_duration: 1}", "policy.max_duration"),
    ])
  func unknown(text: String, nearest: String) throws {
    let error = #expect(throws: UsageError.self) { try configuration(text) }
    #expect(error?.message.hasSuffix("the nearest is \(nearest)") == true)
  }

  @Test("A variable that is like none of ours is another program's")
  func foreignVariable() throws {
    _ = try configuration(environment: ["CLIPGATE_BENCH_ROUNDS": "5"])
  }

  @Test(
    "An unknown variable is an error that names the nearest known one",
    arguments: ["CLIPGATE_POLICY_MAX_DURATOIN", "CLIPGATE_POLCY_MAX_DURATION"])
  func variable(name: String) throws {
    let error = #expect(throws: UsageError.self) {
      try configuration(environment: [name: "5"])
    }
    #expect(error?.message.hasSuffix("the nearest is CLIPGATE_POLICY_MAX_DURATION") == true)
  }

  @Test(
    "Bad values name where they stand",
    arguments: [
      "{policy: {max_duration: true}}", "{policy: {max_bytes: '10M'}}", "{policy: []}", "[]", "{",
      "{policy: {max_streams: 0}}", "{policy: {profile: 'lo'}}", "{policy: {tolerance: -1}}",
      "{policy: {max_duration: null}}", "{policy: {allowed_containers: ['mp3']}}",
    ])
  func bad(text: String) { #expect(throws: UsageError.self) { try configuration(text) } }

  @Test("A secret is neither read from the file nor printed")
  func secret() throws {
    let error = #expect(throws: UsageError.self) {
      try configuration("{webhook: {secret: 'whsec_abc'}}")
    }
    #expect(error?.message.contains("whsec_abc") == false)
    let set = try configuration(environment: ["CLIPGATE_WEBHOOK_SECRET": "whsec_abc"])
    let shown =
      try JSONLine.text(ConfigurationDocument(set))
      + ConfigurationText.lines(set).joined()
    #expect(!shown.contains("whsec_abc") && shown.contains("(set)"))
  }
}
