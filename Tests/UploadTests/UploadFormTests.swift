import Foundation
import TestSupport
import Testing
import Upload

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Forms with files of this machine")
struct UploadFormTests {
  private let folder: ScratchFolder
  private let movie: URL
  private let data: Data

  init() throws {
    folder = try ScratchFolder()
    var generator = SeededGenerator(seed: 4)
    data = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    movie = URL(filePath: try folder.write(data, as: "movie.mov"))
  }

  private func form() throws -> UploadForm {
    var form = UploadForm()
    try form.add("é", named: "message")
    try form.add(file: movie, named: "video")
    try form.add(file: movie, named: "again", filename: "b\"", contentType: "text/plain")
    return form
  }

  private static func all(_ body: UploadBody, pieces: Int) throws -> [UInt8] {
    let reader = body.reader()
    var bytes: [UInt8] = []
    while true {
      let more = try reader.read(pieces)
      #expect(more.count <= pieces)
      if more.isEmpty { break }
      bytes += more
    }
    #expect(reader.isAtEnd)
    return bytes
  }

  @Test("The body is as long as it says, whatever pieces it is read in", arguments: [77, 65_536])
  func length(pieces: Int) throws {
    let body = try form().body()
    let bytes = try Self.all(body, pieces: pieces)
    #expect(Int64(bytes.count) == body.contentLength)
    #expect(bytes.count > 200_000)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("filename=\"movie.mov\"\r\nContent-Type: video/quicktime\r\n"))
    #expect(text.contains("filename=\"b%22\"\r\nContent-Type: text/plain\r\n"))
    #expect(Data(bytes).range(of: data) != nil)
  }

  @Test("The request has method, type, length and a stream of the same bytes")
  func request() throws {
    let body = try form().body()
    let url = try #require(URL(string: "https://example.invalid/v1/clips"))
    let request = try body.request(to: url, method: "PUT", headers: ["X-One": "1"])
    #expect(request.url == url)
    #expect(request.httpMethod == "PUT")
    #expect(request.value(forHTTPHeaderField: "X-One") == "1")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == body.contentType)
    #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(body.contentLength)")
    let stream = try #require(request.httpBodyStream)
    stream.open()
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1000))
    while stream.hasBytesAvailable {
      // unsafe: the buffer is lent for the call.
      let count = unsafe stream.read(&buffer, maxLength: buffer.count)
      try #require(count >= 0)
      bytes += buffer[..<count]
    }
    stream.close()
    let expected = try Self.all(body, pieces: 4096)
    #expect(bytes == expected)
  }

  @Test("A file that has another size when it is read is an error", arguments: [-1, 1, 5000])
  func changedBefore(difference: Int) throws {
    let body = try form().body()
    let other = difference < 0 ? data.dropLast(-difference) : data + Data(count: difference)
    try other.write(to: movie)
    let error = #expect(throws: UploadError.self) { _ = try Self.all(body, pieces: 10_000) }
    #expect(error?.code == .changed)
  }

  @Test("A file that changes its size while it is read is an error", arguments: [50_000, 100_001])
  func changedMeanwhile(size: Int) throws {
    let body = try form().body()
    let reader = body.reader()
    for _ in 0..<4 { _ = try reader.read(10_000) }
    let file = try FileHandle(forUpdating: movie)
    try file.truncate(atOffset: UInt64(size))
    let error = #expect(throws: UploadError.self) {
      while try !reader.read(10_000).isEmpty {}
    }
    #expect(error?.code == .changed)
  }

  @Test("What is no regular file is unreadable, at once")
  func unreadable() throws {
    var form = UploadForm()
    // unsafe: the string is lent for the call.
    unsafe mkfifo(folder.file("pipe"), 0o600)
    for path in [folder.file("none"), folder.path, folder.file("pipe"), "/dev/null"] {
      let error = #expect(throws: UploadError.self) {
        try form.add(file: URL(filePath: path), named: "video")
      }
      #expect(error?.code == .unreadable, "\(path)")
      // Nothing of a user's is in what is printed.
      #expect(error?.description.contains(folder.path) == false)
    }
    let url = try #require(URL(string: "https://example.invalid/a"))
    let error = #expect(throws: UploadError.self) { try form.add(file: url, named: "video") }
    #expect(error?.code == .unreadable)
  }

  @Test(
    "An address, a method or a header that can't be sent is refused",
    arguments: [
      ("ftp://example.invalid/", "POST", "X", "y", UploadError.Code.badURL),
      ("file:///tmp/x", "POST", "X", "y", .badURL),
      ("https://user:word@example.invalid/", "POST", "X", "y", .badURL),
      ("https://example.invalid/", "PO ST", "X", "y", .badHeader),
      ("https://example.invalid/", "POST", "X: y", "y", .badHeader),
      ("https://example.invalid/", "POST", "X", "y\r\nZ: z", .badHeader),
    ])
  func refused(
    address: String, method: String, name: String, value: String, code: UploadError.Code
  ) throws {
    let url = try #require(URL(string: address))
    let error = #expect(throws: UploadError.self) {
      _ = try form().body().request(to: url, method: method, headers: [name: value])
    }
    #expect(error?.code == code)
  }
}
