-- Takes 0255_w2_addresses.sql back.
ALTER TABLE payslips DROP COLUMN locality;
ALTER TABLE payroll_settings DROP COLUMN address, DROP COLUMN state_accounts;
ALTER TABLE payroll_employees DROP COLUMN address;
DELETE FROM schema_migrations WHERE file = '0255_w2_addresses.sql';
