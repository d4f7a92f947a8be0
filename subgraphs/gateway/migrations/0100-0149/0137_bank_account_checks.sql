-- Two small deposits whose amounts prove that an employee reads the statements of a bank account.
ALTER TABLE payroll_bank_accounts
  ADD COLUMN check_cents smallint[],
  ADD COLUMN check_at timestamptz(3),
  ADD COLUMN check_tries smallint NOT NULL DEFAULT 0;
