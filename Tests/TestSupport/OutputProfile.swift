/// The limits of an output profile, as the contract's table has them.
package struct OutputProfile: Sendable {
  package let name: String
  /// The long and the short side of the box that the picture fits in, in pixels.
  package let long: Int
  package let short: Int
  package let frameRate: Double

  package static let low = OutputProfile(name: "low", long: 640, short: 360, frameRate: 30)
  package static let medium = OutputProfile(name: "medium", long: 960, short: 540, frameRate: 30)
  package static let high = OutputProfile(name: "high", long: 1920, short: 1080, frameRate: 60)
}
