-- Takes 0144_employer_match.sql back.
ALTER TABLE payslips DROP COLUMN employer_match_cents;
ALTER TABLE payroll_enrollments DROP COLUMN match_percent;
DELETE FROM schema_migrations WHERE file = '0144_employer_match.sql';
