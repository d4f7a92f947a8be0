-- Rules of pay dates that held before a day, in order: [{until, payDateOffsetDays, holidayRule}].
ALTER TABLE pay_schedules ADD COLUMN earlier_rules jsonb NOT NULL DEFAULT '[]';

-- A run that was reopened freezes its numbers again; its earlier payslips stay, reversed.
ALTER TABLE payroll_runs ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE payslips ADD COLUMN revision integer NOT NULL DEFAULT 1;
DROP INDEX payslips_once;
CREATE UNIQUE INDEX payslips_once ON payslips (run_id, employee_id, revision) WHERE reversal_of IS NULL;

-- Pay beside salary or hours in each regular run, such as a car allowance.
CREATE TABLE payroll_recurring_earnings (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  code text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  starts_on date NOT NULL,
  -- Last pay date; null while it has no end.
  ends_on date,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_recurring_earnings_employee ON payroll_recurring_earnings (employee_id);
CREATE INDEX payroll_recurring_earnings_owner ON payroll_recurring_earnings (owner_id);

-- Who is at work now. The row goes when the person leaves, and hours take its place.
CREATE TABLE payroll_clock_ins (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL UNIQUE REFERENCES payroll_employees (id),
  started_at timestamp NOT NULL,
  job_code text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_clock_ins_owner ON payroll_clock_ins (owner_id);

CREATE TABLE payroll_time_off_requests (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  employee_id text NOT NULL REFERENCES payroll_employees (id),
  policy_id text NOT NULL REFERENCES payroll_time_off_policies (id),
  from_date date NOT NULL,
  to_date date NOT NULL CHECK (to_date >= from_date),
  hours_per_day_hundredths integer NOT NULL CHECK (hours_per_day_hundredths BETWEEN 1 AND 2400),
  -- Hours of its work days, Monday to Friday.
  total_hundredths integer NOT NULL CHECK (total_hundredths > 0),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'denied')),
  reason text,
  decided_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_time_off_requests_employee ON payroll_time_off_requests (employee_id, from_date);
CREATE INDEX payroll_time_off_requests_owner ON payroll_time_off_requests (owner_id);

-- Forms 1099-NEC as they were made; another one of a year corrects the one before.
CREATE TABLE payroll_1099s (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  contractor_id text NOT NULL REFERENCES contractors (id),
  year integer NOT NULL,
  revision integer NOT NULL CHECK (revision >= 1),
  box1_cents bigint NOT NULL,
  box4_cents bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (contractor_id, year, revision)
);
CREATE INDEX payroll_1099s_owner ON payroll_1099s (owner_id, year);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payroll_recurring_earnings', 'payroll_clock_ins', 'payroll_time_off_requests', 'payroll_1099s'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
