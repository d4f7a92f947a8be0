-- Takes 0130_payroll_terms_end.sql back. Fails where a deduction of an employee was changed from a date.
ALTER TABLE payroll_garnishments DROP COLUMN ends_on, DROP COLUMN end_reason;
DROP INDEX payroll_enrollments_employee, payroll_enrollments_open;
ALTER TABLE payroll_enrollments DROP COLUMN ends_on,
  ADD CONSTRAINT payroll_enrollments_employee_id_code_key UNIQUE (employee_id, code);
DELETE FROM schema_migrations WHERE file = '0130_payroll_terms_end.sql';
