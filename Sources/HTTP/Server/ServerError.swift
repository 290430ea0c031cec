/// That a server could not be started; safe to print.
package struct ServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call that failed, as "bind".
  package let call: String
  /// `errno`, or 0 where the host's name means nothing.
  package let number: Int32

  init(_ call: String, errno number: Int32) {
    self.call = call
    self.number = number
  }

  /// The call and the number, as "bind, errno 98".
  package var description: String {
    number == 0 ? "\(call): no such address" : "\(call), errno \(number)"
  }
}
