internal import CCurl
internal import Synchronization

/// Carries messages to their receiver over HTTP, one at a time (libcurl's multi interface, which another
/// thread can wake).
///
/// Each message has a connection of its own: libcurl sends a request again by itself when a connection
/// that it kept turns out to be dead, and the receiver might have seen the first one.
///
/// `@unchecked`: one thread sends; what others call is `interrupt`, an atomic and libcurl's own wake.
@safe
package final class Courier: @unchecked Sendable {
  /// For how long a receiver is waited for.
  package struct Patience: Sendable {
    /// Until it takes the connection, TLS included.
    package var connect: Duration
    /// From the beginning to the end of its answer.
    package var whole: Duration

    /// Makes one; the defaults are the service's.
    package init(connect: Duration = .seconds(5), whole: Duration = .seconds(15)) {
      self.connect = connect
      self.whole = whole
    }
  }

  // Owned: cleaned up in deinit.
  private let multi: UnsafeMutableRawPointer
  private let url: String
  private let agent: String
  private let patience: Patience
  private let isInterrupted = Atomic(false)

  /// libcurl's own state, made once and before any other thread of ours uses it.
  private static let isReady = ccurl_begin() == CURLE_OK

  /// How much of an answer's head and body is read before the rest is left alone.
  static let mostHead = 65_536
  static let mostBody = 4_096

  /// - Parameters:
  ///   - url: of http or https; redirects are not followed.
  ///   - agent: the name and version in `User-Agent`.
  ///   - patience: for how long the receiver is waited for.
  /// - Returns: nil where there is no memory for it.
  package init?(to url: String, agent: String, patience: Patience = Patience()) {
    guard Self.isReady, let multi = unsafe curl_multi_init() else { return nil }
    unsafe self.multi = multi
    self.url = url
    self.agent = agent
    self.patience = patience
  }

  deinit { unsafe curl_multi_cleanup(multi) }

  /// Breaks off what is being sent, and all that is sent later; from any thread.
  package func interrupt() {
    isInterrupted.store(true, ordering: .releasing)
    // One of the few calls that another thread may make.
    unsafe curl_multi_wakeup(multi)
  }

  /// Sends a message and waits for the answer.
  @available(*, noasync)
  package func send(_ message: SignedMessage) -> Attempt {
    guard let handle = unsafe curl_easy_init() else { return .failed("no memory") }
    defer { unsafe curl_easy_cleanup(handle) }
    // The list is copied string by string and freed when the transfer is over.
    var list: UnsafeMutablePointer<curl_slist>?
    defer { unsafe curl_slist_free_all(list) }
    // `Expect` is left out: the body is small, and not every receiver answers 100.
    let fields = [("Content-Type", "application/json"), ("Expect", "")] + message.fields
    for (name, value) in fields {
      unsafe list = curl_slist_append(list, value.isEmpty ? "\(name):" : "\(name): \(value)")
    }
    var answer = Answer()
    // The body, the list and the answer outlive the transfer, which is over when the closures return.
    return unsafe withUnsafeMutablePointer(to: &answer) { answer in
      unsafe message.body.withUnsafeBytes { body in
        guard unsafe configure(handle, body, list, answer) else { return .failed("no memory") }
        return unsafe perform(handle, answer)
      }
    }
  }

  /// What came of an answer so far; libcurl hands its address to the callbacks.
  private struct Answer {
    var head = 0
    var body = 0
  }

  private func configure(
    _ handle: UnsafeMutableRawPointer, _ body: UnsafeRawBufferPointer,
    _ list: UnsafeMutablePointer<curl_slist>?, _ answer: UnsafeMutablePointer<Answer>
  ) -> Bool {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_POST, 1), (CURLOPT_POSTFIELDSIZE, body.count), (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1),
      (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
      (CURLOPT_CONNECTTIMEOUT_MS, Int(patience.connect / .milliseconds(1))),
      (CURLOPT_TIMEOUT_MS, Int(patience.whole / .milliseconds(1))),
      // A proxy's answer to CONNECT is not the receiver's.
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    ]
    let texts = [
      (CURLOPT_URL, url), (CURLOPT_USERAGENT, agent), (CURLOPT_PROTOCOLS_STR, "http,https"),
    ]
    // Texts are copied; the body, the list and the answer are the caller's, who keeps them.
    let codes =
      unsafe numbers.map { unsafe ccurl_set_number(handle, $0.0, $0.1) }
      + texts.map { unsafe ccurl_set_text(handle, $0.0, $0.1) }
      + [
        ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress),
        ccurl_set_list(handle, CURLOPT_HTTPHEADER, list),
        ccurl_set_pointer(handle, CURLOPT_HEADERDATA, answer),
        ccurl_set_pointer(handle, CURLOPT_WRITEDATA, answer),
        ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { _, size, count, answer in
          guard let answer = unsafe answer?.assumingMemoryBound(to: Answer.self) else { return 0 }
          unsafe answer.pointee.head += size * count
          // Another number than was given ends the transfer.
          return unsafe answer.pointee.head <= Courier.mostHead ? size * count : size * count + 1
        },
        ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { _, size, count, answer in
          guard let answer = unsafe answer?.assumingMemoryBound(to: Answer.self) else { return 0 }
          unsafe answer.pointee.body += size * count
          return unsafe answer.pointee.body <= Courier.mostBody ? size * count : size * count + 1
        },
      ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Runs a transfer to its end.
  private func perform(
    _ handle: UnsafeMutableRawPointer, _ answer: UnsafeMutablePointer<Answer>
  ) -> Attempt {
    guard unsafe curl_multi_add_handle(multi, handle) == CURLM_OK else {
      return .failed("no memory")
    }
    defer { unsafe curl_multi_remove_handle(multi, handle) }
    var running: Int32 = 1
    while true {
      if isInterrupted.load(ordering: .acquiring) { break }
      // A local value is filled by both calls.
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK, running > 0 else { break }
      guard unsafe curl_multi_poll(multi, nil, 0, 1000, nil) == CURLM_OK else { break }
    }
    var status = 0
    var retryAfter: curl_off_t = 0
    // Local values are filled.
    _ = unsafe ccurl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    _ = unsafe ccurl_get_offset(handle, CURLINFO_RETRY_AFTER, &retryAfter)
    // A final status is the receiver's word, whatever became of the rest of its answer.
    if status >= 200 {
      return .answered(
        status: status, retryAfter: retryAfter > 0 ? .seconds(Int64(retryAfter)) : nil)
    }
    if running > 0, isInterrupted.load(ordering: .acquiring) { return .interrupted }
    return .failed(failure())
  }

  /// What libcurl says that the transfer ended by.
  private func failure() -> String {
    var left: Int32 = 0
    // The message is libcurl's until the transfer is removed, and its words are constants.
    guard let message = unsafe curl_multi_info_read(multi, &left),
      unsafe message.pointee.msg == CURLMSG_DONE,
      let words = unsafe curl_easy_strerror(message.pointee.data.result)
    else { return "the transfer ended" }
    return unsafe message.pointee.data.result == CURLE_OK ? "no answer" : String(cString: words)
  }
}
