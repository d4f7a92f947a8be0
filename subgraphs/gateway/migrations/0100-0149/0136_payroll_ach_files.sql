-- When the ACH file of a run was first created. A run that may be at the bank is not reopened or cancelled.
ALTER TABLE payroll_runs ADD COLUMN ach_file_at timestamptz(3);
