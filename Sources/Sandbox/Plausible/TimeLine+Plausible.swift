internal import Rules

extension TimeLine {
  var isPlausible: Bool {
    let spans = pictures.map(\.span) + hiddenPictures + sound + hiddenSound
    return spans.count <= 4 * Self.mostEntries
      && spans.allSatisfy {
        Plausible.place($0.start) && Plausible.place($0.end) && $0.start <= $0.end
      }
      && pictures.allSatisfy {
        (1...Plausible.mostFrames).contains($0.count) && Plausible.bytes($0.bytes)
          && (0...$0.count).contains($0.keyFrames) && Plausible.place($0.longest)
      }
  }
}
