-- What the authorization server for agents remembers: sign-ins that are being made, codes, grants and refresh tokens.
CREATE TABLE sign_in_records (
  -- As the server names it: Interaction, AuthorizationCode, Grant, RefreshToken and others.
  kind text NOT NULL,
  -- SHA-256 of the kind and the id. Codes and refresh tokens are secrets, so the id itself is not stored.
  id_hash text NOT NULL,
  -- The person; null before they are known.
  owner_id text,
  -- The sign-in that a code or token belongs to.
  grant_id text,
  -- A second name by which sessions are found.
  uid text,
  payload jsonb NOT NULL,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX sign_in_records_owner ON sign_in_records (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX sign_in_records_grant ON sign_in_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX sign_in_records_uid ON sign_in_records (kind, uid) WHERE uid IS NOT NULL;
CREATE INDEX sign_in_records_expiry ON sign_in_records (expires_at);
ALTER TABLE sign_in_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_records FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON sign_in_records
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
