internal import Addresses
internal import Rules
internal import Service

/// A configured value, parsed and within its bounds.
enum ConfigurationValue: Equatable, Sendable {
  case time(Duration)
  case bytes(Int64)
  case count(Int)
  case rate(Double)
  case flag(Bool)
  case profile(Profile)
  case containers(Set<Container>)
  case address(ListenAddress)
  case text(String)
  case texts([String])
  /// Not set, and nothing stands in for it.
  case absent

  /// What is wrong with a value, in words that say what is allowed.
  struct Problem: Error {
    var allowed: String
  }

  /// Parses a value as the command line and the environment have it; lists are set apart by commas.
  init(parsing text: String, for key: ConfigurationKey) throws(Problem) {
    switch key {
    case .maxDuration:
      let time = try Self.time(text)
      guard time > .zero else { throw Problem(allowed: "a time over 0 is needed") }
      self = .time(time)
    case .tolerance: self = .time(try Self.time(text))
    case .maxBytes:
      let size: ByteCount
      do throws(ParsingError) { size = try ByteCount(parsing: text) } catch {
        throw Problem(allowed: error.description)
      }
      // A petabyte, so that sums of sizes are numbers.
      guard 1...(1 << 50) ~= size.bytes else {
        throw Problem(allowed: "a size over 0, at most 1 PiB, is needed")
      }
      self = .bytes(size.bytes)
    case .maxPixels, .maxPackets: self = .count(try Self.count(text, in: 1...2_147_483_647))
    case .maxStreams, .workers: self = .count(try Self.count(text, in: 1...256))
    case .maxCPUSeconds: self = .count(try Self.count(text, in: 1...86_400))
    case .maxFrameRate:
      guard let rate = Double(text), rate > 0, rate <= 100_000 else {
        throw Problem(allowed: "a number over 0, at most 100000, is needed")
      }
      self = .rate(rate)
    case .profile:
      do throws(ParsingError) { self = .profile(try Profile(parsing: text)) } catch {
        throw Problem(allowed: error.description)
      }
    case .requireAudio, .allowHiddenMedia, .keepOriginals, .chatterOpen:
      guard let flag = Bool(text) else { throw Problem(allowed: "true or false is needed") }
      self = .flag(flag)
    case .allowedContainers: self = .containers(try Self.containers(Self.list(text)))
    case .corsOrigins: self = .texts(Self.list(text))
    case .maxConnectionsPerAddress, .uploadsPerMinute:
      self = .count(try Self.count(text, in: 0...1_000_000))
    case .trustedProxies: self = .texts(try Self.ranges(Self.list(text)))
    case .listen:
      guard let address = ListenAddress(text) else {
        throw Problem(allowed: "HOST:PORT is needed, as 127.0.0.1:8080 or [::1]:8080")
      }
      self = .address(address)
    case .publicURL: self = .text(try Self.baseURL(text))
    case .webhookURL:
      guard let url = WebURL(text), !url.hasFragment else {
        throw Problem(
          allowed: "a URL of http or https without user and password is needed, "
            + "as https://example.com/clips")
      }
      self = .text(url.text)
    case .data, .tokenFile, .tlsCertificate, .tlsKey, .webhookSecret, .webhookSecretFile, .tusdRoot:
      self = .text(text)
    }
  }

  /// Takes a value from the file, where numbers, lists and null may stand as such.
  init(_ json: JSON5Value, for key: ConfigurationKey) throws(Problem) {
    switch (json, key) {
    case (.null, _):
      guard Configuration.standard(key) == .absent else {
        throw Problem(allowed: "null is not a value here; leave the key out for the default")
      }
      self = .absent
    case (.text(let text), .maxDuration), (.text(let text), .tolerance),
      (.text(let text), .maxBytes), (.text(let text), .profile), (.text(let text), .publicURL),
      (.text(let text), .webhookURL), (.text(let text), .webhookSecretFile),
      (.text(let text), .tusdRoot), (.text(let text), .listen), (.text(let text), .data),
      (.text(let text), .tokenFile), (.text(let text), .tlsCertificate),
      (.text(let text), .tlsKey):
      try self.init(parsing: text, for: key)
    case (.number(let number), .maxDuration), (.number(let number), .tolerance),
      (.number(let number), .maxBytes), (.number(let number), .maxPixels),
      (.number(let number), .maxFrameRate), (.number(let number), .maxStreams),
      (.number(let number), .maxPackets), (.number(let number), .maxCPUSeconds),
      (.number(let number), .workers), (.number(let number), .maxConnectionsPerAddress),
      (.number(let number), .uploadsPerMinute):
      try self.init(parsing: number, for: key)
    case (.flag(let flag), .requireAudio), (.flag(let flag), .allowHiddenMedia),
      (.flag(let flag), .keepOriginals), (.flag(let flag), .chatterOpen):
      self = .flag(flag)
    case (.list(let items), .allowedContainers):
      self = .containers(try Self.containers(Self.texts(items)))
    case (.list(let items), .corsOrigins): self = .texts(try Self.texts(items))
    case (.list(let items), .trustedProxies):
      self = .texts(try Self.ranges(Self.texts(items)))
    default:
      throw Problem(allowed: Self.need(of: key))
    }
  }

  /// What the file must hold for a key.
  private static func need(of key: ConfigurationKey) -> String {
    switch key {
    case .maxDuration, .tolerance: "a time is needed, as 5 or \"5s\""
    case .maxBytes: "a size is needed, as 10485760 or \"10MiB\""
    case .maxPixels, .maxFrameRate, .maxStreams, .maxPackets, .maxCPUSeconds, .workers,
      .maxConnectionsPerAddress, .uploadsPerMinute:
      "a number is needed"
    case .requireAudio, .allowHiddenMedia, .keepOriginals, .chatterOpen:
      "true or false is needed"
    case .allowedContainers, .corsOrigins, .trustedProxies: "a list of strings is needed"
    default: "a string is needed"
    }
  }

  private static func time(_ text: String) throws(Problem) -> Duration {
    do throws(ParsingError) { return try Duration(parsing: text) } catch {
      throw Problem(allowed: error.description)
    }
  }

  private static func count(_ text: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
    guard let count = Int(text), range.contains(count) else {
      throw Problem(
        allowed: "a whole number from \(range.lowerBound) to \(range.upperBound) is needed")
    }
    return count
  }

  /// Scheme and host, with a path where there is one; without the slash at its end, since paths begin
  /// with one.
  private static func baseURL(_ text: String) throws(Problem) -> String {
    // It is shown to everybody, and paths are put behind it.
    guard let url = WebURL(text), !url.hasQuery, !url.hasFragment else {
      throw Problem(allowed: "a URL is needed, as https://clips.example.com, and no user in it")
    }
    var base = Substring(url.text)
    while base.last == "/" { base.removeLast() }
    return String(base)
  }

  private static func containers(_ names: [String]) throws(Problem) -> Set<Container> {
    var containers: Set<Container> = []
    for name in names {
      guard let container = Container(rawValue: name) else {
        let known = Container.allCases.map(\.rawValue)
        let nearest = NearestWord.nearest(to: name, in: known) ?? "mp4"
        throw Problem(
          allowed: "no container \(Shown.quoted(name)), the nearest is \(nearest); "
            + "known are \(known.joined(separator: ", "))")
      }
      containers.insert(container)
    }
    return containers
  }

  private static func ranges(_ texts: [String]) throws(Problem) -> [String] {
    for text in texts where AddressRange(text) == nil {
      throw Problem(
        allowed: "\(Shown.quoted(text)) is no address and no range, as 192.0.2.1 or 10.0.0.0/8")
    }
    return texts
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }.trimmingSuffix(" ")) }
      .filter { !$0.isEmpty }
  }

  private static func texts(_ items: [JSON5Value]) throws(Problem) -> [String] {
    var texts: [String] = []
    for item in items {
      guard case .text(let text) = item else {
        throw Problem(allowed: "a list of strings is needed")
      }
      texts.append(text)
    }
    return texts
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
