internal import Foundation
internal import TestSupport
internal import Testing

/// Where a result can't be told, its files are not there either.
@Suite(.cases) struct UntoldResultTests {
  /// Runs a script with the program as `$1` and the movie as `$2`, in a folder.
  private func run(_ script: String, in folder: ScratchFolder) throws -> Outcome {
    let bash = try #require(Program.installed("bash"))
    return try bash.run(
      ["-c", script, "bash", try Program.clipgate().path, try CaseInputs.path("noaudio.mp4")],
      directory: folder.path, deadline: .seconds(60))
  }

  private static let commands = [
    #"process "$2" -o out.mp4 --poster out.jpg"#, #"process "$2" -o ."#, #"poster "$2" -o out.jpg"#,
  ]

  @Test(arguments: commands, ["> /dev/full", ">&-", "1< /dev/null"])
  func `Files whose result can't be told are removed, with status 3`(
    command: String, output: String
  ) throws {
    let folder = try ScratchFolder()
    for format in ["", "--json"] {
      let outcome = try run(#"exec "$1" \#(command) \#(format) \#(output)"#, in: folder)
      #expect(outcome.ending == .exit(3), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  @Test(arguments: [
    ("out.mp4", #"process "$2" -o out.mp4"#), ("noaudio.json", #"process "$2" -o ."#),
    ("out.jpg", #"poster "$2" -o out.jpg"#),
  ])
  func `What should have been replaced is still there`(name: String, command: String) throws {
    let folder = try ScratchFolder()
    _ = try folder.write(Data("mine".utf8), as: name)
    let outcome = try run(#"exec "$1" \#(command) --force > /dev/full"#, in: folder)
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    #expect(folder.names == [name])
    #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == "mine")
  }

  @Test func `Results that were told stay when a later one can't be`() throws {
    let folder = try ScratchFolder()
    // The reader takes one line and goes; the second movie waits until it has.
    let outcome = try run(
      #"""
      "$1" process "$2" - -o . --json > >(head -n 1 > /dev/null; exec <&-; touch gone) \
        < <(for ((n = 0; n < 1000; n++)); do [ -e gone ] && break; sleep 0.02; done; cat "$2")
      """#, in: folder)
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    #expect(folder.names == ["gone", "noaudio.jpg", "noaudio.json", "noaudio.mp4"])
  }

  @Test func `A signal ends the wait for a reader that takes nothing, and nothing is left`() throws
  {
    let folder = try ScratchFolder()
    let outcome = try run(
      #"""
      mkfifo pipe; exec 3<>pipe
      dd if=/dev/zero of=pipe bs=4096 oflag=nonblock 2> /dev/null
      "$1" process "$2" -o out.mp4 >&3 & child=$!
      for ((n = 0; n < 1000; n++)); do [ -e out.mp4 ] && break; sleep 0.02; done
      [ -e out.mp4 ] || exit 99
      kill -TERM $child; wait $child; status=$?
      rm pipe; exit $status
      """#, in: folder)
    #expect(outcome.ending == .exit(143), "\(outcome.errors)")
    #expect(folder.names == [])
  }
}
