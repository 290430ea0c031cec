internal import FoundationEssentials

/// What a statement's parameter takes.
enum Binding {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A value that can be given to a statement's parameter.
protocol Bindable {
  var binding: Binding { get }
}

extension Int64: Bindable {
  var binding: Binding { .integer(self) }
}

extension Int: Bindable {
  var binding: Binding { .integer(Int64(self)) }
}

extension UInt32: Bindable {
  var binding: Binding { .integer(Int64(self)) }
}

extension Bool: Bindable {
  var binding: Binding { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
  var binding: Binding { .real(self) }
}

extension String: Bindable {
  var binding: Binding { .text(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
  var binding: Binding { self?.binding ?? .null }
}

extension UUID: Bindable {
  var binding: Binding { .text(uuidString.lowercased()) }
}

extension Digest: Bindable {
  var binding: Binding { .text(description) }
}

/// In milliseconds.
extension Duration: Bindable {
  // Some 30,000 years are enough, and sums of times stay within 64 bits.
  var binding: Binding { .integer(Int64(min(max(self / .milliseconds(1), -1e15), 1e15))) }
}
