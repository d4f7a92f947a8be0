-- Takes 0135_planned_employee_changes.sql back.
ALTER TABLE payroll_employees DROP COLUMN planned_changes;
DELETE FROM schema_migrations WHERE file = '0135_planned_employee_changes.sql';
