-- Takes 0136_payroll_ach_files.sql back.
ALTER TABLE payroll_runs DROP COLUMN ach_file_at;
DELETE FROM schema_migrations WHERE file = '0136_payroll_ach_files.sql';
