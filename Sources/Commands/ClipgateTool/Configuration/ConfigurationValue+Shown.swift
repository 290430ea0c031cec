internal import Rules
internal import Service

extension ConfigurationValue {
  /// The value for people, as it could be typed again.
  var shown: String {
    switch self {
    case .time(let time): "\(time.shortText) s"
    case .bytes(let bytes): ByteCount(bytes).shortText
    case .count(let count): "\(count)"
    case .rate(let rate): rate.shortText
    case .flag(let flag): "\(flag)"
    case .profile(let profile): profile.rawValue
    case .containers(let containers): Self.names(containers).joined(separator: ",")
    case .address(let address): address.text
    case .text(let text): text
    case .texts(let texts): texts.isEmpty ? "(none)" : texts.joined(separator: ",")
    case .absent: "(none)"
    }
  }

  /// The containers' names in the order of the contract.
  fileprivate static func names(_ containers: Set<Container>) -> [String] {
    Container.allCases.filter(containers.contains).map(\.rawValue)
  }
}

extension ConfigurationValue: Encodable {
  /// Writes times in seconds, sizes in bytes, lists as lists and what is absent as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .time(let time): try container.encode(time.printedSeconds)
    case .bytes(let bytes): try container.encode(bytes)
    case .count(let count): try container.encode(count)
    case .rate(let rate): try container.encode(rate)
    case .flag(let flag): try container.encode(flag)
    case .profile(let profile): try container.encode(profile)
    case .containers(let containers): try container.encode(Self.names(containers))
    case .address(let address): try container.encode(address.text)
    case .text(let text): try container.encode(text)
    case .texts(let texts): try container.encode(texts)
    case .absent: try container.encodeNil()
    }
  }
}
