/// Connections and bodies that there is no room for.
extension Connection {
  /// Says 503 before a byte is read, and waits for the client to go.
  func turnAway() {
    requests += 1
    current = Current(id: Self.newID(), head: nil, start: .now)
    answer(loop.state.busy())
    drive()
  }

  /// The body has moved: one that had no place gets one, and its receiver what was kept.
  ///
  /// - Returns: whether it goes on; otherwise it was answered.
  func admitMoving(_ receiver: any BodyReceiver) -> Bool {
    guard let place = current?.place else { return true }
    guard let moved = loop.state.moveBody(place) else {
      receiver.abandon(.busy)
      answer(loop.state.busy())
      return false
    }
    current?.place = moved
    guard let kept = current?.kept, !kept.isEmpty else { return true }
    current?.kept = []
    guard let refusal = receiver.receive(kept[...]) else { return true }
    answer(refusal)
    return false
  }
}
