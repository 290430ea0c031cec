internal import Glibc
package import Rules

extension ConfinedChild.Death {
  /// What the end of a movie's process says of the movie; nil where it says nothing of it.
  ///
  /// A movie that ends a decoder is refused for good: what crashed once is not tried again.
  package var reason: Reason? {
    switch self {
    case .absent: nil
    case .deadline, .signal(SIGXCPU):
      Reason(.tookTooLong, message: "The movie takes more processor time than is allowed.")
    // Nobody of ours has ended it: the kernel does where memory ends.
    case .signal(SIGKILL):
      Reason(.tooComplex, message: "The movie needs more memory than this machine has for it.")
    case .signal(let number):
      Reason(.crashedDecoder, message: "The movie ended its decoder (signal \(number)).")
    case .exit:
      Reason(.crashedDecoder, message: "The movie ended its decoder.")
    case .garbled:
      Reason(.crashedDecoder, message: "The movie left its decoder in disorder.")
    }
  }
}
