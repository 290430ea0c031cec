import Boxes
import FFmpeg
import TestSupport
import Testing

@testable import Ingest

/// How times of pictures get into a file.
@Suite(.movies) struct MovieWriterTests {
  /// A writer that was given pictures at these times, in thousandths.
  private func writer(_ times: [(decoding: Int64, presentation: Int64)]) throws -> MovieWriter {
    let source = try Movies.pictures.get()
    let configuration = try AVCConfiguration(record: source.avcConfiguration)
    let sample = source.video[0].bytes
    let unit = try AccessUnit(lengthPrefixed: sample.span, configuration: configuration)
    var writer = MovieWriter(
      width: 64, height: 48, timeBase: Ratio(1, 1000), configuration: configuration)
    for time in times {
      writer.add(unit, presentation: time.presentation, decoding: time.decoding, isKey: true)
    }
    return writer
  }

  @Test(
    arguments: [
      [(0, 0), (40, 40), (80, 80)], [(-40, 0), (0, 80), (40, 40)], [(0, 0), (7, 8), (1000, 1000)],
    ] as [[(Int64, Int64)]])
  func `each picture is shown at its time`(times: [(Int64, Int64)]) throws {
    let pieces = try writer(times.map { (decoding: $0.0, presentation: $0.1) }).assemble(
      end: 2000, sound: nil)
    let file = try OpenFile(holding: pieces.flatMap { $0 })
    var demuxer = try Demuxer(descriptor: file.descriptor, size: file.size, format: "mov")
    let packet = try Packet()
    var shown: [Int64] = []
    while try demuxer.read(into: packet) { shown.append(packet.presentationTimestamp ?? -1) }
    #expect(shown == times.map(\.1))
  }

  @Test(
    arguments: [
      [(0, 0), (40, 40), (40, 80), (80, 120)], [(0, 0), (40, 40), (20, 80), (80, 120)],
    ] as [[(Int64, Int64)]])
  func `pictures that are not decoded one after another are not written at other times`(
    times: [(Int64, Int64)]
  ) throws {
    let writer = try writer(times.map { (decoding: $0.0, presentation: $0.1) })
    #expect(throws: IngestError.self) { try writer.assemble(end: 160, sound: nil) }
  }

  @Test(
    arguments: [
      [(0, 0), (40, 40), (80, 80)], [(-40, 0), (0, 80), (40, 40)],
      [(-80, 0), (-40, 160), (0, 80), (40, 40), (80, 120)],
    ] as [[(Int64, Int64)]])
  func `a last picture that is held stays to its end, whatever is coded behind it`(
    times: [(Int64, Int64)]
  ) throws {
    let pieces = try writer(times.map { (decoding: $0.0, presentation: $0.1) }).assemble(
      end: 2000, sound: nil)
    let file = try OpenFile(holding: pieces.flatMap { $0 })
    let structure = try MovieStructure.walk(InputFile(descriptor: file.descriptor).boxReader)
    #expect(structure.presentation(of: structure.tracks[0]) == .zero...(.seconds(2)))
    withExtendedLifetime(file) {}
  }
}
