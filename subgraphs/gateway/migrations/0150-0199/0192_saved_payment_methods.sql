-- Payment methods that clients agreed to save at the processor, and charges of them for recurring invoices.
CREATE TABLE saved_payment_methods (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  client_id text NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  payment_account_id text NOT NULL REFERENCES payment_accounts (id),
  -- IDs at the processor.
  customer_id text NOT NULL,
  processor_method_id text NOT NULL UNIQUE,
  brand text NOT NULL,
  last4 text NOT NULL,
  expires_on date,
  -- The client's consent.
  consented_at timestamptz(3) NOT NULL,
  consent_ip text,
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX saved_payment_methods_owner ON saved_payment_methods (owner_id);
CREATE INDEX saved_payment_methods_client ON saved_payment_methods (client_id, created_at DESC);
CREATE INDEX saved_payment_methods_account ON saved_payment_methods (payment_account_id);

CREATE TABLE auto_charges (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL UNIQUE REFERENCES invoices (id) ON DELETE CASCADE,
  client_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('scheduled', 'charging', 'failed', 'needs_authentication', 'succeeded', 'ended')),
  attempts integer NOT NULL,
  -- Null when there is no further attempt.
  next_attempt_at timestamptz(3),
  reason text,
  -- The payment of the last attempt.
  online_payment_id text REFERENCES online_payments (id),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX auto_charges_recent ON auto_charges (owner_id, created_at DESC, id DESC);
CREATE INDEX auto_charges_payment ON auto_charges (online_payment_id);
CREATE INDEX auto_charges_due ON auto_charges (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

ALTER TABLE recurring_invoices ADD COLUMN auto_charge boolean NOT NULL DEFAULT false;
ALTER TABLE online_payments
  ADD COLUMN saves_method boolean NOT NULL DEFAULT false,
  ADD COLUMN consent_ip text;

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['saved_payment_methods', 'auto_charges'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
