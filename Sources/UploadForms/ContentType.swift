/// What a file's extension says of its type, for the kinds of files that go with clips.
enum ContentType {
  static func of(_ fileExtension: String) -> String {
    switch fileExtension.lowercased() {
    case "mp4", "m4v": "video/mp4"
    case "mov", "qt": "video/quicktime"
    case "webm": "video/webm"
    case "mkv": "video/x-matroska"
    case "avi": "video/x-msvideo"
    case "3gp": "video/3gpp"
    case "ts", "mts", "m2ts": "video/mp2t"
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
