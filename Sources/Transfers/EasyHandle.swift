internal import CCurl

/// libcurl's easy handle, set up for one exchange and freed with it.
///
/// A connection is made for each exchange and closed behind it: libcurl sends a request again by itself
/// when a connection that it kept turns out to be dead, and the server might have seen the first one. HTTP/1.1
/// alone, for the same reason. So the body is never wound back but begun anew with the next exchange.
@safe
final class EasyHandle {
  // Owned, both: freed in deinit.
  let pointer: UnsafeMutableRawPointer
  private var list: UnsafeMutablePointer<curl_slist>?

  init?() {
    guard let pointer = unsafe curl_easy_init() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    // In this order: the handle names the list.
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(list)
  }

  /// Sets everything but the body.
  ///
  /// - Parameter answer: gets what comes; it has to live for as long as the handle.
  /// - Returns: false where there is no memory for it, or libcurl can't do one of the things.
  func configure(_ request: TransferRequest, _ answer: ArrivingAnswer) -> Bool {
    // `Expect` is left out: not every server answers 100, and one that refuses does so all the same.
    for (name, value) in request.fields + [("Expect", "")] {
      // A colon and nothing removes a field, a semicolon sends it empty.
      let line = name == "Expect" ? "Expect:" : value.isEmpty ? "\(name);" : "\(name): \(value)"
      guard let longer = unsafe curl_slist_append(list, line) else { return false }
      unsafe list = longer
    }
    let patience = request.patience
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_POST, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
      // 0 would be libcurl's 300 s.
      (CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(patience.connect ?? .seconds(86_400))),
      (CURLOPT_TIMEOUT_MS, patience.whole.map(Self.milliseconds) ?? 0),
      // A proxy's answer to CONNECT is not the server's. Proxies are those of the environment.
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    ]
    let texts = [
      (CURLOPT_URL, request.url), (CURLOPT_USERAGENT, request.agent),
      (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_CUSTOMREQUEST, request.method),
    ]
    // The answer is the caller's, who keeps it; texts are copied.
    let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(answer).toOpaque())
    let codes =
      unsafe numbers.map { unsafe ccurl_set_number(pointer, $0.0, $0.1) }
      + texts.map { unsafe ccurl_set_text(pointer, $0.0, $0.1) }
      + [
        ccurl_set_list(pointer, CURLOPT_HTTPHEADER, list),
        ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context),
        ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context),
        ccurl_set_pointer(pointer, CURLOPT_READDATA, context),
        ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
          // libcurl lends the bytes for the call; another number than was given ends the exchange.
          unsafe EasyHandle.answer(context)?.takeLine(
            UnsafeRawBufferPointer(start: bytes, count: size * count)) == true ? size * count : 0
        },
        ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
          unsafe EasyHandle.answer(context)?.takeBody(
            UnsafeRawBufferPointer(start: bytes, count: size * count)) == true ? size * count : 0
        },
        ccurl_set_receiver(pointer, CURLOPT_READFUNCTION) { buffer, size, count, context in
          guard let buffer = unsafe buffer,
            let bytes = unsafe EasyHandle.answer(context)?.next(size * count)
          else { return Int(CURL_READFUNC_ABORT) }
          // libcurl lends as many bytes as were asked for, and no more are copied.
          unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: bytes, byteCount: bytes.count)
          return bytes.count
        },
      ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Sets a body that is in memory; the bytes are the caller's, who keeps them until the exchange is over.
  func setBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe ccurl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      == CURLE_OK && ccurl_set_pointer(pointer, CURLOPT_POSTFIELDS, bytes.baseAddress) == CURLE_OK
  }

  /// Sets the length of a body that the answer's reader gives.
  func setLength(_ length: Int64) -> Bool {
    unsafe ccurl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length))
      == CURLE_OK
  }

  /// The status so far; 0 where there is none.
  var status: Int {
    var status = 0
    // Fills a local value.
    _ = unsafe ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE, &status)
    return status
  }

  /// What `Retry-After` asks for.
  var retryAfter: Duration? {
    let seconds = offset(CURLINFO_RETRY_AFTER)
    return seconds > 0 ? .seconds(seconds) : nil
  }

  /// How many bytes of the body have been handed to the network.
  var sent: Int64 { offset(CURLINFO_SIZE_UPLOAD_T) }

  private func offset(_ info: CURLINFO) -> Int64 {
    var offset: curl_off_t = 0
    // Fills a local value.
    _ = unsafe ccurl_get_offset(pointer, info, &offset)
    return Int64(offset)
  }

  private static func milliseconds(_ time: Duration) -> Int { Int(max(1, time / .milliseconds(1))) }

  /// What `configure` gave libcurl; its owner keeps it.
  private static func answer(_ context: UnsafeMutableRawPointer?) -> ArrivingAnswer? {
    unsafe context.map { unsafe Unmanaged<ArrivingAnswer>.fromOpaque($0).takeUnretainedValue() }
  }
}
