-- An owner can close an organization: for 30 days its members may only read and export it, then it is erased.
ALTER TABLE accounts ADD COLUMN closed_at timestamptz(3);
ALTER TABLE accounts ADD COLUMN closed_by text;
ALTER TABLE accounts ADD COLUMN erasure_scheduled_at timestamptz(3);
ALTER TABLE accounts ADD CONSTRAINT accounts_closed_organizations
  CHECK (closed_at IS NULL OR kind = 'organization');
ALTER TABLE accounts ADD CONSTRAINT accounts_closed_are_scheduled
  CHECK ((closed_at IS NULL) = (erasure_scheduled_at IS NULL) AND (closed_at IS NULL) = (closed_by IS NULL));
CREATE INDEX accounts_erasure_due ON accounts (erasure_scheduled_at) WHERE erasure_scheduled_at IS NOT NULL;

-- Keys of a closed organization are refused as those of a deleted person.
CREATE OR REPLACE VIEW account_holders WITH (security_invoker = true) AS
  SELECT id, email, email_verified, name, suspended_at, deleted_at, erased_at FROM users
  UNION ALL
  SELECT id, email, email IS NOT NULL, name, suspended_at::timestamptz, closed_at::timestamptz, NULL FROM accounts
  WHERE kind = 'organization';

-- Read beside a membership, in the statement that finds it.
CREATE FUNCTION is_account_closing(account text) RETURNS boolean LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT EXISTS (SELECT 1 FROM accounts WHERE id = account AND closed_at IS NOT NULL)
$$;
