/// What a body that comes has of the room for bodies.
///
/// Half of the places are for bodies that have moved: of which `ServerConfiguration.movingBytes` have come, or
/// all. So those that hardly come keep out only each other, however many they are.
enum BodyPlace {
  /// None yet: its bytes are kept, a few, until it has moved.
  case pending
  /// One of those for any body.
  case new
  /// One for a body that has moved.
  case moving
}
