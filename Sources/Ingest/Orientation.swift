/// How a coded picture is turned and mirrored for display.
struct Orientation: Equatable {
  /// Degrees clockwise: 0, 90, 180 or 270.
  var rotation: Int
  /// Whether the picture is mirrored left to right after it was turned.
  var isMirrored: Bool

  static let upright = Orientation(rotation: 0, isMirrored: false)

  init(rotation: Int, isMirrored: Bool) {
    self.rotation = rotation
    self.isMirrored = isMirrored
  }

  /// The nearest quarter turn to a display matrix (ISO/IEC 14496-12, 6.2.2): x' = a·x + c·y,
  /// y' = b·x + d·y, with x to the right and y down. A matrix that turns nothing into a picture
  /// (all zero) is upright.
  init(matrix: [Int32]?) {
    guard let matrix, matrix.count == 9 else {
      self = .upright
      return
    }
    var (a, c) = (Int64(matrix[0]), Int64(matrix[3]))
    let (b, d) = (Int64(matrix[1]), Int64(matrix[4]))
    // A negative determinant mirrors; undo it as a flip of x' that comes last. Products of two
    // 32-bit numbers and their difference fit 64 bits but for one corner, which wraps harmlessly.
    isMirrored = a &* d &- b &* c < 0
    if isMirrored { (a, c) = (-a, -c) }
    // For a turn by θ clockwise: a = d = cos θ, b = −c = sin θ.
    let cosine = a + d
    let sine = b - c
    if cosine == 0 && sine == 0 {
      rotation = 0
    } else if cosine.magnitude >= sine.magnitude {
      rotation = cosine > 0 ? 0 : 180
    } else {
      rotation = sine > 0 ? 90 : 270
    }
  }

  /// Whether width and height change places.
  var swapsSides: Bool { rotation == 90 || rotation == 270 }

  /// Filters that turn and mirror, as libavfilter writes them.
  var filters: [String] {
    let turn: [String] =
      switch rotation {
      case 90: ["transpose=clock"]
      case 180: ["hflip", "vflip"]
      case 270: ["transpose=cclock"]
      default: []
      }
    return isMirrored ? turn + ["hflip"] : turn
  }
}
