-- Invitations to an organization. The token of the link is stored as a hash alone.
CREATE TABLE account_invitations (
  id text PRIMARY KEY,
  -- The organization.
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- In lower case: only a user with this verified address accepts.
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('admin', 'billing', 'member', 'read_only')),
  app_rights jsonb NOT NULL DEFAULT '{}',
  token_hash text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('pending', 'accepted', 'revoked')),
  invited_by text NOT NULL,
  accepted_by text,
  -- Rises when the invitation is sent again, with another token.
  round integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX account_invitations_pending ON account_invitations (owner_id, email) WHERE status = 'pending';
CREATE INDEX account_invitations_list ON account_invitations (owner_id, created_at DESC, id DESC);
ALTER TABLE account_invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_invitations
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Ownership that one owner offers to one member; it changes nothing until the member accepts.
CREATE TABLE account_ownership_offers (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  offered_by text NOT NULL,
  user_id text NOT NULL,
  -- True when the owner who offers becomes an administrator.
  steps_down boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, user_id),
  FOREIGN KEY (owner_id, user_id) REFERENCES account_members (owner_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (owner_id, offered_by) REFERENCES account_members (owner_id, user_id) ON DELETE CASCADE
);
CREATE INDEX account_ownership_offers_by ON account_ownership_offers (owner_id, offered_by);
ALTER TABLE account_ownership_offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_ownership_offers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_ownership_offers
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
