import Foundation
import Upload

// Sends a movie to a Clipgate service and prints what it says.
// Usage: Send MOVIE http://HOST:PORT/v1/clips
guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[2]) else {
  exit(2)
}
var form = UploadForm()
try form.add(file: URL(fileURLWithPath: CommandLine.arguments[1]), named: "video")
let answer = try await Upload(to: url).send(form) { print("\(Int($0.share * 100)) %") }
print(answer.status, String(decoding: answer.body, as: UTF8.self))
exit(answer.isAccepted ? 0 : 1)
