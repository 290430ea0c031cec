import Boxes

/// A box as bytes: size, type, contents.
func atom(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
  // Appended, not joined: whole arrays are copied at once, which tests of megabytes need.
  var box = bytes32(UInt32(contents.map(\.count).reduce(8, +))) + Array(type.utf8)
  for part in contents { box += part }
  return box
}

/// A box whose size has 64 bits.
func wideAtom(_ type: String, _ contents: [UInt8]) -> [UInt8] {
  bytes32(1) + Array(type.utf8) + bytes64(UInt64(contents.count + 16)) + contents
}

/// A table: version and flags of 0, the number of rows (as counted, or as claimed), the rows.
func tableAtom(_ type: String, count: UInt32? = nil, _ rows: [[UInt32]]) -> [UInt8] {
  let rowBytes: [UInt8] = rows.flatMap { row in row.flatMap { bytes32($0) } }
  return atom(type, bytes32(0, count ?? UInt32(rows.count)), rowBytes)
}

func bytes16(_ values: UInt16...) -> [UInt8] {
  values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
}

func bytes32(_ values: UInt32...) -> [UInt8] {
  var bytes: [UInt8] = []
  for value in values {
    for shift: UInt32 in [24, 16, 8, 0] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
  return bytes
}

func bytes64(_ values: UInt64...) -> [UInt8] {
  values.flatMap { bytes32(UInt32($0 >> 32), UInt32($0 & 0xFFFF_FFFF)) }
}

func zeros(_ count: Int) -> [UInt8] {
  [UInt8](repeating: 0, count: count)
}

/// Walks bytes in memory.
func walk(_ bytes: [UInt8]) throws(BoxFault) -> MovieStructure {
  try MovieStructure.walk(BoxReader(bytes: bytes))
}

/// The fault that a walk over these bytes ends with; nil where it ends well.
func fault(_ bytes: [UInt8]) -> BoxFault? {
  do {
    _ = try walk(bytes)
    return nil
  } catch {
    return error
  }
}
