-- The last run pays the balance of time off.
ALTER TABLE payroll_employees ADD COLUMN payout_pto boolean NOT NULL DEFAULT false;
