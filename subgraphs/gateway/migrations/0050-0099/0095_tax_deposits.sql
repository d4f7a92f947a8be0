-- Deposits of payroll taxes as they were made. What they settle follows from payslips and is not stored.
CREATE TABLE payroll_tax_deposits (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- IRS, or a state's two letters.
  agency text NOT NULL,
  form text NOT NULL CHECK (form IN ('941', '940', 'state_income', 'state_unemployment')),
  -- Of the return: a quarter as 2026-Q1, of Form 940 a year.
  period text NOT NULL CHECK (period ~ '^[0-9]{4}(-Q[1-4])?$'),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  deposited_on date NOT NULL,
  -- What the agency calls it, as an EFT acknowledgment number; noted once.
  reference text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, agency, form, period, reference),
  CHECK ((agency = 'IRS') = (form IN ('941', '940'))),
  CHECK ((form = '940') = (period !~ 'Q'))
);

CREATE FUNCTION refuse_tax_deposit_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'A deposit is never changed.'; END $$;
CREATE TRIGGER payroll_tax_deposits_are_kept BEFORE UPDATE ON payroll_tax_deposits
  FOR EACH ROW EXECUTE FUNCTION refuse_tax_deposit_change();

ALTER TABLE payroll_tax_deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE payroll_tax_deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON payroll_tax_deposits
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- What is owed is worked out from the payslips of an account, by their pay dates.
CREATE INDEX payslips_pay_date ON payslips (owner_id, pay_date);
