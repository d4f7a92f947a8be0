-- What Form W-2 says besides amounts: addresses of employee and employer, account numbers of the employer at states (box 15)
-- and the locality of box 20. An account at a state may have its own rate of unemployment tax.
ALTER TABLE payroll_employees ADD COLUMN address jsonb;
ALTER TABLE payroll_settings
  ADD COLUMN address jsonb,
  ADD COLUMN state_accounts jsonb NOT NULL DEFAULT '[]';
ALTER TABLE payslips ADD COLUMN locality text;
