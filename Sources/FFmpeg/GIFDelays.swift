/// Shows a picture of a GIF for a tenth of a second where the file says a hundredth or nothing, as
/// browsers do.
///
/// libavformat did it by itself before its release 7.1 (`min_delay`), which still has the option and
/// takes a hundredth as it is.
struct GIFDelays {
  /// By how many hundredths of a second the pictures so far were lengthened.
  private var lengthened: Int64 = 0

  /// Takes the packets of a file in their order.
  mutating func lengthen(_ packet: borrowing Packet) {
    packet.move(by: lengthened)
    let duration = packet.duration
    guard duration < 2 else { return }
    packet.setDuration(10)
    lengthened += 10 - duration
  }
}
