-- Takes 0090_account_suspension.sql back. Suspended organizations are open again.
DROP INDEX accounts_list;
DROP FUNCTION is_account_suspended(text);

CREATE OR REPLACE VIEW account_holders WITH (security_invoker = true) AS
  SELECT id, email, email_verified, name, suspended_at, deleted_at, erased_at FROM users
  UNION ALL
  SELECT id, email, email IS NOT NULL, name, NULL, NULL, NULL FROM accounts WHERE kind = 'organization';

ALTER TABLE accounts DROP COLUMN suspended_at;
DELETE FROM schema_migrations WHERE file = '0090_account_suspension.sql';
