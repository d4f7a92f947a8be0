-- Accounts at the payment processor that take payments for invoices.
CREATE TABLE payment_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- ID at the processor; null until it has answered.
  processor_account_id text UNIQUE,
  country text NOT NULL,
  charges_enabled boolean NOT NULL DEFAULT false,
  payouts_enabled boolean NOT NULL DEFAULT false,
  details_submitted boolean NOT NULL DEFAULT false,
  requirements text[] NOT NULL DEFAULT '{}',
  disabled_reason text,
  accepts_payments boolean NOT NULL DEFAULT true,
  allows_partial boolean NOT NULL DEFAULT true,
  -- Begin of the read that the state comes from: an older read never replaces a newer one.
  state_read_at timestamptz(3),
  disconnected_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX payment_accounts_one_each ON payment_accounts (owner_id) WHERE disconnected_at IS NULL;
CREATE INDEX payment_accounts_owner ON payment_accounts (owner_id);

-- Payments of invoices at the processor, from the first click on. Amounts are minor units of `currency`.
CREATE TABLE online_payments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  payment_account_id text NOT NULL REFERENCES payment_accounts (id),
  invoice_id text NOT NULL REFERENCES invoices (id),
  currency text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  application_fee_minor bigint NOT NULL CHECK (application_fee_minor >= 0),
  -- All fees that were taken off the payment, that of the platform included; null until it was paid.
  fee_minor bigint CHECK (fee_minor >= 0),
  status text NOT NULL CHECK (status IN ('open', 'processing', 'succeeded', 'failed', 'expired')),
  session_id text UNIQUE,
  payment_intent_id text UNIQUE,
  charge_id text UNIQUE,
  -- The payment that was recorded for it.
  payment_id text UNIQUE REFERENCES payments_received (id),
  paid_on date,
  expires_at timestamptz(3) NOT NULL,
  -- When an unfinished payment is read at the processor, should its events be lost.
  check_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((status = 'succeeded') = (payment_id IS NOT NULL))
);
CREATE INDEX online_payments_recent ON online_payments (owner_id, created_at DESC, id DESC);
CREATE INDEX online_payments_invoice ON online_payments (invoice_id);
CREATE INDEX online_payments_account ON online_payments (payment_account_id);
CREATE INDEX online_payments_unfinished ON online_payments (check_at) WHERE check_at IS NOT NULL;

-- Payments that the payer's bank took back, until it has decided.
CREATE TABLE payment_disputes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  online_payment_id text NOT NULL REFERENCES online_payments (id),
  invoice_id text NOT NULL REFERENCES invoices (id),
  processor_dispute_id text NOT NULL UNIQUE,
  currency text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'warning')),
  evidence_due_at timestamptz(3),
  opened_on date NOT NULL,
  closed_on date,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX payment_disputes_recent ON payment_disputes (owner_id, created_at DESC, id DESC);
CREATE INDEX payment_disputes_payment ON payment_disputes (online_payment_id);
CREATE INDEX payment_disputes_invoice ON payment_disputes (invoice_id);

ALTER TABLE payment_refunds
  -- `recorded`: the money is transferred by other means. Otherwise the state of the refund at the processor.
  ADD COLUMN status text NOT NULL DEFAULT 'recorded'
    CHECK (status IN ('recorded', 'pending', 'succeeded', 'failed')),
  ADD COLUMN processor_refund_id text UNIQUE,
  ADD COLUMN failure_reason text;

ALTER TABLE invoice_history DROP CONSTRAINT invoice_history_type_check;
ALTER TABLE invoice_history ADD CONSTRAINT invoice_history_type_check CHECK (type IN
  ('created', 'sent', 'paid', 'overdue', 'cancelled', 'updated', 'deleted', 'disputed', 'dispute_closed', 'refund_failed'));

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payment_accounts', 'online_payments', 'payment_disputes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
