internal import CCurl

/// One POST of a JSON document and its answer, by HTTP or HTTPS (libcurl's easy interface).
struct JSONPost {
  /// What became of it.
  enum Outcome: Equatable {
    case answer(status: Int, body: [UInt8])
    /// Nothing came back that is an answer; libcurl's words for why.
    case unreachable(String)
    /// It was sent, and no answer came in time.
    case silent
  }

  /// Where to.
  var url: String
  /// The bearer token; nil for none.
  var token: String?
  /// How long it may take in all, in seconds.
  var seconds = 90
  /// The most bytes of an answer; more is none.
  var mostBytes = 65_536

  /// Sends the document, follows no redirect, and waits for the answer.
  func send(_ document: [UInt8]) -> Outcome {
    // libcurl's handle and list are made here, used by this thread alone, and freed at the end.
    guard ccurl_begin() == CURLE_OK, let transfer = unsafe curl_easy_init() else {
      return .unreachable("libcurl can't be used")
    }
    defer { unsafe curl_easy_cleanup(transfer) }
    var fields = unsafe curl_slist_append(nil, "Content-Type: application/json")
    if let token { unsafe fields = curl_slist_append(fields, "Authorization: Bearer \(token)") }
    defer { unsafe curl_slist_free_all(fields) }
    _ = unsafe ccurl_set_text(transfer, CURLOPT_URL, url)
    _ = unsafe ccurl_set_text(transfer, CURLOPT_PROTOCOLS_STR, "http,https")
    _ = unsafe ccurl_set_list(transfer, CURLOPT_HTTPHEADER, fields)
    _ = unsafe ccurl_set_number(transfer, CURLOPT_NOSIGNAL, 1)
    _ = unsafe ccurl_set_number(transfer, CURLOPT_CONNECTTIMEOUT, 10)
    _ = unsafe ccurl_set_number(transfer, CURLOPT_TIMEOUT, seconds)
    _ = unsafe ccurl_set_number(transfer, CURLOPT_POSTFIELDSIZE, document.count)
    let answer = Received(most: mostBytes)
    // The object outlives the transfer, which alone calls back.
    _ = unsafe ccurl_set_pointer(
      transfer, CURLOPT_WRITEDATA, Unmanaged.passUnretained(answer).toOpaque())
    _ = unsafe ccurl_set_receiver(transfer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let answer = unsafe Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
      return unsafe answer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    let code = unsafe document.withUnsafeBytes { bytes in
      // libcurl does not copy the body: the bytes are lent until the transfer has ended.
      _ = unsafe ccurl_set_pointer(transfer, CURLOPT_POSTFIELDS, bytes.baseAddress)
      return unsafe curl_easy_perform(transfer)
    }
    if code == CURLE_OPERATION_TIMEDOUT { return .silent }
    guard code == CURLE_OK else {
      return .unreachable(unsafe String(cString: curl_easy_strerror(code)))
    }
    var status = 0
    _ = unsafe ccurl_get_number(transfer, CURLINFO_RESPONSE_CODE, &status)
    return withExtendedLifetime(answer) { .answer(status: status, body: answer.bytes) }
  }

  /// The answer's body as it comes.
  private final class Received {
    private(set) var bytes: [UInt8] = []
    private let most: Int

    init(most: Int) { self.most = most }

    /// - Returns: how many were taken; libcurl ends the transfer where that is not all.
    func take(_ more: UnsafeRawBufferPointer) -> Int {
      let count = more.count
      guard bytes.count + count <= most else { return 0 }
      unsafe bytes.append(contentsOf: more)
      return count
    }
  }
}
