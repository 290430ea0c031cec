import Boxes

extension MovieMaker {
  /// One track of a made movie; every field may lie.
  public struct Track: Sendable {
    /// The matrix that neither turns nor scales.
    public static let identity: [Int32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

    /// "vide", "soun", "text", "meta" …
    public var handler: String
    /// The one box in `stsd`.
    public var sampleEntry: [UInt8]
    /// A second box in `stsd`, and the first sample that it is for; empty for none.
    public var secondEntry: [UInt8] = []
    public var secondEntryStart = 0
    public var samples: [Sample]
    public var timescale: UInt32
    /// The edit list, empty for none.
    public var edits: [Edit] = []
    public var isEnabled = true
    public var matrix = Track.identity
    /// Pixels, as `tkhd` says.
    public var width: UInt32 = 0
    public var height: UInt32 = 0
    /// What `tkhd` says, nil for the edits' or the media's duration, in the movie's ticks.
    public var declaredDuration: UInt64?
    /// What `mdhd` says, nil for the sum of the samples' durations.
    public var declaredMediaDuration: UInt64?

    public init(handler: String, sampleEntry: [UInt8], samples: [Sample], timescale: UInt32) {
      self.handler = handler
      self.sampleEntry = sampleEntry
      self.samples = samples
      self.timescale = timescale
    }

    var mediaDuration: UInt64 { samples.reduce(0) { $0 + UInt64($1.duration) } }

    func duration(in movieTimescale: UInt32) -> UInt64 {
      guard edits.isEmpty else { return edits.reduce(0) { $0 &+ $1.duration } }
      return mediaDuration * UInt64(movieTimescale) / UInt64(timescale)
    }

    func append(
      id: UInt32, movieTimescale: UInt32, payloadStart: Int, to builder: inout BoxBuilder
    ) throws(IndexWriterError) {
      try builder.box("trak") { builder throws(IndexWriterError) in
        try builder.fullBox("tkhd", version: 1, flags: isEnabled ? 3 : 2) { builder in
          builder.zeros(16)
          builder.uint32(id)
          builder.zeros(4)
          builder.uint64(declaredDuration ?? duration(in: movieTimescale))
          builder.zeros(12)
          builder.uint16(handler == "soun" ? 0x100 : 0)
          builder.zeros(2)
          for value in matrix { builder.int32(value) }
          builder.uint32(width << 16)
          builder.uint32(height << 16)
        }
        if !edits.isEmpty { try appendEdits(to: &builder) }
        try builder.box("mdia") { builder throws(IndexWriterError) in
          try builder.fullBox("mdhd", version: 1) { builder in
            builder.zeros(16)
            builder.uint32(timescale)
            builder.uint64(declaredMediaDuration ?? mediaDuration)
            builder.uint16(0x55C4)
            builder.zeros(2)
          }
          try builder.fullBox("hdlr") { builder in
            builder.zeros(4)
            builder.code(handler)
            builder.zeros(13)
          }
          try builder.box("minf") { builder throws(IndexWriterError) in
            switch handler {
            case "vide": try builder.fullBox("vmhd", flags: 1) { $0.zeros(8) }
            case "soun": try builder.fullBox("smhd") { $0.zeros(4) }
            default: try builder.fullBox("nmhd") { _ in }
            }
            try builder.box("dinf") { builder throws(IndexWriterError) in
              try builder.fullBox("dref") { builder throws(IndexWriterError) in
                builder.uint32(1)
                try builder.fullBox("url ", flags: 1) { _ in }
              }
            }
            try appendTable(payloadStart: payloadStart, to: &builder)
          }
        }
      }
    }

    private func appendEdits(to builder: inout BoxBuilder) throws(IndexWriterError) {
      try builder.box("edts") { builder throws(IndexWriterError) in
        try builder.fullBox("elst", version: 1) { builder in
          builder.uint32(UInt32(edits.count))
          for edit in edits {
            builder.uint64(edit.duration)
            builder.int64(edit.mediaTime)
            builder.int32(edit.rate)
          }
        }
      }
    }

    private func appendTable(
      payloadStart: Int, to builder: inout BoxBuilder
    ) throws(IndexWriterError) {
      let count = UInt32(samples.count)
      try builder.box("stbl") { builder throws(IndexWriterError) in
        try builder.fullBox("stsd") { builder in
          builder.uint32(secondEntry.isEmpty ? 1 : 2)
          builder.append(sampleEntry)
          builder.append(secondEntry)
        }
        try builder.fullBox("stts") { builder in
          builder.uint32(count)
          for sample in samples {
            builder.uint32(1)
            builder.uint32(sample.duration)
          }
        }
        if samples.contains(where: { $0.compositionOffset != 0 }) {
          let version: UInt8 = samples.contains { $0.compositionOffset < 0 } ? 1 : 0
          try builder.fullBox("ctts", version: version) { builder in
            builder.uint32(count)
            for sample in samples {
              builder.uint32(1)
              builder.int32(sample.compositionOffset)
            }
          }
        }
        if samples.contains(where: { !$0.isSync }) {
          let numbers = samples.indices.filter { samples[$0].isSync }
          try builder.fullBox("stss") { builder in
            builder.uint32(UInt32(numbers.count))
            for number in numbers { builder.uint32(UInt32(number) + 1) }
          }
        }
        try builder.fullBox("stsc") { builder in
          let later = secondEntry.isEmpty ? [] : [UInt32(secondEntryStart) + 1, 1, 2]
          builder.uint32(later.isEmpty ? 1 : 2)
          for value in [1, 1, 1] + later { builder.uint32(value) }
        }
        try builder.fullBox("stsz") { builder in
          builder.uint32(0)
          builder.uint32(count)
          for sample in samples { builder.uint32(UInt32(sample.bytes.count)) }
        }
        try builder.fullBox("stco") { builder in
          builder.uint32(count)
          var offset = payloadStart
          for sample in samples {
            builder.uint32(UInt32(offset))
            offset += sample.bytes.count
          }
        }
      }
    }
  }
}
