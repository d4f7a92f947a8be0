-- Amounts are cents of US dollars. Rates are in 1e-4 percent: 2.7 % is 27000.
CREATE TABLE payroll_settings (
  owner_id text PRIMARY KEY,
  legal_name text,
  ein text,
  state text,
  -- The state's unemployment tax, which the employer bears.
  suta_rate integer NOT NULL DEFAULT 0 CHECK (suta_rate BETWEEN 0 AND 200000),
  suta_base_cents bigint NOT NULL DEFAULT 700000 CHECK (suta_base_cents >= 0),
  deposit_schedule text NOT NULL DEFAULT 'monthly' CHECK (deposit_schedule IN ('monthly', 'semiweekly')),
  version integer NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- Tax and bank numbers, sealed; their ids are tokens that other calls take. Nothing ever answers what is in them.
CREATE TABLE payroll_secrets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ssn', 'tin', 'bank_account')),
  sealed text NOT NULL,
  last4 text NOT NULL,
  -- The person that took it; a token is used once.
  used_by text,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE pay_schedules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  -- The first day of a period.
  anchor_date date NOT NULL,
  pay_date_offset_days integer NOT NULL CHECK (pay_date_offset_days BETWEEN 0 AND 31),
  holiday_rule text NOT NULL CHECK (holiday_rule IN ('before', 'after')),
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX pay_schedules_owner ON pay_schedules (owner_id, created_at DESC, id DESC);

CREATE TABLE payroll_employees (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  work_state text NOT NULL,
  start_date date NOT NULL,
  -- The last day of work.
  end_date date,
  end_reason text,
  status text NOT NULL CHECK (status IN ('onboarding', 'active', 'on_leave', 'terminated')),
  pay_schedule_id text NOT NULL REFERENCES pay_schedules (id),
  employment_type text NOT NULL CHECK (employment_type IN ('full_time', 'part_time')),
  department text,
  ssn_secret_id text REFERENCES payroll_secrets (id),
  ssn_last4 text,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_employees_owner ON payroll_employees (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payroll_employees_email ON payroll_employees (owner_id, lower(email)) WHERE status <> 'terminated';

-- What is in force on a day is the newest row that has begun by then.
CREATE TABLE payroll_compensations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  kind text NOT NULL CHECK (kind IN ('salary', 'hourly')),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  per_unit text NOT NULL CHECK (per_unit IN ('hour', 'period', 'month', 'year')),
  flsa_exempt boolean NOT NULL,
  effective_date date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, effective_date)
);

CREATE TABLE payroll_w4s (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  filing_status text NOT NULL CHECK (filing_status IN ('single', 'married', 'head')),
  step2 boolean NOT NULL,
  step3_cents bigint NOT NULL CHECK (step3_cents >= 0),
  step4a_cents bigint NOT NULL CHECK (step4a_cents >= 0),
  step4b_cents bigint NOT NULL CHECK (step4b_cents >= 0),
  step4c_cents bigint NOT NULL CHECK (step4c_cents >= 0),
  exempt boolean NOT NULL,
  effective_date date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, effective_date)
);

CREATE TABLE payroll_state_certificates (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  state text NOT NULL,
  filing_status text NOT NULL CHECK (filing_status IN ('single', 'married', 'head')),
  allowances integer NOT NULL CHECK (allowances >= 0),
  extra_cents bigint NOT NULL CHECK (extra_cents >= 0),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, state)
);

CREATE TABLE payroll_bank_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  secret_id text NOT NULL UNIQUE REFERENCES payroll_secrets (id),
  last4 text NOT NULL,
  status text NOT NULL CHECK (status IN ('unverified', 'verified', 'failed')),
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE payroll_deduction_types (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  timing text NOT NULL CHECK (timing IN ('pretax_section125', 'pretax_retirement', 'posttax')),
  annual_limit_cents bigint CHECK (annual_limit_cents > 0),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, code)
);

CREATE TABLE payroll_enrollments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  code text NOT NULL,
  amount_cents bigint CHECK (amount_cents > 0),
  percent integer CHECK (percent BETWEEN 1 AND 1000000),
  starts_on date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (owner_id, code) REFERENCES payroll_deduction_types (owner_id, code),
  UNIQUE (employee_id, code),
  CHECK ((amount_cents IS NULL) <> (percent IS NULL))
);

CREATE TABLE payroll_garnishments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  kind text NOT NULL CHECK (kind IN ('child_support', 'creditor', 'tax_levy')),
  amount_cents bigint CHECK (amount_cents > 0),
  percent integer CHECK (percent BETWEEN 1 AND 1000000),
  case_number text NOT NULL,
  priority integer NOT NULL,
  -- The debt, after which it ends; null for an order without an end.
  total_cents bigint CHECK (total_cents > 0),
  starts_on date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CHECK ((amount_cents IS NULL) <> (percent IS NULL))
);
CREATE INDEX payroll_garnishments_employee ON payroll_garnishments (employee_id);

CREATE TABLE payroll_runs (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('regular', 'off_cycle', 'bonus', 'final')),
  schedule_id text REFERENCES pay_schedules (id),
  period_start date NOT NULL,
  period_end date NOT NULL,
  pay_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'pending', 'processing', 'paid', 'partially_paid', 'failed', 'cancelled')),
  -- The employees it is narrowed to; null for all it concerns.
  employee_ids jsonb,
  employee_count integer NOT NULL,
  gross_cents bigint NOT NULL,
  employee_taxes_cents bigint NOT NULL,
  employer_taxes_cents bigint NOT NULL,
  deductions_cents bigint NOT NULL,
  net_cents bigint NOT NULL,
  cash_required_cents bigint NOT NULL,
  tax_table_version text NOT NULL,
  -- Of everything that was calculated; null until the numbers are frozen.
  calc_hash text,
  approved_by text,
  cancel_reason text,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_runs_owner ON payroll_runs (owner_id, created_at DESC, id DESC);
CREATE INDEX payroll_runs_under_way ON payroll_runs (pay_date) WHERE status IN ('pending', 'processing');
-- A period of a schedule is run once.
CREATE UNIQUE INDEX payroll_runs_of_period ON payroll_runs (owner_id, schedule_id, period_start)
  WHERE type = 'regular' AND status <> 'cancelled';

-- What a draft says of one employee.
CREATE TABLE payroll_items (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  run_id text NOT NULL REFERENCES payroll_runs (id),
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  -- Hundredths of hours; null where nothing is said.
  hours_hundredths integer CHECK (hours_hundredths >= 0),
  bonus_cents bigint NOT NULL CHECK (bonus_cents >= 0),
  reimbursement_cents bigint NOT NULL CHECK (reimbursement_cents >= 0),
  excluded boolean NOT NULL,
  note text,
  UNIQUE (run_id, employee_id)
);

-- The row that payslips of one employee and year take turns on.
CREATE TABLE payroll_years (
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  year integer NOT NULL,
  owner_id text NOT NULL,
  PRIMARY KEY (employee_id, year)
);

-- Never changed; a correction is a reversal, which has every amount with the other sign.
CREATE TABLE payslips (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  run_id text NOT NULL REFERENCES payroll_runs (id),
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  employee_name text NOT NULL,
  department text,
  state text NOT NULL,
  period_start date NOT NULL,
  period_end date NOT NULL,
  pay_date date NOT NULL,
  -- The year of the pay date, in which it counts.
  year integer NOT NULL,
  gross_cents bigint NOT NULL,
  supplemental_cents bigint NOT NULL,
  reimbursement_cents bigint NOT NULL,
  taxable_cents bigint NOT NULL,
  social_security_wages_cents bigint NOT NULL,
  medicare_wages_cents bigint NOT NULL,
  futa_wages_cents bigint NOT NULL,
  federal_income_cents bigint NOT NULL,
  social_security_cents bigint NOT NULL,
  medicare_cents bigint NOT NULL,
  additional_medicare_cents bigint NOT NULL,
  state_cents bigint NOT NULL,
  employer_social_security_cents bigint NOT NULL,
  employer_medicare_cents bigint NOT NULL,
  futa_cents bigint NOT NULL,
  suta_cents bigint NOT NULL,
  deductions_cents bigint NOT NULL,
  garnishments_cents bigint NOT NULL,
  net_cents bigint NOT NULL,
  earnings jsonb NOT NULL,
  deductions jsonb NOT NULL,
  garnishments jsonb NOT NULL,
  ytd jsonb NOT NULL,
  reversal_of text UNIQUE REFERENCES payslips (id),
  reason text,
  created_at timestamptz(3) NOT NULL,
  CHECK (reversal_of IS NOT NULL OR net_cents >= 0),
  CHECK (gross_cents + reimbursement_cents = net_cents + federal_income_cents + social_security_cents + medicare_cents
    + additional_medicare_cents + state_cents + deductions_cents + garnishments_cents)
);
CREATE UNIQUE INDEX payslips_once ON payslips (run_id, employee_id) WHERE reversal_of IS NULL;
CREATE INDEX payslips_owner ON payslips (owner_id, created_at DESC, id DESC);
CREATE INDEX payslips_year ON payslips (employee_id, year);

CREATE FUNCTION refuse_payslip_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'A payslip is never changed.'; END $$;
CREATE TRIGGER payslips_are_kept BEFORE UPDATE ON payslips FOR EACH ROW EXECUTE FUNCTION refuse_payslip_change();

CREATE TABLE contractors (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('individual', 'business')),
  rate_cents bigint CHECK (rate_cents > 0),
  backup_withholding boolean NOT NULL,
  tin_secret_id text REFERENCES payroll_secrets (id),
  tin_last4 text,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX contractors_owner ON contractors (owner_id, created_at DESC, id DESC);

CREATE TABLE contractor_payments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  contractor_id text NOT NULL REFERENCES contractors (id),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  reimbursement_cents bigint NOT NULL CHECK (reimbursement_cents >= 0),
  withheld_cents bigint NOT NULL CHECK (withheld_cents >= 0),
  net_cents bigint NOT NULL CHECK (net_cents = amount_cents + reimbursement_cents - withheld_cents),
  description text NOT NULL,
  pay_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('scheduled', 'processing', 'paid', 'failed', 'cancelled')),
  cancel_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX contractor_payments_owner ON contractor_payments (owner_id, created_at DESC, id DESC);
CREATE INDEX contractor_payments_under_way ON contractor_payments (pay_date) WHERE status IN ('scheduled', 'processing');

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payroll_settings', 'payroll_secrets', 'pay_schedules', 'payroll_employees',
    'payroll_compensations', 'payroll_w4s', 'payroll_state_certificates', 'payroll_bank_accounts',
    'payroll_deduction_types', 'payroll_enrollments', 'payroll_garnishments', 'payroll_runs', 'payroll_items',
    'payroll_years', 'payslips', 'contractors', 'contractor_payments'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
