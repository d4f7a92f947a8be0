-- Takes 0256_contractor_accounts.sql back.
ALTER TABLE contractor_payments DROP COLUMN ach_file_at;
ALTER TABLE contractors DROP COLUMN bank_secret_id, DROP COLUMN bank_last4;
DELETE FROM schema_migrations WHERE file = '0256_contractor_accounts.sql';
