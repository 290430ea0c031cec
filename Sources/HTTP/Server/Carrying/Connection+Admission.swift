/// Connections that there is no room for.
extension Connection {
  /// Says 503 before a byte is read, and waits for the client to go.
  func turnAway() {
    requests += 1
    current = Current(id: Self.newID(), head: nil, start: .now)
    answer(loop.state.busy())
    drive()
  }
}
