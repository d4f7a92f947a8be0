-- Takes 0142_ledger_exports.sql back. What was exported stays in the other program, and is no longer known here.
DROP TABLE accounting_export_entries, accounting_exports, accounting_export_accounts;
ALTER TABLE oauth_connections DROP COLUMN company_id;
DELETE FROM schema_migrations WHERE file = '0142_ledger_exports.sql';
