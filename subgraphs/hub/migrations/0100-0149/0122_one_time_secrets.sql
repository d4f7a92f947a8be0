-- A secret that a tool made: its person sees it once, on a page; the agent gets the address of that page.
CREATE TABLE one_time_secrets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- The person who may see it; null where no person made the call: any member with the scope may.
  person_id text,
  -- The scope of the call that made it.
  required_scope text NOT NULL,
  -- Shown above the secret: which kind it is.
  label text NOT NULL,
  -- Null once it was shown.
  secret_sealed text,
  -- SHA-256 of the secret: a repeated call gets the same page.
  secret_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX one_time_secrets_secret ON one_time_secrets (owner_id, secret_hash);
CREATE INDEX one_time_secrets_expiry ON one_time_secrets (expires_at);
ALTER TABLE one_time_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE one_time_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON one_time_secrets
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
