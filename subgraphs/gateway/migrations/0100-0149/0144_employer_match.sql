-- Contribution of the employer, in 1e-4 percent of the deduction.
ALTER TABLE payroll_enrollments ADD COLUMN match_percent integer CHECK (match_percent BETWEEN 1 AND 10000000);
-- No part of the pay: the balance of a payslip is without it.
ALTER TABLE payslips ADD COLUMN employer_match_cents bigint NOT NULL DEFAULT 0;
