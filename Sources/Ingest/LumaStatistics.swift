internal import FFmpeg

/// Mean and standard deviation of a limited-range picture's luma, on a scale of 0 to 255.
struct LumaStatistics {
  var mean: Double
  var deviation: Double

  /// - Parameter frame: planar 8-bit YUV; every second sample of every second row is read.
  init(_ frame: borrowing Frame) {
    let (width, height) = (frame.width, frame.height)
    let sums = unsafe frame.withFirstPlane { rows, stride -> (sum: Int, squares: Int, count: Int) in
      var (sum, squares, count) = (0, 0, 0)
      for row in Swift.stride(from: 0, to: height, by: 2) {
        for column in Swift.stride(from: 0, to: width, by: 2) {
          let place = row * stride + column
          guard place < rows.count else { continue }
          let value = unsafe Int(rows[place])
          sum += value
          squares += value * value
          count += 1
        }
      }
      return (sum, squares, count)
    }
    guard sums.count > 0 else {
      (mean, deviation) = (0, 0)
      return
    }
    let average = Double(sums.sum) / Double(sums.count)
    let variance = max(0, Double(sums.squares) / Double(sums.count) - average * average)
    // Black is 16 and white 235 in limited range.
    let scale = 255.0 / 219.0
    mean = min(255, max(0, (average - 16) * scale))
    deviation = variance.squareRoot() * scale
  }
}
