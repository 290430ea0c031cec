-- The messages become a queue.

-- The fencing token: counts all claims, and no number comes twice.
ALTER TABLE deliveries ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0
  CHECK (attempt BETWEEN 0 AND 4294967295);
-- Counts the claims that were not handed back.
ALTER TABLE deliveries ADD COLUMN tries INTEGER NOT NULL DEFAULT 0
  CHECK (tries BETWEEN 0 AND attempt);
-- From when it may be claimed; while somebody sends it, the end of the lease.
ALTER TABLE deliveries ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
-- Who sends it now.
ALTER TABLE deliveries ADD COLUMN sender TEXT;
-- When it was given up; it stays for the operator to see, as long as its clip does.
ALTER TABLE deliveries ADD COLUMN given_up INTEGER CHECK (given_up IS NULL OR sender IS NULL);
-- What the last try failed of.
ALTER TABLE deliveries ADD COLUMN reason TEXT CHECK (given_up IS NULL OR reason IS NOT NULL);

-- The queue, however many were given up.
CREATE INDEX deliveries_by_due ON deliveries (due, number) WHERE given_up IS NULL;
