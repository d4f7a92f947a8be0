-- Pay periods that are not paid.
CREATE TABLE payroll_skipped_periods (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  schedule_id text NOT NULL REFERENCES pay_schedules (id),
  period_start date NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (schedule_id, period_start)
);
CREATE INDEX payroll_skipped_periods_owner ON payroll_skipped_periods (owner_id);
ALTER TABLE payroll_skipped_periods ENABLE ROW LEVEL SECURITY;
ALTER TABLE payroll_skipped_periods FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON payroll_skipped_periods
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
