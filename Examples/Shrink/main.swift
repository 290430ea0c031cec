import Foundation
import Ingest
import Rules

// Checks a movie and makes an MP4 of at most 5 s and 10 MB of it, with a poster.
// Usage: Shrink MOVIE OUT.mp4 OUT.jpg
let names = Array(CommandLine.arguments.dropFirst())
guard names.count == 3 else { exit(2) }
let movie = try FileHandle(forReadingFrom: URL(filePath: names[0]))
for name in names[1...] { try Data().write(to: URL(filePath: name), options: .withoutOverwriting) }
let outputs = try names[1...].map { try FileHandle(forUpdating: URL(filePath: $0)) }

let policy = Policy()
let trim = Trim(fit: true)
let examination = try Pipeline.examine(descriptor: movie.fileDescriptor, policy: policy)
for reason in examination.verdict(
  name: names[0], policy: policy, trim: trim, countsBytes: false
).reasons {
  print(reason.code.rawValue, reason.message)
}
let report = try Pipeline.process(
  descriptor: movie.fileDescriptor, name: names[0], policy: policy, trim: trim,
  outputs: Pipeline.Outputs(
    movie: outputs[0].fileDescriptor, poster: outputs[1].fileDescriptor))
if !report.accepted { for name in names[1...] { try FileManager.default.removeItem(atPath: name) } }
print(report.accepted ? "made \(report.output?.bytes ?? 0) bytes" : "refused")
exit(report.accepted ? 0 : 1)
