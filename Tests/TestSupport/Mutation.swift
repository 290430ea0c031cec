/// Movies changed at random, the same for the same seed.
package enum Mutation {
  /// Random bytes, edge values, flipped bits, a part left out or doubled.
  package static func of(_ whole: [UInt8], seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes = whole
    let edges: [[UInt8]] = [
      [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [128, 0, 0, 0], [0, 0, 0, 1],
    ]
    for _ in 0..<(1 << Int.random(in: 0...5, using: &generator)) {
      let place = Int.random(in: 0..<bytes.count - 4, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 4..<7: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 7..<9:
        bytes.replaceSubrange(
          place..<place + 4, with: edges[Int.random(in: 0..<edges.count, using: &generator)])
      default:
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
        let part = bytes[place..<end]
        if Bool.random(using: &generator), bytes.count > whole.count / 2 {
          bytes.removeSubrange(place..<end)
        } else {
          bytes.insert(contentsOf: part, at: place)
        }
      }
    }
    return bytes
  }
}
