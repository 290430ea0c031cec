package import Foundation

/// The packages of `config/python-packages.txt`, where `make test` has put them, or where the machine has
/// them by itself.
package enum PythonPackages {
  private static let environment = ["PYTHONPATH": Checkout.path(".build/python")]

  /// Whether a module can be imported; a test that needs it is skipped where not.
  package static func has(_ module: String) -> Bool {
    (try? run("import \(module)").ending == .exit(0)) ?? false
  }

  /// Runs a script to its end.
  package static func run(
    _ script: String, _ arguments: [String] = [], input: Data = Data()
  ) throws -> Outcome {
    guard let python = Program.installed("python3") else { throw ProgramError.notFound("python3") }
    return try python.run(["-c", script] + arguments, input: input, environment: environment)
  }
}
