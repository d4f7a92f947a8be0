-- Takes 0141_payroll_changes.sql back. Refused while a run has payslips of two revisions.
DROP TABLE payroll_1099s;
DROP TABLE payroll_time_off_requests;
DROP TABLE payroll_clock_ins;
DROP TABLE payroll_recurring_earnings;
DROP INDEX payslips_once;
CREATE UNIQUE INDEX payslips_once ON payslips (run_id, employee_id) WHERE reversal_of IS NULL;
ALTER TABLE payslips DROP COLUMN revision;
ALTER TABLE payroll_runs DROP COLUMN revision;
ALTER TABLE pay_schedules DROP COLUMN earlier_rules;
DELETE FROM schema_migrations WHERE file = '0141_payroll_changes.sql';
