-- Takes 0098_organization_closure.sql back. Closed organizations are open again.
DROP FUNCTION is_account_closing(text);

CREATE OR REPLACE VIEW account_holders WITH (security_invoker = true) AS
  SELECT id, email, email_verified, name, suspended_at, deleted_at, erased_at FROM users
  UNION ALL
  SELECT id, email, email IS NOT NULL, name, suspended_at::timestamptz, NULL, NULL FROM accounts
  WHERE kind = 'organization';

ALTER TABLE accounts DROP COLUMN closed_at, DROP COLUMN closed_by, DROP COLUMN erasure_scheduled_at;
DELETE FROM schema_migrations WHERE file = '0098_organization_closure.sql';
