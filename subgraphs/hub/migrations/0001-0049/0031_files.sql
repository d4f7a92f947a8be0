-- One row a stored file. Its bytes are in the store under the file's id.
CREATE TABLE files (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  sha256 text NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL while its bytes are on their way.
  stored_at timestamptz,
  -- The last link that was made, and the key it is signed with.
  link_expires_at timestamptz,
  link_key_id text,
  -- From then on nobody can open it.
  deleted_at timestamptz,
  -- When its bytes were removed from the store.
  purged_at timestamptz
);
CREATE INDEX files_owner ON files (owner_id, created_at);
CREATE INDEX files_to_purge ON files (created_at) WHERE purged_at IS NULL AND (stored_at IS NULL OR deleted_at IS NOT NULL);
CREATE INDEX files_link_keys ON files (link_key_id, link_expires_at) WHERE deleted_at IS NULL;
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON files
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
