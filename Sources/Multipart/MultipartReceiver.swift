/// Who gets the parts of a body as they are read.
public protocol MultipartReceiver {
  /// What it throws to end the reading.
  associatedtype Failure: Error

  /// A part begins.
  mutating func partBegan(_ header: PartHeader) throws(Failure)
  /// Bytes of the part that began last; a part's data comes in pieces of any length, none of them empty.
  mutating func partData(_ bytes: ArraySlice<UInt8>) throws(Failure)
  /// The part that began last has no more.
  mutating func partEnded() throws(Failure)
}
