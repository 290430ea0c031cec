internal import Glibc

/// An open file descriptor that closes itself.
package struct Descriptor: ~Copyable {
  package let number: Int32

  /// Takes over a descriptor that nobody else closes.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }
}
