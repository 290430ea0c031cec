-- Times are milliseconds since 1970 on the database's clock; ids are UUIDs in lower case, and digests
-- SHA-256 as 64 hexadecimal digits.

CREATE TABLE jobs (
  -- Increases as jobs are created: the order of the queue.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  content TEXT NOT NULL CHECK (length(content) = 64),
  -- JSON in one form for one meaning, so that equal settings are equal texts.
  settings TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'refused')),
  -- From when it may be claimed.
  ready INTEGER NOT NULL,
  -- The fencing token: counts all claims, and no number comes twice.
  attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt BETWEEN 0 AND 4294967295),
  -- Counts the claims that were not handed back.
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND max_tries),
  max_tries INTEGER NOT NULL CHECK (max_tries > 0),
  worker TEXT,
  lease_end INTEGER,
  progress REAL NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  -- What was made, of a job that is done.
  report TEXT,
  movie_bytes INTEGER,
  movie_sha256 TEXT,
  poster_bytes INTEGER,
  poster_sha256 TEXT,
  -- Why the movie did not pass, of one that was refused.
  verdict TEXT,
  -- The last fault of ours.
  reason TEXT,
  CHECK ((state = 'running') = (worker IS NOT NULL)),
  CHECK ((state = 'running') = (lease_end IS NOT NULL)),
  CHECK ((state = 'done') = (report IS NOT NULL)),
  CHECK ((state = 'done') = (movie_bytes IS NOT NULL)),
  CHECK ((state = 'done') = (movie_sha256 IS NOT NULL)),
  CHECK ((state = 'done') = (poster_bytes IS NOT NULL)),
  CHECK ((state = 'done') = (poster_sha256 IS NOT NULL)),
  CHECK ((state = 'refused') = (verdict IS NOT NULL)),
  CHECK (state <> 'failed' OR reason IS NOT NULL)
) STRICT;

-- The same bytes with the same settings are one job, unless we failed.
CREATE UNIQUE INDEX jobs_by_work ON jobs (content, settings) WHERE state <> 'failed';
-- The queue, however many jobs have ended.
CREATE INDEX jobs_by_state ON jobs (state, number);

CREATE TABLE clips (
  -- Increases as clips are admitted: the order of the list.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  job TEXT NOT NULL REFERENCES jobs (id),
  created INTEGER NOT NULL,
  filename TEXT,
  content_type TEXT,
  verdict TEXT NOT NULL
) STRICT;

CREATE INDEX clips_by_job ON clips (job);

-- What a key was answered: a clip, or a refusal.
CREATE TABLE keys (
  text TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  created INTEGER NOT NULL,
  clip TEXT REFERENCES clips (id) ON DELETE CASCADE,
  status INTEGER,
  verdict TEXT,
  CHECK ((clip IS NULL) = (status IS NOT NULL)),
  CHECK ((clip IS NULL) = (verdict IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_by_clip ON keys (clip) WHERE clip IS NOT NULL;
CREATE INDEX keys_by_age ON keys (created);

CREATE TABLE posts (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  created INTEGER NOT NULL,
  username TEXT,
  message TEXT,
  has_image INTEGER NOT NULL CHECK (has_image IN (0, 1)),
  clip TEXT REFERENCES clips (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX posts_by_clip ON posts (clip) WHERE clip IS NOT NULL;

-- Messages to be sent, written in the transaction that they tell of.
CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('clip.ready', 'clip.failed')),
  clip TEXT NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
  created INTEGER NOT NULL
) STRICT;

CREATE INDEX deliveries_by_clip ON deliveries (clip);

-- One row that a test of readiness writes.
CREATE TABLE readiness (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL
) STRICT;

INSERT INTO readiness VALUES (1, 0);
