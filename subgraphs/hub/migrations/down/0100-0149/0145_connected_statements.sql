-- Takes 0145_connected_statements.sql back. Statements of connected accounts are then those of a file.
UPDATE accounting_bank_statements SET format = 'csv' WHERE format = 'connection';
ALTER TABLE accounting_bank_statements DROP CONSTRAINT accounting_bank_statements_format_check;
ALTER TABLE accounting_bank_statements ADD CONSTRAINT accounting_bank_statements_format_check
  CHECK (format IN ('csv', 'ofx', 'camt053'));
DELETE FROM schema_migrations WHERE file = '0145_connected_statements.sql';
