-- Payment of runs: by hand (`awaiting_payment` until a person marks it as paid), or by transfers of a payout provider.
ALTER TABLE payroll_runs DROP CONSTRAINT payroll_runs_status_check;
ALTER TABLE payroll_runs
  ADD CONSTRAINT payroll_runs_status_check CHECK (status IN
    ('draft', 'pending', 'processing', 'awaiting_payment', 'paid', 'partially_paid', 'failed', 'cancelled')),
  ADD COLUMN paid_at timestamptz(3),
  -- Who marked it as paid, or `provider`.
  ADD COLUMN paid_by text;
ALTER TABLE contractor_payments DROP CONSTRAINT contractor_payments_status_check;
ALTER TABLE contractor_payments
  ADD CONSTRAINT contractor_payments_status_check CHECK (status IN
    ('scheduled', 'processing', 'awaiting_payment', 'paid', 'failed', 'cancelled')),
  ADD COLUMN paid_at timestamptz(3),
  ADD COLUMN paid_by text;

-- Bank account of the employer that runs are paid from. Null: runs are paid by hand.
ALTER TABLE payroll_settings
  ADD COLUMN funding_secret_id text REFERENCES payroll_secrets (id),
  ADD COLUMN funding_last4 text;

-- Bank accounts as the payout provider knows them: `sealed` is its token and ID of the account.
CREATE TABLE payroll_payout_accounts (
  id text PRIMARY KEY REFERENCES payroll_secrets (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_payout_accounts_owner ON payroll_payout_accounts (owner_id);

-- Money of a run on its way: debits of the employer, and credits of employees. A try again is another row.
CREATE TABLE payroll_transfers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  run_id text NOT NULL REFERENCES payroll_runs (id),
  kind text NOT NULL CHECK (kind IN ('debit', 'credit')),
  employee_id text REFERENCES payroll_employees (id),
  payslip_id text REFERENCES payslips (id),
  -- Part of a payslip that is divided among accounts.
  part smallint NOT NULL,
  attempt smallint NOT NULL,
  secret_id text,
  last4 text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('planned', 'authorized', 'pending', 'posted', 'settled', 'funds_available',
    'declined', 'failed', 'cancelled', 'returned', 'paid_by_hand')),
  -- Both are of the provider. The first is stored before the second is asked for, and stands for it.
  authorization_id text UNIQUE,
  provider_id text UNIQUE,
  failure_code text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((kind = 'credit') = (payslip_id IS NOT NULL) AND (kind = 'credit') = (employee_id IS NOT NULL))
);
CREATE UNIQUE INDEX payroll_transfers_once ON payroll_transfers (run_id, kind, coalesce(payslip_id, ''), part, attempt);
CREATE INDEX payroll_transfers_owner ON payroll_transfers (owner_id, created_at DESC, id DESC);
CREATE INDEX payroll_transfers_to_send ON payroll_transfers (run_id) WHERE status IN ('planned', 'authorized');

-- What the provider reported about transfers, of this platform or not, in its order.
CREATE TABLE payroll_transfer_events (
  event_id bigint PRIMARY KEY,
  provider_id text NOT NULL,
  type text NOT NULL,
  failure_code text,
  occurred_at timestamptz(3) NOT NULL
);
CREATE INDEX payroll_transfer_events_transfer ON payroll_transfer_events (provider_id, event_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payroll_payout_accounts', 'payroll_transfers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
ALTER TABLE payroll_transfer_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE payroll_transfer_events FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON payroll_transfer_events USING (current_setting('app.system', true) = 'on');
