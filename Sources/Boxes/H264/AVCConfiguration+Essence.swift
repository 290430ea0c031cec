extension AVCConfiguration {
  /// A configuration for pictures that name these picture parameter sets: those and the sequence
  /// parameter set that they are for, each read to its last bit and put together anew.
  ///
  /// Nothing else that a record may hold is kept: other sets, extensions, bytes behind them.
  ///
  /// Throws ``H264Error/Code/parameterSets`` where a set is missing or there twice, or there is more
  /// than one sequence; ``H264Error/Code/value`` where one is not of a plain progressive movie in
  /// 4:2:0, or has more in it than its fields.
  public func essence(pictureParameterSets ids: Set<Int>) throws(H264Error) -> AVCConfiguration {
    var pictures: [[UInt8]] = []
    var sequences: Set<Int> = []
    for id in ids.sorted() {
      let named = Set(
        pictureParameterSets.filter { PictureParameterSet.ids(of: $0)?.picture == id })
      guard named.count == 1, let unit = named.first,
        let sequence = PictureParameterSet.ids(of: unit)?.sequence
      else { throw H264Error(.parameterSets) }
      sequences.insert(sequence)
      pictures.append(try PictureParameterSet(unit: unit).unit)
    }
    let named = Set(
      sequenceParameterSets.filter {
        SequenceParameterSet.id(of: $0).map(sequences.contains) ?? false
      })
    guard sequences.count == 1, named.count == 1, let unit = named.first else {
      throw H264Error(.parameterSets)
    }
    return try AVCConfiguration(
      sequenceParameterSets: [try SequenceParameterSet(unit: unit).unit],
      pictureParameterSets: pictures)
  }
}
