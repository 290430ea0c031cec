package import Rules

/// What a hook request says of the upload, as far as anybody here asks.
package struct HookUpload: Sendable, Equatable {
  /// tusd's id of the upload; nil before it has one.
  package var id: String?
  /// How many bytes it will have, or has; nil while nobody knows.
  package var size: Int64?
  /// What the client called the file (`filename` of the metadata): a label alone.
  package var filename: String?
  /// What the client says that it is (`filetype`): a label alone.
  package var contentType: String?
  /// The kind of store that has its bytes, as "filestore"; nil before there is one.
  package var store: String?
  /// Where a file store has them; nil for other stores.
  package var path: String?

  package init(
    id: String? = nil, size: Int64? = nil, filename: String? = nil, contentType: String? = nil,
    store: String? = nil, path: String? = nil
  ) {
    self.id = id
    self.size = size
    self.filename = filename
    self.contentType = contentType
    self.store = store
    self.path = path
  }

  /// What a verdict on it is called.
  package var name: String { filename ?? "" }

  /// The verdict before a byte has come: on the size alone.
  package func verdict(ofSize size: Int64, policy: Policy) -> Verdict {
    let reasons = size == 0 ? [Reason(.fileEmpty, message: "The file is empty.")] : []
    return Examination(bytes: size, facts: nil, reasons: reasons, warnings: [])
      .verdict(name: name, policy: policy)
  }

  /// The verdict on a file that can't be read, or that is none which a hook may name.
  ///
  /// It does not tell which of them, so that nobody learns from it what there is elsewhere.
  package var unreadable: Verdict {
    Verdict(
      name: name,
      reasons: [Reason(.fileUnreadable, message: "The file of the upload can't be read.")],
      warnings: [], facts: nil)
  }
}
