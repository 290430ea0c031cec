internal import Foundation
internal import TestSupport
internal import Testing

/// Transport streams whose writer set its clock on the way.
@Suite(.readers) struct ClockStepTests {
  private static let packetSize = 188

  /// 120 pictures with a key frame every 60, and sound.
  private static func packets() throws -> [[UInt8]] {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=4", "-f", "lavfi", "-i",
        "sine=r=48000:d=4", "-c:v", "libx264", "-g", "60", "-sc_threshold", "0", "-pix_fmt",
        "yuv420p", "-c:a", "aac",
      ], type: "ts")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return stride(from: 0, to: bytes.count, by: packetSize).map {
      Array(bytes[$0..<$0 + packetSize])
    }
  }

  private static func id(_ packet: [UInt8]) -> Int { Int(packet[1] & 31) << 8 | Int(packet[2]) }

  /// Where the timestamps of the PES packet are that begins in a packet (ISO/IEC 13818-1, 2.4.3.7).
  private static func stamps(_ packet: [UInt8]) -> [Int] {
    let start = packet[3] & 0x20 != 0 ? 5 + Int(packet[4]) : 4
    guard packet[1] & 0x40 != 0, [256, 257].contains(id(packet)) else { return [] }
    // 2 says that there is one, 3 that there are two.
    let count = max(0, Int(packet[start + 7] >> 6) - 1)
    return (0..<count).map { start + 9 + 5 * $0 }
  }

  private static func time(_ packet: [UInt8], _ place: Int) -> Int {
    Int(packet[place] >> 1 & 7) << 30 | Int(packet[place + 1]) << 22
      | Int(packet[place + 2] >> 1) << 15 | Int(packet[place + 3]) << 7
      | Int(packet[place + 4] >> 1)
  }

  private static func set(_ time: Int, in packet: inout [UInt8], _ place: Int) {
    packet[place] = packet[place] & 0xF1 | UInt8(time >> 30 & 7) << 1
    packet[place + 1] = UInt8(time >> 22 & 255)
    packet[place + 2] = UInt8(time >> 15 & 127) << 1 | 1
    packet[place + 3] = UInt8(time >> 7 & 255)
    packet[place + 4] = UInt8(time & 127) << 1 | 1
  }

  /// The stream whose stamps are moved from its 31st picture on, by ticks of 1/90000 s.
  private static func stepped(by ticks: Int) throws -> (packets: [[UInt8]], step: Int) {
    var packets = try packets()
    let pictures = packets.indices.filter {
      id(packets[$0]) == 256 && packets[$0][1] & 0x40 != 0
    }
    try #require(pictures.count == 120)
    for index in pictures[30]..<packets.count {
      for place in stamps(packets[index]) {
        set(time(packets[index], place) + ticks, in: &packets[index], place)
      }
    }
    return (packets, pictures[30])
  }

  @Test(arguments: [-18_000, -90_000, 1_080_000], [0, 4])
  func `a clock that is set in the middle of a group costs no picture`(
    ticks: Int, timeBefore: Int
  ) throws {
    let folder = try ScratchFolder()
    let packets = try Self.stepped(by: ticks).packets.map {
      [UInt8](repeating: 0, count: timeBefore) + $0
    }
    let path = try folder.write(Data(packets.joined()), as: "step.ts")
    for answer in [
      try Clipgate.verdict(path), try Clipgate.verdict(path, flags: ["--deep"]),
      try Clipgate.process(path).answer,
    ] {
      #expect(answer.outcome.ending == .exit(0), "\(answer.summary)")
      #expect(answer.warnings == [])
      #expect(answer.facts["video"]["frame_count"].int == 120)
      #expect(answer.facts["video"]["variable_frame_rate"].bool == false)
      #expect(answer.presented.map { abs($0 - 4) < 0.1 } == true)
    }
  }

  /// Pictures and the table of programs, either of which tells.
  @Test(arguments: [256, 0])
  func `where the counters of packets do not run on, it is another recording`(id: Int) throws {
    let folder = try ScratchFolder()
    let (stepped, step) = try Self.stepped(by: -90_000)
    var packets = stepped
    if id == 0 {
      // The next table comes right before the step, as before another recording.
      let table = try #require(packets[step...].firstIndex { Self.id($0) == 0 })
      packets.insert(packets.remove(at: table), at: step)
    }
    for index in step..<packets.count where Self.id(packets[index]) == id {
      packets[index][3] = packets[index][3] & 0xF0 | (packets[index][3] + 5) & 15
    }
    let path = try folder.write(Data(packets.joined()), as: "other.ts")
    for answer in [
      try Clipgate.verdict(path), try Clipgate.verdict(path, flags: ["--deep"]),
      try Clipgate.process(path).answer,
    ] {
      #expect(answer.codes == ["movie.corrupt"], "\(answer.summary)")
      #expect(answer.document["reasons"].items.first?["observed"].double == 30)
    }
  }
}
