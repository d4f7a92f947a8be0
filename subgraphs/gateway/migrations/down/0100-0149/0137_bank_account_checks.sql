-- Takes 0137_bank_account_checks.sql back.
ALTER TABLE payroll_bank_accounts DROP COLUMN check_cents, DROP COLUMN check_at, DROP COLUMN check_tries;
DELETE FROM schema_migrations WHERE file = '0137_bank_account_checks.sql';
