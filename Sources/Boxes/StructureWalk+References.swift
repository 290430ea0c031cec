extension StructureWalk {
  /// `dref`, ISO/IEC 14496-12, 8.7.2: where the media is, which must be in this file.
  mutating func readDataReferences(_ box: Box) throws(BoxFault) {
    let count = try number(box, at: 4)
    var position = box.contents + 8
    for _ in 0..<count {
      guard let reference = try child(of: box, at: position) else {
        throw box.fault(.corrupt, "its rows do not fit into it")
      }
      if try isExternal(reference) {
        throw reference.fault(.externalReference, "the media is somewhere else")
      }
      position = reference.end
    }
  }

  private mutating func isExternal(_ reference: Box) throws(BoxFault) -> Bool {
    let isSelfContained = try number(reference, at: 3, width: 1) & 1 != 0
    // Some writers leave the flag out but name nothing, at most with an empty string.
    if !isSelfContained { return reference.length > 4 + 1 }
    // An alias record is 150 bytes or more, and demuxers follow one in spite of the flag.
    return reference.type == "alis" && reference.length >= 4 + 138
  }
}
