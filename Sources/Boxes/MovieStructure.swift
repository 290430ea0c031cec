/// What the boxes of an MP4 or QuickTime file say, once their structure has been found sound.
///
/// Everything here is declared by the file. Lengths and positions have been checked against the
/// file and against each other; whether the media is what its boxes say is not known.
public struct MovieStructure: Sendable, Equatable {
  /// The major brand of `ftyp`, such as `isom` or `qt  `; nil for old QuickTime without one.
  public var majorBrand: String?
  /// The compatible brands of `ftyp`, the first 32.
  public var compatibleBrands: [String] = []
  /// Whether the index comes before the media, so that playback can start while bytes arrive.
  public var indexPrecedesMedia = false
  /// Whether the movie has fragments or announces them (`moof` or `mvex`).
  public var isFragmented = false
  /// Ticks a second of the movie's own clock, in which edits are counted; 0 where absent.
  public var timescale: UInt32 = 0
  /// What the header says the movie lasts; nil where it is absent or marked as unknown.
  ///
  /// In a fragmented movie whose `mvhd` says 0 it is that of `mehd`.
  public var declaredDuration: DeclaredDuration?
  /// What the movie's metadata names, in lower case and never with a value: the keys of `keys`, and
  /// `location`, `make`, `model` and `date` for what user data, item lists, XMP and XML tell of them.
  ///
  /// Found by bounded reading: at most 1,024 boxes and keys and 1 MiB of text.
  public var metadataNames: Set<String> = []
  /// What `iTunSMPB` says is not heard of the sound; nil without one.
  public var soundPadding: SoundPadding?
  /// The tracks in the order of the file.
  public var tracks: [Track] = []

  /// An empty movie.
  public init() {}

  /// Walks the boxes of a file and checks that every byte its index names is there.
  ///
  /// The walk uses no recursion, sees at most 4,096 boxes and holds a few pieces of 16 KiB. For
  /// the whole of the checks see `BoxFault.Code` and ISO/IEC 14496-12, sections 4 and 8.
  ///
  /// - Throws: `BoxFault` for a file that is cut, contradicts itself, is beyond the limits or
  ///   refers to other files.
  public static func walk(_ reader: BoxReader) throws(BoxFault) -> MovieStructure {
    var walk = StructureWalk(reader)
    return try walk.run()
  }
}
