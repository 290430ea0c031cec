internal import Foundation
internal import Upload

// UploadSteps URL FILE FOLDER SECONDS [cancel]: one upload by URLSession, tried once, in a process of its own;
// cancelled when its first bytes have gone. It prints the status and the body that were answered, or the
// error's code.
let words = CommandLine.arguments
guard words.count >= 5, let url = URL(string: words[1]), let timeout = Double(words[4]) else {
  exit(2)
}
var form = UploadForm()
try form.add(file: URL(filePath: words[2]), named: "video")
var upload = Upload(to: url)
upload.temporaryFolder = URL(filePath: words[3], directoryHint: .isDirectory)
upload.timeout = timeout
upload.retries = .none
let (sent, body) = (upload, form)
let (news, teller) = AsyncStream<Void>.makeStream()
let task = Task { () -> String in
  do throws(UploadError) {
    let answer = try await sent.send(body) { _ in teller.yield() }
    return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
  } catch {
    return error.code.rawValue
  }
}
if words.last == "cancel" {
  for await _ in news.prefix(1) {}
  task.cancel()
}
print(await task.value)
