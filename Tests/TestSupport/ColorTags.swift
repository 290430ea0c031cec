/// Arguments of `ffmpeg` that tag what it encodes with colours, in a way that all releases follow.
enum ColorTags {
  private static let options = [
    "-color_range": "range", "-color_primaries": "color_primaries", "-color_trc": "color_trc",
    "-colorspace": "colorspace",
  ]

  /// The arguments, with a filter at the end of the chain that gives pictures the encoder's tags.
  ///
  /// From release 7 on `ffmpeg` leaves out an encoder's primaries and transfer that its pictures do
  /// not have, and converts pictures to its matrix and range.
  static func onPictures(_ arguments: [String]) -> [String] {
    let tags = zip(arguments, arguments.dropFirst()).compactMap { option, value in
      options[option].map { "\($0)=\(value)" }
    }
    guard !tags.isEmpty else { return arguments }
    let filter = "setparams=" + tags.joined(separator: ":")
    var arguments = arguments
    if let place = arguments.lastIndex(of: "-vf"), place + 1 < arguments.count {
      arguments[place + 1] += ",\(filter)"
      return arguments
    }
    // Behind the inputs, where an output's arguments begin.
    let place = arguments.lastIndex(of: "-i").map { $0 + 2 } ?? arguments.endIndex
    arguments.insert(contentsOf: ["-vf", filter], at: min(place, arguments.endIndex))
    return arguments
  }
}
