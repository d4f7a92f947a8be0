CREATE TABLE payroll_time_entries (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  work_date date NOT NULL,
  -- Wall-clock time, where it was told; entries of one person do not overlap.
  worked tsrange,
  hours_hundredths integer NOT NULL CHECK (hours_hundredths BETWEEN 1 AND 2400),
  job_code text,
  status text NOT NULL CHECK (status IN ('open', 'approved', 'paid')),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT time_entries_overlap EXCLUDE USING gist (employee_id WITH =, worked WITH &&)
);
CREATE INDEX payroll_time_entries_employee ON payroll_time_entries (employee_id, work_date);
CREATE INDEX payroll_time_entries_owner ON payroll_time_entries (owner_id, created_at DESC, id DESC);

-- Hours of one person and period that are approved. Hundredths of hours.
CREATE TABLE payroll_timesheets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  schedule_id text NOT NULL REFERENCES pay_schedules (id),
  period_start date NOT NULL,
  period_end date NOT NULL,
  status text NOT NULL CHECK (status IN ('approved', 'paid')),
  regular_hundredths integer NOT NULL CHECK (regular_hundredths >= 0),
  overtime_hundredths integer NOT NULL CHECK (overtime_hundredths >= 0),
  approved_by text NOT NULL,
  -- The run that paid it.
  run_id text REFERENCES payroll_runs (id),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, period_start, period_end),
  CHECK ((status = 'paid') = (run_id IS NOT NULL))
);
CREATE INDEX payroll_timesheets_run ON payroll_timesheets (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE payroll_time_off_policies (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  accrual text NOT NULL CHECK (accrual IN ('per_hour', 'per_period', 'annual')),
  -- Hundredths of hours; of per_hour the hundredths that a hundred hours give.
  rate_hundredths integer NOT NULL CHECK (rate_hundredths > 0),
  -- A balance stops growing here.
  cap_hundredths integer CHECK (cap_hundredths > 0),
  -- What is kept at the end of a year; null for all.
  carryover_hundredths integer CHECK (carryover_hundredths >= 0),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_time_off_policies_owner ON payroll_time_off_policies (owner_id, created_at DESC, id DESC);

CREATE TABLE payroll_time_off_assignments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  policy_id text NOT NULL REFERENCES payroll_time_off_policies (id),
  starts_on date NOT NULL,
  opening_hundredths integer NOT NULL CHECK (opening_hundredths >= 0),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, policy_id)
);

-- Wage statements as they were made; another one of a year corrects the one before.
CREATE TABLE payroll_w2s (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  year integer NOT NULL,
  revision integer NOT NULL CHECK (revision >= 1),
  boxes jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (employee_id, year, revision)
);
CREATE INDEX payroll_w2s_owner ON payroll_w2s (owner_id, year);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payroll_time_entries', 'payroll_timesheets', 'payroll_time_off_policies',
    'payroll_time_off_assignments', 'payroll_w2s'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
