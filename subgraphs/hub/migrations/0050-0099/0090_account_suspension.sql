-- An administrator of the platform can suspend an organization: its members and keys are refused until it is restored.
ALTER TABLE accounts ADD COLUMN suspended_at timestamptz(3);
ALTER TABLE accounts ADD CONSTRAINT accounts_suspended_organizations
  CHECK (suspended_at IS NULL OR kind = 'organization');

CREATE OR REPLACE VIEW account_holders WITH (security_invoker = true) AS
  SELECT id, email, email_verified, name, suspended_at, deleted_at, erased_at FROM users
  UNION ALL
  SELECT id, email, email IS NOT NULL, name, suspended_at::timestamptz, NULL, NULL FROM accounts
  WHERE kind = 'organization';

-- Read beside a membership, in the statement that finds it.
CREATE FUNCTION is_account_suspended(account text) RETURNS boolean LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT EXISTS (SELECT 1 FROM accounts WHERE id = account AND suspended_at IS NOT NULL)
$$;

CREATE INDEX accounts_list ON accounts (created_at DESC, id);
