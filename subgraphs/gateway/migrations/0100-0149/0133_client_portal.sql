-- Links with which clients see their documents without a sign-in. A client has one that works.
CREATE TABLE client_portal_links (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  client_id text NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  -- SHA-256 (hex) of the token.
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX client_portal_links_one_each ON client_portal_links (client_id) WHERE revoked_at IS NULL;
CREATE INDEX client_portal_links_owner ON client_portal_links (owner_id);
CREATE INDEX client_portal_links_client ON client_portal_links (client_id);
ALTER TABLE client_portal_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_portal_links FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON client_portal_links
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

ALTER TABLE quotations
  -- Evidence of an answer by the link: the name that was entered, and the network address.
  ADD COLUMN answered_by text,
  ADD COLUMN answer_ip text;
