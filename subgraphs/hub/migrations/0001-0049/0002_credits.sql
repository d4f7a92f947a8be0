-- Credits are integer hundredths throughout.
CREATE TABLE credit_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL REFERENCES apps (app_id),
  pool text NOT NULL CHECK (pool IN ('standard', 'image')),
  balance bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  total_purchased bigint NOT NULL DEFAULT 0,
  total_consumed bigint NOT NULL DEFAULT 0,
  last_purchase_at timestamptz,
  last_consumed_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (owner_id, app_id, pool),
  -- A reversal may leave a debt; setting credits aside may not.
  CHECK (held <= greatest(balance, 0))
);
ALTER TABLE credit_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_accounts
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- One row a movement of an account, in ledger order; never changed.
CREATE TABLE credit_entries (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  account_id text NOT NULL REFERENCES credit_accounts (id),
  owner_id text NOT NULL,
  app_id text NOT NULL,
  pool text NOT NULL,
  type text NOT NULL CHECK (type IN
    ('purchase', 'grant', 'auto_reload', 'consume', 'hold_capture', 'refund', 'expire', 'adjustment', 'reversal')),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL,
  description text NOT NULL,
  operation text,
  metadata jsonb,
  reference_id text,
  transaction_id text,
  package_id text,
  hold_id text,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, reference_id)
);
CREATE INDEX credit_entries_account ON credit_entries (account_id, sequence DESC);
ALTER TABLE credit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_entries
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Double entry: the two sides of each movement. Their sum is zero, checked when the transaction commits.
CREATE TABLE credit_postings (
  entry_id text NOT NULL REFERENCES credit_entries (id),
  ledger text NOT NULL,
  owner_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (entry_id, ledger)
);
ALTER TABLE credit_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_postings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
CREATE FUNCTION refuse_unbalanced_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM hub.credit_postings WHERE entry_id = NEW.entry_id) <> 0 THEN
    RAISE EXCEPTION 'postings of % do not sum to zero', NEW.entry_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON credit_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_postings();
REVOKE UPDATE, DELETE ON credit_entries, credit_postings FROM hub_app;

-- What is left of each purchase or grant, drawn in order of expiry.
CREATE TABLE credit_lots (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES credit_accounts (id),
  owner_id text NOT NULL,
  source text NOT NULL CHECK (source IN ('paid', 'promo')),
  remaining bigint NOT NULL CHECK (remaining >= 0),
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX credit_lots_open ON credit_lots (account_id) WHERE remaining > 0;
ALTER TABLE credit_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_lots FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_lots
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE TABLE credit_holds (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES credit_accounts (id),
  owner_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  captured_amount bigint,
  status text NOT NULL CHECK (status IN ('pending', 'captured', 'released', 'expired')),
  description text NOT NULL,
  -- Set when the platform itself charges an operation; finds the hold again for the same call.
  operation text,
  operation_key text,
  metadata jsonb,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE INDEX credit_holds_expiry ON credit_holds (expires_at) WHERE status = 'pending';
CREATE UNIQUE INDEX credit_holds_operation ON credit_holds (owner_id, operation_key)
  WHERE operation_key IS NOT NULL AND status IN ('pending', 'captured');
ALTER TABLE credit_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_holds FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_holds
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE TABLE credit_packages (
  package_id text PRIMARY KEY,
  app_id text NOT NULL REFERENCES apps (app_id),
  name text NOT NULL,
  description text NOT NULL,
  credits bigint NOT NULL CHECK (credits > 0),
  bonus_credits bigint NOT NULL DEFAULT 0 CHECK (bonus_credits >= 0),
  price_cents bigint NOT NULL CHECK (price_cents > 0),
  currency text NOT NULL,
  price_id text NOT NULL,
  validity_days integer,
  popular boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL
);
INSERT INTO credit_packages
  (package_id, app_id, name, description, credits, price_cents, currency, price_id, popular, sort_order) VALUES
  ('pkg_starter', 'central', 'Starter', '100 credits', 10000, 1000, 'USD', 'price_credits_starter', false, 1),
  ('pkg_growth', 'central', 'Growth', '500 credits', 50000, 4500, 'USD', 'price_credits_growth', true, 2),
  ('pkg_scale', 'central', 'Scale', '2,000 credits', 200000, 16000, 'USD', 'price_credits_scale', false, 3),
  ('pkg_bulk', 'central', 'Bulk', '10,000 credits', 1000000, 70000, 'USD', 'price_credits_bulk', false, 4);

CREATE TABLE operation_costs (
  operation text PRIMARY KEY,
  cost bigint NOT NULL CHECK (cost >= 0),
  unit text NOT NULL,
  description text NOT NULL,
  enabled boolean NOT NULL DEFAULT true
);
INSERT INTO operation_costs (operation, cost, unit, description) VALUES
  ('ai.text', 100, 'request', 'AI text generation'),
  ('ai.image', 500, 'image', 'AI image generation'),
  ('ai.search', 10, 'search', 'Stock photo search'),
  ('invoice.create', 50, 'invoice', 'Create an invoice'),
  ('invoice.send', 20, 'invoice', 'Send an invoice'),
  ('quotation.create', 50, 'quotation', 'Create a quotation'),
  ('booking.create', 50, 'booking', 'Create a booking'),
  ('payroll.run', 500, 'run', 'Run payroll'),
  ('payroll.export', 100, 'export', 'Export payroll'),
  ('bank.sync', 100, 'sync', 'Sync a bank connection'),
  ('tax.1099nec', 250, 'form', 'File a 1099-NEC'),
  ('sms.segment', 100, 'segment', 'Send an SMS segment'),
  ('email.each', 5, 'message', 'Send an e-mail'),
  ('call.minute', 200, 'minute', 'A minute of a call'),
  ('property.score', 50, 'score', 'Score a property'),
  ('report.monthly', 100, 'report', 'Monthly report');
