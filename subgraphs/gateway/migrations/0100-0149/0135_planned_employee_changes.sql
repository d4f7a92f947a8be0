-- Changes to an employee that count for pay dates from a day on: [{"effectiveDate": "YYYY-MM-DD", ...fields}], by day.
ALTER TABLE payroll_employees ADD COLUMN planned_changes jsonb NOT NULL DEFAULT '[]';
CREATE INDEX payroll_employees_planned ON payroll_employees ((planned_changes -> 0 ->> 'effectiveDate'))
  WHERE planned_changes <> '[]';
