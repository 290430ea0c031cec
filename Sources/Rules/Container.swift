/// The container formats that a movie may come in.
public enum Container: String, Codable, Sendable, CaseIterable {
  case mp4
  case quicktime
  case matroska
  case webm
  case avi
  case mpegts
  case mpegps
  case mpegvideo
  case flv
  case asf
  case ogg
  case gif
  case threeGP = "3gp"
}
