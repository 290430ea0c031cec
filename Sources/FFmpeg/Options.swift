internal import CFFmpeg

/// A dictionary of options for one libav call, checked afterwards for what was not consumed.
@safe
struct Options: ~Copyable {
  // Freed in deinit; libav replaces the pointer while it consumes entries.
  var dictionary: OpaquePointer?

  init(_ entries: [(String, String)]) throws(FFmpegError) {
    var made: OpaquePointer?
    for (key, value) in entries {
      let result = unsafe av_dict_set(&made, key, value, 0)
      if result < 0 {
        unsafe av_dict_free(&made)
        throw FFmpegError(call: "av_dict_set", number: result)
      }
    }
    unsafe dictionary = made
  }

  /// An error where libav left an option unused: it was misspelt, or this build lacks it.
  func requireAllConsumed(by call: String) throws(FFmpegError) {
    if unsafe av_dict_count(dictionary) > 0 {
      throw FFmpegError(code: .unknownOption, call: call)
    }
  }

  deinit {
    var freeing = unsafe dictionary
    unsafe av_dict_free(&freeing)
  }
}
