-- Bank accounts of contractors, and when an ACH file that pays a contractor was first written.
ALTER TABLE contractors
  ADD COLUMN bank_secret_id text REFERENCES payroll_secrets (id),
  ADD COLUMN bank_last4 text;
ALTER TABLE contractor_payments ADD COLUMN ach_file_at timestamptz(3);
