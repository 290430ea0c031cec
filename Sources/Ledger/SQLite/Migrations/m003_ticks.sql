-- From here on `jobs.ready`, `jobs.lease_end` and `deliveries.due` are ticks: milliseconds since this machine's kernel
-- has started. Those of another start mean nothing, so the start is written down.
CREATE TABLE boot (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The kernel's own name for its start; empty before the first.
  name TEXT NOT NULL
) STRICT;

INSERT INTO boot VALUES (1, '');
