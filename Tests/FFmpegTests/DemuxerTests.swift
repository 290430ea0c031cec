import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite(.movies) struct DemuxerTests {
  @Test func `a movie is opened as the format that is named, and tells its streams`() throws {
    let path = try Movies.clip()
    let demuxer = try Demuxer(OpenFile(path))
    let probed = try FFprobe(path)
    for (stream, other) in zip(demuxer.streams, probed.streams) {
      #expect(stream.codec == other["codec_name"].string)
      #expect(stream.width == other["width"].int ?? 0)
      #expect(stream.height == other["height"].int ?? 0)
      #expect(stream.channels == other["channels"].int ?? 0)
      #expect(stream.sampleRate == Int(other["sample_rate"].double ?? 0))
      #expect("1/\(stream.timeBase.denominator)" == other["time_base"].string)
      #expect(stream.profile == other["profile"].string)
    }
    #expect(demuxer.streams.count == probed.streams.count)
    let declared = demuxer.declaredDuration.map { $0 / .seconds(1) }
    #expect(abs((declared ?? 0) - probed.duration) < 0.001)
  }

  @Test(arguments: ["matroska", "avi", "flv", "gif", "asf", "ogg"])
  func `a movie of another format than the named one is damaged`(format: String) throws {
    let file = try OpenFile(Movies.clip())
    let error = #expect(throws: FFmpegError.self) { _ = try Demuxer(file, format) }
    #expect(error?.code == .invalidData)
  }

  @Test func `a format that does not exist is not found`() throws {
    let file = try OpenFile(Movies.clip())
    let error = #expect(throws: FFmpegError.self) { _ = try Demuxer(file, "no such format") }
    #expect(error?.code == .notFound)
  }

  @Test(arguments: ["hls", "concat"])
  func `a list of other files opens none of them`(format: String) throws {
    let segment = try Movies.card(["libx264"], type: "ts")
    let list =
      format == "hls"
      ? "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(segment)\n#EXT-X-ENDLIST\n"
      : "ffconcat version 1.0\nfile '\(segment)'\n"
    let file = try OpenFile(holding: Array(list.utf8))
    #expect(throws: FFmpegError.self) {
      var demuxer = try Demuxer(file, format, options: format == "concat" ? [("safe", "0")] : [])
      // A list whose files can't be opened has no packet.
      guard try demuxer.readAll() > 0 else {
        throw FFmpegError(code: .notFound, call: "av_read_frame")
      }
    }
  }

  @Test func `more streams than the limit are refused, as many as it are not`() throws {
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "sine=d=0.1"] + Array(repeating: ["-map", "0"], count: 5).joined()
        + ["-c:a", "pcm_s16le"], type: "mkv")
    let file = try OpenFile(path)
    let opened = try Demuxer(file, "matroska", limits: .init(streams: 5)).streams.count
    #expect(opened == 5)
    #expect(throws: FFmpegError.self) {
      _ = try Demuxer(file, "matroska", limits: .init(streams: 4))
    }
  }

  @Test func `an option that the demuxer does not know is an error`() throws {
    let file = try OpenFile(Movies.clip())
    let error = #expect(throws: FFmpegError.self) {
      _ = try Demuxer(file, options: [("ignore_editlist", "1"), ("ignore_edit_list", "1")])
    }
    #expect(error == FFmpegError(code: .unknownOption, call: "avformat_open_input"))
    let streams = try Demuxer(file, options: [("ignore_editlist", "1")]).streams.count
    #expect(streams == 2)
  }

  @Test(arguments: ["mp4", "mkv", "ts", "avi", "flv", "mpg", "gif", "ogv", "wmv"])
  func `an interruption anywhere is an interruption, never the end of the file`(
    type: String
  ) throws {
    let formats = [
      "mp4": "mov", "mkv": "matroska", "ts": "mpegts", "mpg": "mpeg", "ogv": "ogg", "wmv": "asf",
    ]
    let encoders = [
      "mpg": ["mpeg2video", "-q", "2"], "gif": ["gif"], "ogv": ["libtheora", "-q", "10"],
      "wmv": ["wmv2", "-q", "2"],
    ]
    let usual = ["libx264", "-crf", "0", "-preset", "ultrafast"]
    let path = try Movies.card(encoders[type] ?? usual, type: type, frames: 50)
    let file = try OpenFile(path)
    let format = formats[type] ?? type
    var asked = 0
    var whole = try Demuxer(
      file, format,
      isInterrupted: {
        asked += 1
        return false
      })
    let packets = try whole.readAll()
    let most = asked
    #expect(packets == 50)
    for patience in stride(from: 0, to: most, by: max(1, most / 40)) {
      var left = patience
      // What is asked after the last packet was given may go unheard: nothing is missing then.
      var given = 0
      do {
        var demuxer = try Demuxer(
          file, format,
          isInterrupted: {
            left -= 1
            return left < 0
          })
        given = try demuxer.readAll()
        #expect(given == 50, "after \(patience) of \(most)")
      } catch {
        #expect(error.code == .interrupted, "after \(patience) of \(most)")
      }
    }
  }

  @Test func `a file that can't be read from the start is unreadable, with the system's number`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try folder.copy(Movies.clip(), as: "clip.mp4")
    let file = try OpenFile(path, .writing)
    let error = #expect(throws: FFmpegError.self) { _ = try Demuxer(file) }
    #expect(error == FFmpegError(code: .unreadable, call: "pread", number: -EBADF))
  }

  @Test func `a file that stops being readable in the middle is unreadable, not at its end`()
    throws
  {
    let path = try Movies.card(
      ["libx264", "-crf", "0", "-preset", "ultrafast"], type: "mkv", frames: 50)
    let folder = try ScratchFolder()
    let writing = try OpenFile(folder.copy(path, as: "clip.mkv"), .writing)
    let file = try OpenFile(path)
    var demuxer = try Demuxer(
      file, "matroska", limits: .init(probeBytes: 5000))
    let packet = try Packet()
    _ = try demuxer.read(into: packet)
    try file.becomes(writing)
    let error = #expect(throws: FFmpegError.self) { _ = try demuxer.readAll() }
    #expect(error == FFmpegError(code: .unreadable, call: "pread", number: -EBADF))
  }

  @Test func `names of metadata are told, values are not`() throws {
    let path = try MadeMovie.ramp(
      frames: 2,
      extra: ["-metadata", "location=+48.8584+002.2945/", "-metadata", "title=My Secret"])
    let demuxer = try Demuxer(OpenFile(path))
    #expect(demuxer.metadataKeys.contains("location"))
    #expect(demuxer.metadataKeys.contains("title"))
    let text = (demuxer.metadataKeys + demuxer.streams.flatMap(\.metadataKeys)).joined()
    #expect(!text.contains("48.8") && !text.lowercased().contains("secret"))
  }

  @Test func `a seek goes to the key frame at or before a time`() throws {
    let path = try Movies.card(["libx264", "-g", "5", "-bf", "0"], type: "mp4")
    var demuxer = try Demuxer(OpenFile(path))
    let packet = try Packet()
    let base = demuxer.streams[0].timeBase
    let found = demuxer.seek(
      stream: 0, toKeyFrameAtOrBefore: base.ticks(.milliseconds(40 * 13)))
    #expect(found)
    _ = try demuxer.read(into: packet)
    let start = packet.presentationTimestamp.map { base.duration($0) }
    #expect(start == .milliseconds(400))
    let isKey = packet.isKey
    #expect(isKey)
  }

  @Test func `streams that are not wanted are left unread`() throws {
    var demuxer = try Demuxer(OpenFile(Movies.clip()))
    demuxer.readOnly(streams: [1])
    let packet = try Packet()
    var counts = [0, 0]
    while try demuxer.read(into: packet) { counts[packet.streamIndex] += 1 }
    // What was read ahead to know the streams comes all the same.
    #expect(counts[0] < 15)
    #expect(counts[1] > 40)
  }

  @Test func `a packet of AAC tells its samples by its size, one of a picture has none`() throws {
    var demuxer = try Demuxer(OpenFile(Movies.clip()))
    let packet = try Packet()
    var counts: [Int: Set<Int>] = [:]
    while try demuxer.read(into: packet) {
      counts[packet.streamIndex, default: []].insert(demuxer.soundSamples(of: packet))
    }
    #expect(counts[1] == [1024])
  }
}
