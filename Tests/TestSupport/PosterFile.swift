internal import Foundation

/// A JPEG file, read segment by segment (ITU-T T.81 annex B).
package struct PosterFile: Sendable {
  package let bytes: Int
  package private(set) var width = 0
  package private(set) var height = 0
  /// The sampling of the components, as "2x2,1x1,1x1" for 4:2:0.
  package private(set) var sampling = ""
  /// The markers before the picture data, in order: 0xe0 is JFIF, 0xe1 Exif or XMP, 0xfe a comment.
  package private(set) var markers: [UInt8] = []
  /// Whether it begins as a JPEG file does and ends as a whole one.
  package let isWhole: Bool

  package init(_ path: String) throws {
    let data = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes = data.count
    isWhole = data.starts(with: [0xff, 0xd8]) && data.suffix(2) == [0xff, 0xd9]
    var position = 2
    while position + 4 <= data.count, data[position] == 0xff {
      let marker = data[position + 1]
      let length = Int(data[position + 2]) << 8 | Int(data[position + 3])
      markers.append(marker)
      if marker == 0xda { return }
      if (0xc0...0xc3).contains(marker), position + 2 + length <= data.count {
        readFrame(data[position + 4..<position + 2 + length])
      }
      position += 2 + length
    }
  }

  private mutating func readFrame(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    guard bytes.count >= 6 else { return }
    height = Int(bytes[1]) << 8 | Int(bytes[2])
    width = Int(bytes[3]) << 8 | Int(bytes[4])
    let components = min(Int(bytes[5]), (bytes.count - 6) / 3)
    sampling = (0..<components).map { component in
      let factors = bytes[6 + component * 3 + 1]
      return "\(factors >> 4)x\(factors & 15)"
    }.joined(separator: ",")
  }
}
