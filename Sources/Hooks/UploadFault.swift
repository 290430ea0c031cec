/// Why an upload's file was not opened.
package enum UploadFault: Error, Equatable, CustomStringConvertible {
  /// tusd keeps its uploads in no files.
  case notInFiles
  /// The path is not below the folder that hooks may name files in.
  case elsewhere
  /// A link, a folder, a pipe, a device.
  case notRegular
  /// It is shorter than tusd says, and growing.
  case growing
  /// The system's number for why.
  case system(Int32)

  /// For those who look after the service; no path is in it.
  package var description: String {
    switch self {
    case .notInFiles: "tusd does not keep it in a file"
    case .elsewhere: "it is not below hooks.tusd_root"
    case .notRegular: "it is not a regular file, or a link leads to it"
    case .growing: "it is still being written"
    case .system(let number): "errno \(number)"
    }
  }
}
