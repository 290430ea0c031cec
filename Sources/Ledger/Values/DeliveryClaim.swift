/// A delivery in a sender's hands, until its lease runs out.
package struct DeliveryClaim: Equatable, Sendable {
  /// What is to be sent.
  package let delivery: Delivery
  /// The fencing token: no other claim of the delivery ever has this number.
  package let attempt: UInt32
  /// Which try this is, from 1 on; claims that were handed back do not count.
  package let tries: Int
  /// Who claimed it.
  package let sender: String
}
