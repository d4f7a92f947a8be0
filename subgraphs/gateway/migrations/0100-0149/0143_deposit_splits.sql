-- How net pay is divided among bank accounts, in order. One part of each person is the remainder.
CREATE TABLE payroll_deposit_splits (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  bank_account_id text NOT NULL UNIQUE REFERENCES payroll_bank_accounts (id) ON DELETE CASCADE,
  position integer NOT NULL,
  amount_cents bigint CHECK (amount_cents > 0),
  -- In 1e-4 percent of net pay.
  percent integer CHECK (percent BETWEEN 1 AND 1000000),
  -- The remainder has neither an amount nor a percentage.
  created_at timestamptz(3) NOT NULL,
  CHECK (amount_cents IS NULL OR percent IS NULL),
  UNIQUE (employee_id, position)
);
CREATE INDEX payroll_deposit_splits_owner ON payroll_deposit_splits (owner_id);

ALTER TABLE payslips ADD COLUMN deposits jsonb NOT NULL DEFAULT '[]';
ALTER TABLE payroll_settings ADD COLUMN rounding_policy text NOT NULL DEFAULT 'cent'
  CHECK (rounding_policy IN ('cent', 'dollar'));

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payroll_deposit_splits'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
