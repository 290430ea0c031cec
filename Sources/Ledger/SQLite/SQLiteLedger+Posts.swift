package import FoundationEssentials

extension SQLiteLedger {
  package func insert(_ post: NewPost) throws(LedgerError) {
    try writer.transaction { connection throws(LedgerError) in
      try Self.insert(post, clip: nil, &connection)
    }
  }

  package func posts(limit: Int) throws(LedgerError) -> [Post] {
    guard limit > 0 else { return [] }
    return try reader.use { connection throws(LedgerError) in
      try connection.all(
        """
        SELECT posts.id, posts.username, posts.message, posts.has_image, posts.clip, posts.created
        FROM posts LEFT JOIN clips ON clips.id = posts.clip LEFT JOIN jobs ON jobs.id = clips.job
        WHERE posts.clip IS NULL OR jobs.state = 'done'
        ORDER BY posts.number DESC LIMIT :limit
        """, ["limit": limit]
      ) { row throws(LedgerError) in
        Post(
          id: try row.id(), username: try row.textIfAny(), message: try row.textIfAny(),
          hasImage: try row.integer() == 1, clip: try row.idIfAny(), created: try row.date())
      }.reversed()
    }
  }

  package func hasPost(_ id: UUID) throws(LedgerError) -> Bool {
    try reader.use { connection throws(LedgerError) in
      try connection.first("SELECT 1 FROM posts WHERE id = :id", ["id": id]) {
        row throws(LedgerError) in try row.integer()
      } != nil
    }
  }

  static func insert(
    _ post: NewPost, clip: UUID?, _ connection: inout Connection
  ) throws(LedgerError) {
    try connection.run(
      """
      INSERT INTO posts (id, created, username, message, has_image, clip)
      VALUES (:id, \(now), :username, :message, :has_image, :clip)
      """,
      [
        "id": post.id, "username": post.username, "message": post.message,
        "has_image": post.hasImage, "clip": clip,
      ])
  }
}
