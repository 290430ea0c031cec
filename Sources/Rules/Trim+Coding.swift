// Written as its one word and the time: {"to": 3.3} or {"tail": 0.5}.
extension Trim.End: Codable {
  enum CodingKeys: String, CodingKey {
    case to, tail
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch (values.contains(.to), values.contains(.tail)) {
    case (true, false): self = .to(try values.decodeSeconds(forKey: .to))
    case (false, true): self = .tail(try values.decodeSeconds(forKey: .tail))
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: values.codingPath, debugDescription: "one of to and tail is needed"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .to(let time): try values.encode(seconds: time, forKey: .to)
    case .tail(let length): try values.encode(seconds: length, forKey: .tail)
    }
  }
}
