import Foundation

/// Coded samples to make movies of: what `ffmpeg` encoded, taken from its file by `ffprobe`.
public struct MovieMakerSource: Sendable {
  public var video: [MovieMaker.Sample]
  public var videoTimescale: UInt32
  public var avcConfiguration: [UInt8]
  public var audio: [MovieMaker.Sample]
  public var audioSpecificConfig: [UInt8]
  /// The file that `ffmpeg` wrote.
  public var file: [UInt8]

  /// Encodes with these arguments of `ffmpeg` (inputs and encoders) to an MP4 file and reads its
  /// packets, edit lists ignored.
  public init(ffmpeg arguments: [String]) throws {
    let folder = try MovieMakerProgram.TemporaryFolder()
    let path = folder.path("source.mp4")
    _ = try MovieMakerProgram.output(
      "ffmpeg",
      ["-v", "error", "-nostdin"] + ColorTags.onPictures(arguments) + ["-f", "mp4", path])
    file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let probed = try decoder.decode(
      Probed.self,
      from: Data(
        MovieMakerProgram.output(
          "ffprobe",
          [
            "-v", "error", "-ignore_editlist", "1", "-of", "json", "-show_entries",
            "stream=codec_type,time_base:packet=codec_type,pts,dts,duration,size,pos,flags", path,
          ])))
    (video, audio) = ([], [])
    for kind in ["video", "audio"] {
      let packets = probed.packets.filter { $0.codecType == kind }
      for (index, packet) in packets.enumerated() {
        guard let position = Int(packet.pos), let size = Int(packet.size) else { continue }
        // A packet's own duration is a guess where pictures are reordered.
        let next = index + 1 < packets.count ? packets[index + 1].dts : nil
        let sample = MovieMaker.Sample(
          bytes: Array(file[position..<position + size]),
          duration: next.map { UInt32($0 - packet.dts) } ?? packet.duration,
          compositionOffset: packet.pts - packet.dts, isSync: packet.flags.hasPrefix("K"))
        if kind == "video" { video.append(sample) } else { audio.append(sample) }
      }
    }
    let stream = probed.streams.first(where: { $0.codecType == "video" })
    videoTimescale = stream.flatMap { UInt32($0.timeBase.dropFirst(2)) } ?? 0
    avcConfiguration = Self.content(of: "avcC", in: file) ?? []
    // ffmpeg writes each descriptor's length in 4 bytes: tag 5 follows 4 + 8 + 18 bytes.
    let descriptors = Self.content(of: "esds", in: file) ?? []
    audioSpecificConfig =
      descriptors.count > 35 && descriptors[30] == 5
      ? Array(descriptors[35..<min(descriptors.count, 35 + Int(descriptors[34]))]) : []
  }

  /// The content of the first box of this type, found by its name alone.
  private static func content(of type: String, in file: [UInt8]) -> [UInt8]? {
    let code = Array(type.utf8)
    guard
      let start = file.indices.dropFirst(4).first(where: {
        file[$0...].prefix(4).elementsEqual(code)
      })
    else { return nil }
    let size = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[(start + 4)..<(start - 4 + size)])
  }

  private struct Probed: Decodable {
    struct Stream: Decodable {
      var codecType: String
      var timeBase: String
    }
    struct Packet: Decodable {
      var codecType: String
      var pts: Int32
      var dts: Int32
      var duration: UInt32
      var size: String
      var pos: String
      var flags: String
    }
    var streams: [Stream]
    var packets: [Packet]
  }
}
