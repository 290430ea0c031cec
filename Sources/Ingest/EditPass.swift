/// One way through a track's media, from front to back, that presents the next of what its edit list
/// shows; times of the media are in ticks of the track's clock.
struct EditPass {
  /// What is decoded earlier, by its decoding timestamp, is not needed.
  var decodesFrom: Int64
  /// What is presented later is not needed.
  var through: Int64
  /// When each picture is shown, by its presentation timestamp; the others are only decoded.
  var starts: [Int64: [Duration]] = [:]
  /// What is heard of sound.
  var parts: [EditList.Part] = []
}
