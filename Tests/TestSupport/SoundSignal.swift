internal import Foundation

/// A noise that is like itself at no other place, with flashes of the picture at known times: what tells
/// to the sample where the sound of a movie lies.
package enum SoundSignal {
  /// In seconds.
  package static let length = 3.0
  /// When the picture turns white, in seconds.
  package static let flashes = [0.52, 2.2]

  /// `lavfi` sources of picture and sound; the sound keeps within what speech codecs hold.
  package static let picture =
    "color=black:s=160x120:r=25:d=3,drawbox=t=fill:c=white:"
    + "enable='between(t,0.51,0.8)+between(t,2.19,2.5)',"
    // Where pictures are alike libtheora 1.2 leaves them out, and is late with the next.
    + "noise=alls=16:allf=t"
  package static let sound =
    "anoisesrc=d=3:c=white:seed=7:a=0.5:r=48000,lowpass=f=2500,lowpass=f=2500,"
    + "highpass=f=300,volume=2,aformat=sample_fmts=s16"

  /// The samples themselves, at 48 kHz.
  package static let samples = Result {
    try Sound.floats(
      Tool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", sound, "-f", "f32le", "-"]))
  }

  /// A movie with the signal as sound.
  ///
  /// - Parameter arguments: how `ffmpeg` encodes pictures and sound.
  package static func movie(
    _ name: String, _ arguments: [String], in folder: ScratchFolder
  ) throws -> String {
    let path = folder.file(name)
    let outcome = try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound]
        + arguments + ["-strict", "-2", path])
    guard outcome.ending == .exit(0) else { throw CaseError(script: name, text: outcome.errors) }
    return path
  }

  /// When pictures turn white, in seconds from the first shown thing.
  package static func flashes(of path: String) throws -> [Double] {
    let pictures = try Pictures(path)
    let start = try FFprobe(path).format["start_time"].double ?? 0
    let isWhite = pictures.pixels.map { Pictures.mean($0) > 128 }
    return isWhite.indices.filter { isWhite[$0] && ($0 == 0 || !isWhite[$0 - 1]) }
      .map { pictures.times[$0] - start }
  }

  /// By how many samples of 48 kHz `sound` comes later than `reference` at a time, by the best
  /// correlation within 60 ms; nil where nothing is alike.
  package static func lag(of sound: [Float], behind reference: [Float], at time: Double) -> Int? {
    // A fifth of a second of a noise has no second place that is alike.
    let (start, count, most) = (Int(time * Sound.rate), 9_600, 2_880)
    guard start >= most, reference.count >= start + count, sound.count >= start + count + most
    else { return nil }
    let wanted = Array(reference[start..<start + count])
    func likeness(_ lag: Int, every step: Int) -> Double {
      var (product, power, own) = (0.0, 0.0, 0.0)
      for index in stride(from: 0, to: count, by: step) {
        let sample = Double(sound[start + lag + index])
        let other = Double(wanted[index])
        product += sample * other
        power += sample * sample
        own += other * other
      }
      return product / (power * own).squareRoot().nextUp
    }
    // Below 2,500 Hz three samples are much the same.
    guard
      let near = stride(from: -most, through: most, by: 3).max(by: {
        likeness($0, every: 13) < likeness($1, every: 13)
      }),
      let lag = (max(-most, near - 4)...min(most, near + 4)).max(by: {
        likeness($0, every: 1) < likeness($1, every: 1)
      }), likeness(lag, every: 1) > 0.7
    else { return nil }
    return lag
  }
}
