// Written with the keys that the policy has in a configuration.
extension Policy: Codable {
  enum CodingKeys: String, CodingKey {
    case maxDuration = "max_duration"
    case tolerance
    case maxBytes = "max_bytes"
    case maxPixels = "max_pixels"
    case maxFrameRate = "max_frame_rate"
    case maxStreams = "max_streams"
    case maxPackets = "max_packets"
    case maxCPUSeconds = "max_cpu_seconds"
    case profile
    case requireAudio = "require_audio"
    case allowHiddenMedia = "allow_hidden_media"
    case allowedContainers = "allowed_containers"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func count<Number>(_ key: CodingKeys) throws -> Number
    where Number: FixedWidthInteger & Codable & Sendable {
      try values.decode(Count<Number>.self, forKey: key).wrappedValue
    }
    let maxFrameRate = try values.decode(Double.self, forKey: .maxFrameRate)
    guard maxFrameRate.isFinite, maxFrameRate >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .maxFrameRate, in: values, debugDescription: "no rate")
    }
    try self.init(
      maxDuration: values.decodeSeconds(forKey: .maxDuration),
      tolerance: values.decodeSeconds(forKey: .tolerance),
      maxBytes: count(.maxBytes), maxPixels: count(.maxPixels), maxFrameRate: maxFrameRate,
      maxStreams: count(.maxStreams), maxPackets: count(.maxPackets),
      maxCPUSeconds: count(.maxCPUSeconds),
      profile: values.decode(Profile.self, forKey: .profile),
      requireAudio: values.decode(Bool.self, forKey: .requireAudio),
      allowHiddenMedia: values.decode(Bool.self, forKey: .allowHiddenMedia),
      allowedContainers: Set(
        values.decode(Listed<Container>.self, forKey: .allowedContainers).wrappedValue))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(seconds: maxDuration, forKey: .maxDuration)
    try values.encode(seconds: tolerance, forKey: .tolerance)
    try values.encode(maxBytes, forKey: .maxBytes)
    try values.encode(maxPixels, forKey: .maxPixels)
    try values.encode(maxFrameRate, forKey: .maxFrameRate)
    try values.encode(maxStreams, forKey: .maxStreams)
    try values.encode(maxPackets, forKey: .maxPackets)
    try values.encode(maxCPUSeconds, forKey: .maxCPUSeconds)
    try values.encode(profile, forKey: .profile)
    try values.encode(requireAudio, forKey: .requireAudio)
    try values.encode(allowHiddenMedia, forKey: .allowHiddenMedia)
    // In one order, since a set has none: the same policy is the same bytes.
    let containers = Container.allCases.filter(allowedContainers.contains)
    try values.encode(containers, forKey: .allowedContainers)
  }
}
