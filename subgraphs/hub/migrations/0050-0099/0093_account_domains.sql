-- Domains of organizations. A DNS record proves that an organization controls one; people with verified addresses of it may
-- then join without an invitation, where an administrator has switched that on.
CREATE TABLE account_domains (
  id text PRIMARY KEY,
  -- The organization.
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- In ASCII and lower case, as addresses are compared.
  domain text NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 248),
  -- What the record has after its prefix. It is public once it is published.
  challenge text NOT NULL,
  -- Null until the record was found, and again after it was missing for 7 days.
  verified_at timestamptz(3),
  -- Last check that got an answer of the name servers, and time of the next one.
  checked_at timestamptz(3),
  check_at timestamptz(3),
  -- When a check first found the record missing; null while it is published.
  missing_since timestamptz(3),
  -- Role of people who join by their address; null while nobody can.
  auto_join_role text CHECK (auto_join_role IN ('member', 'read_only')),
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, domain),
  CHECK (verified_at IS NOT NULL OR auto_join_role IS NULL),
  CHECK ((verified_at IS NULL) = (check_at IS NULL)),
  CHECK (verified_at IS NOT NULL OR missing_since IS NULL)
);
-- One organization at a time.
CREATE UNIQUE INDEX account_domains_verified ON account_domains (domain) WHERE verified_at IS NOT NULL;
CREATE INDEX account_domains_due ON account_domains (check_at) WHERE verified_at IS NOT NULL;
CREATE INDEX account_domains_list ON account_domains (owner_id, created_at, id);
ALTER TABLE account_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_domains
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Members whom administrators removed: they can rejoin by an invitation only. A hash of the address is kept too, because the
-- same person may sign in as another user.
CREATE TABLE account_removed_members (
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  -- SHA-256 of the address in lower case.
  email_hash text,
  removed_by text NOT NULL,
  removed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, user_id)
);
CREATE INDEX account_removed_members_user ON account_removed_members (user_id);
ALTER TABLE account_removed_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_removed_members FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_removed_members
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
