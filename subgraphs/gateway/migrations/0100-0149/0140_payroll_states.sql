-- Tax tables that an operator imported. The last of a year is in force; none is changed or deleted.
CREATE TABLE payroll_tax_tables (
  id text PRIMARY KEY,
  year integer NOT NULL,
  version text NOT NULL UNIQUE,
  sha256 text NOT NULL,
  body jsonb NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_tax_tables_year ON payroll_tax_tables (year, imported_at DESC, id DESC);

ALTER TABLE payroll_tax_deposits DROP CONSTRAINT payroll_tax_deposits_form_check;
ALTER TABLE payroll_tax_deposits ADD CONSTRAINT payroll_tax_deposits_form_check
  CHECK (form IN ('941', '940', 'state_income', 'state_unemployment', 'state_contributions'));

ALTER TABLE payroll_employees ADD COLUMN residence_state text;

ALTER TABLE payroll_settings ADD COLUMN passed_on_contributions text[] NOT NULL DEFAULT '{}';

ALTER TABLE payroll_state_certificates
  ADD COLUMN elected_rate integer CHECK (elected_rate BETWEEN 0 AND 1000000),
  ADD COLUMN exemption_code text,
  ADD COLUMN county text,
  ADD COLUMN spouse_has_income boolean NOT NULL DEFAULT false,
  ADD COLUMN exemption_counts jsonb,
  ADD COLUMN allowance_amount_cents bigint CHECK (allowance_amount_cents >= 0);

-- `state` stays the state of work; `tax_state` is the one whose income tax was withheld.
ALTER TABLE payslips
  ADD COLUMN tax_state text,
  ADD COLUMN state_wages_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN local_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN contributions_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN contributions jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN not_included jsonb NOT NULL DEFAULT '[]';
ALTER TABLE payslips DROP CONSTRAINT payslips_check1;
ALTER TABLE payslips ADD CONSTRAINT payslips_balance CHECK (gross_cents + reimbursement_cents = net_cents
  + federal_income_cents + social_security_cents + medicare_cents + additional_medicare_cents + state_cents + local_cents
  + contributions_cents + deductions_cents + garnishments_cents);
-- Before there were other states, those with an income tax took the federal wages as their base.
SELECT set_config('app.system', 'on', true);
ALTER TABLE payslips DISABLE TRIGGER payslips_are_kept;
UPDATE payslips SET tax_state = state, state_wages_cents = CASE WHEN state IN ('IL', 'KY', 'LA', 'MI', 'NC')
  THEN taxable_cents ELSE 0 END;
ALTER TABLE payslips ENABLE TRIGGER payslips_are_kept;
ALTER TABLE payslips ALTER COLUMN tax_state SET NOT NULL;
