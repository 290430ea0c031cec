internal import CLinux
internal import Glibc

/// A child before it has an order: in its box but for the bounds that the order sets and the filter of
/// system calls, with nothing open but one end of a pair whose other end its fork server has.
///
/// It serves one order, and is never a spare again. Without a fork server it ends.
struct Spare: ~Copyable {
  let process: pid_t
  private let orders: Channel

  private init(_ process: pid_t, orders: consuming Channel) {
    self.process = process
    self.orders = orders
  }

  /// Makes the process.
  ///
  /// - Throws: `SystemError` where the machine has no room for it.
  static func make(
    layers: Layers, work: @escaping Work, settle: Settle
  ) throws(SystemError) -> Spare {
    let pair = try Channel.Pair()
    let server = getpid()
    let process = clinux_fork()
    if process == 0 { _exit(live(pair.far.socket.number, server, layers, work, settle)) }
    guard process > 0 else { throw SystemError("fork") }
    return Spare(process, orders: pair.near)
  }

  /// Gives it its order.
  ///
  /// - Parameters:
  ///   - limits: what it may use.
  ///   - channel: the end of the asker's pair; it stays the caller's.
  /// - Throws: `SystemError` where it is not there any more.
  consuming func take(_ limits: ChildLimits, _ channel: Int32) throws(SystemError) {
    try orders.send(Message(.start, limits.payload), descriptors: [channel])
  }

  /// The life of the process; the result is its exit code.
  private static func live(
    _ orders: Int32, _ server: pid_t, _ layers: Layers, _ work: @escaping Work, _ settle: Settle
  ) -> Int32 {
    do throws(SystemError) {
      try Box.enter(channel: orders, parent: server, layers: layers)
    } catch {
      return Box.notConfined
    }
    settle()
    let waiting = Channel(owning: Box.channel)
    guard let order = try? waiting.receive(), order.message.kind == .start,
      let limits = ChildLimits(payload: order.message.payload),
      let channel = order.descriptors.takeFirst()
    else { return 0 }
    _ = consume waiting
    do throws(SystemError) {
      try Box.close(over: channel, limits: limits, layers: layers)
    } catch {
      return Box.notConfined
    }
    return Child(channel: Channel(owning: Box.channel), work: work).run()
  }
}

/// What a child does by itself before it has an order, so that it need not be done when somebody waits.
package typealias Settle = @Sendable () -> Void
