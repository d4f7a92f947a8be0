-- Takes 0143_deposit_splits.sql back.
ALTER TABLE payroll_settings DROP COLUMN rounding_policy;
ALTER TABLE payslips DROP COLUMN deposits;
DROP TABLE payroll_deposit_splits;
DELETE FROM schema_migrations WHERE file = '0143_deposit_splits.sql';
