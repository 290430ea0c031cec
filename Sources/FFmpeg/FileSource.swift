internal import CFFmpeg

#if canImport(Glibc)
  internal import Glibc
#endif

/// The bytes of an open file, read by `pread`: no libav call ever opens anything.
///
/// A class because libav stores its address in the I/O context; one thread at a time uses it.
final class FileSource {
  let descriptor: Int32
  let size: Int64
  private(set) var position: Int64 = 0
  /// The errno of the read that failed, if one did.
  private(set) var failure: Int32 = 0
  /// Whether a read was refused since the caller wants the work to stop; libav's demuxers may take
  /// that for the end of the file.
  private(set) var wasStopped = false
  private let replacements: [Replacement]
  private let isInterrupted: () -> Bool

  init(
    descriptor: Int32, size: Int64, replacements: [Replacement] = [],
    isInterrupted: @escaping () -> Bool
  ) {
    self.descriptor = descriptor
    self.size = size
    self.replacements = replacements
    self.isInterrupted = isInterrupted
  }

  var shouldStop: Bool { wasStopped || isInterrupted() }

  /// Fills `buffer`, and returns the count, or a libav error; the end is `AVERROR_EOF`, never 0.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    if isInterrupted() {
      wasStopped = true
      return clipgate_error_exit()
    }
    while true {
      // libav owns `buffer` and promises `count` bytes.
      let got = unsafe pread(descriptor, buffer, Int(count), off_t(position))
      if got > 0 {
        // Of the buffer, what was just filled.
        let filled = unsafe UnsafeMutableBufferPointer(start: buffer, count: got)
        for replacement in replacements { unsafe replacement.apply(to: filled, from: position) }
        position += Int64(got)
        return Int32(got)
      }
      if got == 0 { return clipgate_error_eof() }
      if errno != EINTR {
        failure = errno
        return clipgate_error_from_errno(errno)
      }
    }
  }

  /// Moves the position by `lseek`'s rules, or tells the size (`AVSEEK_SIZE`).
  func seek(to offset: Int64, whence: Int32) -> Int64 {
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return size
    case SEEK_SET: target = offset
    case SEEK_CUR:
      let (sum, overflow) = position.addingReportingOverflow(offset)
      if overflow { return Int64(clipgate_error_from_errno(EINVAL)) }
      target = sum
    case SEEK_END:
      let (sum, overflow) = size.addingReportingOverflow(offset)
      if overflow { return Int64(clipgate_error_from_errno(EINVAL)) }
      target = sum
    default: return Int64(clipgate_error_from_errno(EINVAL))
    }
    guard target >= 0 else { return Int64(clipgate_error_from_errno(EINVAL)) }
    position = target
    return target
  }
}

/// A libav I/O context over a `FileSource`.
@safe
struct InputContext: ~Copyable {
  let source: FileSource
  // Freed in deinit together with the buffer, which libav may have replaced.
  let pointer: UnsafeMutablePointer<AVIOContext>

  init(_ source: FileSource) throws(FFmpegError) {
    let size = 65_536
    guard let buffer = unsafe av_malloc(size) else {
      throw FFmpegError(code: .noMemory, call: "av_malloc")
    }
    // The context holds the source unretained; this struct keeps it alive for as long.
    let made = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0,
      Unmanaged.passUnretained(source).toOpaque(),
      { opaque, buffer, count in
        guard let opaque = unsafe opaque, let buffer = unsafe buffer, count > 0 else { return -1 }
        let source = unsafe Unmanaged<FileSource>.fromOpaque(opaque).takeUnretainedValue()
        return unsafe source.read(into: buffer, count: count)
      },
      nil,
      { opaque, offset, whence in
        guard let opaque = unsafe opaque else { return -1 }
        let source = unsafe Unmanaged<FileSource>.fromOpaque(opaque).takeUnretainedValue()
        return source.seek(to: offset, whence: whence)
      })
    guard let made = unsafe made else {
      unsafe av_free(buffer)
      throw FFmpegError(code: .noMemory, call: "avio_alloc_context")
    }
    self.source = source
    unsafe self.pointer = made
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe pointer
    unsafe av_freep(&pointer.pointee.buffer)
    unsafe avio_context_free(&context)
  }
}
