-- A file whose bytes its owner is yet to send has no hash: the first bytes that come give it one, and no others do.
ALTER TABLE files ALTER COLUMN sha256 DROP NOT NULL;
ALTER TABLE files ADD CONSTRAINT files_stored_hash CHECK (stored_at IS NULL OR sha256 IS NOT NULL);
-- What is kept for a while only is deleted then; NULL is for good.
ALTER TABLE files ADD COLUMN kept_until timestamptz;
CREATE INDEX files_kept_until ON files (kept_until) WHERE kept_until IS NOT NULL AND deleted_at IS NULL;
