ALTER TABLE payroll_enrollments
  -- The last pay date on which it is deducted; null while it has no end. The day before starts_on: never deducted.
  ADD COLUMN ends_on date,
  ADD CHECK (ends_on >= starts_on - 1),
  DROP CONSTRAINT payroll_enrollments_employee_id_code_key;
-- A change from a date ends one enrollment and begins the next.
CREATE UNIQUE INDEX payroll_enrollments_open ON payroll_enrollments (employee_id, code) WHERE ends_on IS NULL;
CREATE INDEX payroll_enrollments_employee ON payroll_enrollments (employee_id, code);

ALTER TABLE payroll_garnishments
  -- The last pay date on which pay is withheld; null while it has no end. The day before starts_on: never withheld.
  ADD COLUMN ends_on date,
  ADD COLUMN end_reason text,
  ADD CHECK (ends_on >= starts_on - 1),
  ADD CHECK ((ends_on IS NULL) = (end_reason IS NULL));
