/// What an encoder gave out.
public struct EncodedPacket: Sendable {
  /// The payload.
  public var bytes: [UInt8]
  /// In ticks of the encoder's time base.
  public var presentationTimestamp: Int64
  /// In ticks of the encoder's time base.
  public var decodingTimestamp: Int64
  /// Whether decoding may begin with it.
  public var isKey: Bool

  public init(
    bytes: [UInt8], presentationTimestamp: Int64, decodingTimestamp: Int64, isKey: Bool
  ) {
    self.bytes = bytes
    self.presentationTimestamp = presentationTimestamp
    self.decodingTimestamp = decodingTimestamp
    self.isKey = isKey
  }
}
