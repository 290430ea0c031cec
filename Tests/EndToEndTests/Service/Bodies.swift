import Foundation
import TestSupport

/// Requests as clients send them, byte for byte.
enum Bodies {
  /// A part of a form.
  struct Part {
    var header: [String]
    var content: [UInt8]

    init(_ header: [String], _ content: [UInt8]) {
      self.header = header
      self.content = content
    }

    static func field(_ name: String, _ text: String) -> Part {
      Part(["Content-Disposition: form-data; name=\"\(name)\""], Array(text.utf8))
    }

    static func file(
      _ name: String, _ filename: String, _ content: [UInt8], type: String = "video/mp4"
    ) -> Part {
      Part(
        [
          "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\"",
          "Content-Type: \(type)",
        ], content)
    }
  }

  static func form(_ parts: [Part], boundary: String, ending: String = "--\r\n") -> [UInt8] {
    var body: [UInt8] = []
    for (number, part) in parts.enumerated() {
      body += Array(((number == 0 ? "--" : "\r\n--") + boundary + "\r\n").utf8)
      body += Array((part.header.joined(separator: "\r\n") + "\r\n\r\n").utf8)
      body += part.content
    }
    return body + Array(("\r\n--" + boundary + ending).utf8)
  }

  /// A small movie of two seconds that is accepted; each number has other bytes.
  static func movie(_ number: Int = 0) throws -> [UInt8] {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=160x120:r=15:d=2", "-c:v", "libx264", "-preset", "ultrafast",
      "-pix_fmt", "yuv420p",
    ])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // A box that says nothing (ISO/IEC 14496-12, 8.1.2).
    let text = Array("\(number)".utf8)
    return bytes + [0, 0, 0, UInt8(8 + text.count)] + Array("free".utf8) + text
  }

  /// A movie of five seconds that takes a second or more to make; each number has other bytes.
  static func large(_ number: Int = 0) throws -> [UInt8] {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=5", "-c:v", "mpeg4", "-q:v", "6",
      "-pix_fmt", "yuv420p",
    ])
    let text = Array("\(number)".utf8)
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
      + [0, 0, 0, UInt8(8 + text.count)] + Array("free".utf8) + text
  }
}

extension Reply {
  /// Its document; null where it is none.
  var document: JSON { (try? JSON(parsing: Data(body))) ?? .null }
}

extension Wire {
  /// Sends a text as it is.
  @discardableResult
  func send(_ text: String) -> Int { send(Array(text.utf8)) }
}
