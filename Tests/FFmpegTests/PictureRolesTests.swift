import TestSupport
import Testing

@testable import FFmpeg

/// Which pictures others need, against what an independent reader says of the same files.
@Suite struct PictureRolesTests {
  private func roles(_ path: String) throws -> [PictureRole] {
    var demuxer = try Demuxer(OpenFile(path))
    let roles = PictureRoles(demuxer.streams[0])
    let packet = try Packet()
    var found: [PictureRole] = []
    while try demuxer.read(into: packet) { found.append(roles.role(of: packet)) }
    return found
  }

  @Test(
    "pictures that no other needs can be left out, and the others still decode",
    arguments: [
      ["libx264", "-g", "12", "-bf", "2", "-x264-params", "b-pyramid=none"],
      ["libx264", "-g", "12", "-bf", "3", "-x264-params", "b-pyramid=normal:open-gop=1"],
      ["libx265", "-g", "12", "-x265-params", "bframes=3:b-pyramid=1:log-level=error"],
      ["libx265", "-g", "12", "-x265-params", "bframes=2:temporal-layers=3:log-level=error"],
      ["mjpeg"],
    ])
  func disposable(_ encoder: [String]) throws {
    let path = try Movies.card(encoder, type: "mov", frames: 40)
    let roles = try roles(path)
    #expect(roles.count { $0.isDisposable } >= 8)
    // The same digests of what is left, by a decoder that was given everything and by one that was not.
    let all = try digests(path) { _ in true }
    let rest = try digests(path) { !roles[$0].isDisposable }
    #expect(rest.count >= roles.count { !$0.isDisposable })
    for (time, digest) in rest { #expect(all[time] == digest, "picture at \(time)") }
  }

  @Test(
    "key frames are entries whatever the container's flags say",
    arguments: [
      (["libx264", "-g", "10", "-sc_threshold", "0"], 4), (["libvpx-vp9", "-g", "10"], 4),
      (["libx265", "-x265-params", "keyint=10:min-keyint=10:scenecut=0:log-level=error"], 4),
      (["mpeg4", "-g", "10"], 0),
    ])
  func entries(_ encoder: [String], _ count: Int) throws {
    let path = try Movies.card(
      encoder, type: encoder[0] == "libvpx-vp9" ? "mp4" : "mov", frames: 40)
    #expect(try roles(path).count { $0.isEntry } == count)
  }

  @Test func `a broken packet is needed by all others`() {
    let roles = PictureRoles(codec: "h264", extradata: [])
    let bytes: [[UInt8]] = [
      [], [0], [0, 0, 1], [0, 0, 0, 1, 0x65], [0, 0, 1, 0x06, 1, 2],
      [0, 0, 1, 0x01, 0x80, 0, 0, 1, 0x65, 0x88],
    ]
    for packet in bytes {
      // An array, lent for the call.
      let role = unsafe packet.withUnsafeBytes { unsafe roles.role(of: $0) }
      #expect(role == PictureRole(), "\(packet)")
    }
  }

  @Test func `a layer of time that another may stand on is not given up`() {
    var record = [UInt8](repeating: 0, count: 23)
    record[0] = 1
    // A TRAIL_N of the lowest layer behind a length of four bytes.
    let packet: [UInt8] = [0, 0, 0, 3, 0x00, 0x01, 0xAF]
    for (layers, isDisposable) in [(0, false), (1, true), (2, false)] {
      record[21] = UInt8(layers << 3 | 3)
      let roles = PictureRoles(codec: "hevc", extradata: record)
      // An array, lent for the call.
      let role = unsafe packet.withUnsafeBytes { unsafe roles.role(of: $0) }
      #expect(role.isDisposable == isDisposable, "\(layers) layers")
    }
  }

  /// Sums of the luma of each decoded picture, by its time.
  private func digests(_ path: String, _ isGiven: (Int) -> Bool) throws -> [Int64: Int] {
    var demuxer = try Demuxer(OpenFile(path))
    var decoder = try Decoder(demuxer, stream: 0, maxPixels: 1_000_000)
    let packet = try Packet()
    let frame = try Frame()
    var found: [Int64: Int] = [:]
    func take() throws {
      while try decoder.receive(into: frame) == .frame {
        let isDamaged = frame.isDamaged
        #expect(!isDamaged)
        // The plane is lent to be summed.
        found[frame.timestamp ?? -1] = unsafe frame.withFirstPlane { rows, _ in
          unsafe rows.reduce(into: 5381) { $0 = ($0 &* 33) ^ Int($1) }
        }
      }
    }
    var number = 0
    while try demuxer.read(into: packet) {
      defer { number += 1 }
      guard isGiven(number) else { continue }
      while try !decoder.send(packet) { try take() }
      try take()
    }
    try decoder.finish()
    try take()
    return found
  }
}
