-- Files whose bytes are stored in several parts, so that none of them is ever whole in memory: archives of an account's data.
ALTER TABLE files ADD COLUMN is_parted boolean NOT NULL DEFAULT false;
-- The size of such a file is known when its last part is stored.
ALTER TABLE files DROP CONSTRAINT files_size_check;
ALTER TABLE files ADD CONSTRAINT files_size_check CHECK (size > 0 OR (stored_at IS NULL AND size = 0));

CREATE TABLE file_parts (
  file_id text NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  owner_id text NOT NULL,
  storage_key text NOT NULL UNIQUE,
  size integer NOT NULL CHECK (size > 0),
  -- NULL while its bytes are on their way.
  stored_at timestamptz(3),
  -- What its writer needs to go on after it.
  mark jsonb NOT NULL,
  PRIMARY KEY (file_id, number)
);
ALTER TABLE file_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON file_parts
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Archives of all data of an account, written by a job.
CREATE TABLE data_exports (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- The person who asked for it, and gets the link.
  requested_by text NOT NULL,
  -- NULL: every app.
  app_ids text[],
  file_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed', 'canceled')),
  failure text,
  tables_total integer NOT NULL DEFAULT 0,
  tables_done integer NOT NULL DEFAULT 0,
  rows_written bigint NOT NULL DEFAULT 0,
  files_written integer NOT NULL DEFAULT 0,
  size integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  mailed_at timestamptz(3)
);
CREATE UNIQUE INDEX data_exports_active ON data_exports (owner_id) WHERE status IN ('queued', 'running');
CREATE INDEX data_exports_list ON data_exports (owner_id, created_at DESC, id DESC);
ALTER TABLE data_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON data_exports
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
