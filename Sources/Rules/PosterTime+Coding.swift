// Written as one types it, "first" or "best"; a time is {"at": 1.5}.
extension PosterTime: Codable {
  enum CodingKeys: String, CodingKey {
    case at
  }

  public init(from decoder: any Decoder) throws {
    guard let word = try? decoder.singleValueContainer().decode(String.self) else {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self = .at(try values.decodeSeconds(forKey: .at))
      return
    }
    switch word {
    case "first": self = .first
    case "best": self = .best
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "neither first nor best"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .first: try "first".encode(to: encoder)
    case .best: try "best".encode(to: encoder)
    case .at(let time):
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(seconds: time, forKey: .at)
    }
  }
}
