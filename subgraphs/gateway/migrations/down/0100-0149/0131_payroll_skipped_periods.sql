-- Takes 0131_payroll_skipped_periods.sql back.
DROP TABLE payroll_skipped_periods;
DELETE FROM schema_migrations WHERE file = '0131_payroll_skipped_periods.sql';
