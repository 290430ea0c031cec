// The walk over boxes under libFuzzer, compiled together with Sources/Boxes by boxes.sh.

/// What the walk asked of the file.
final class Demand {
  var calls = 0
  var bytes = 0
}

/// Walks `file` and traps where the walk asks for what is not there, or for too much.
func walk(_ file: UnsafeBufferPointer<UInt8>) -> MovieStructure? {
  let demand = Demand()
  let reader = BoxReader(size: UInt64(file.count)) { offset, count in
    demand.calls += 1
    demand.bytes += count
    precondition(count > 0 && offset + UInt64(count) <= UInt64(file.count), "a read past the end")
    return [UInt8](unsafe file[Int(offset)..<Int(offset) + count])
  }
  defer {
    // A box takes 8 bytes, and none is asked for more often than its tables are read: five times.
    precondition(demand.calls <= 64 + file.count, "more reads than the file can cause")
    precondition(demand.bytes <= 16_384 * demand.calls, "a read of more than a piece")
  }
  do {
    return try MovieStructure.walk(reader)
  } catch {
    precondition(error.offset <= UInt64(file.count), "a fault outside of the file")
    precondition(error.box.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "a fault that is not printable")
    return nil
  }
}

func check(_ movie: MovieStructure) {
  precondition(movie.compatibleBrands.count <= 32)
  precondition(movie.declaredDuration?.timescale != 0)
  for track in movie.tracks {
    precondition(track.matrix.count == 9)
    precondition(track.edits.count <= 1_024)
    precondition(track.chapterReferences.count <= 64)
    precondition((track.compositionSpan == nil) == (track.sampleCount == 0))
    precondition(track.sampleCount == 0 || track.timescale > 0)
    precondition(track.sampleCount <= 1 << 29)
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBoxes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = unsafe UnsafeBufferPointer(start: start, count: count)
  guard let movie = unsafe walk(file) else { return 0 }
  check(movie)
  guard !movie.isFragmented else { return 0 }
  // What is left of a cut movie is refused, or it was cut behind its last sample: then nothing is
  // missing and everything is told as before.
  let last = unsafe Int(file[count - 1]) << 8 | Int(file[count / 2])
  for length in [count - 1, last % count] {
    let start = unsafe UnsafeBufferPointer(rebasing: file[..<length])
    if let part = unsafe walk(start) {
      precondition(part.tracks == movie.tracks, "a cut that changes the movie")
    }
  }
  return 0
}
