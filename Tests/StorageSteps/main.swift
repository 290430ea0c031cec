internal import Glibc
internal import Storage

// StorageSteps commit|delete FOLDER KEY [PIECES]: one step of a directory store in a process of its own.
// Prints "done", or the code of what was thrown and exits with 1.
let words = CommandLine.arguments
guard words.count >= 4, let key = ObjectKey(name: words[3]) else { exit(2) }
do throws(StorageError) {
  let store = try DirectoryStore(at: words[2])
  if words[1] == "delete" {
    try store.delete(key)
  } else {
    var staged = try store.stage()
    // 5000 bytes a piece, each of one letter.
    for piece in 0..<(words.count > 4 ? Int(words[4]) ?? 0 : 0) {
      let bytes = [UInt8](repeating: 97 + UInt8(piece % 26), count: 5000)
      try staged.append(bytes.span)
    }
    try store.commit(staged, as: key)
  }
  print("done")
} catch {
  print(error.code.rawValue)
  exit(1)
}
