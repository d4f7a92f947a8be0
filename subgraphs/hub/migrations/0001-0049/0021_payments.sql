-- One row a payment, made before the payment processor hears of it. Amounts are minor units, credits hundredths.
CREATE TABLE payment_transactions (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL REFERENCES apps (app_id),
  type text NOT NULL CHECK (type IN
    ('payment_intent', 'checkout_session', 'credit_purchase', 'subscription_checkout', 'auto_reload')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN
    ('pending', 'processing', 'requires_action', 'succeeded', 'failed', 'canceled', 'expired', 'partially_refunded',
     'refunded', 'disputed')),
  amount bigint NOT NULL CHECK (amount > 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text NOT NULL,
  package_id text,
  credits bigint CHECK (credits > 0),
  payment_intent_id text UNIQUE,
  session_id text UNIQUE,
  invoice_url text,
  failure_code text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  -- When the processor was asked for what was last applied, by the database's clock: what was read before is older news.
  processor_read_at timestamptz,
  -- A payment of a free amount buys nothing.
  CHECK (type NOT IN ('payment_intent', 'checkout_session') OR (package_id IS NULL AND credits IS NULL)),
  CHECK (status <> 'refunded' OR amount_refunded = amount),
  CHECK (status <> 'partially_refunded' OR amount_refunded BETWEEN 1 AND amount - 1)
);
CREATE INDEX payment_transactions_owner ON payment_transactions (owner_id, created_at DESC, id DESC);
CREATE INDEX payment_transactions_open ON payment_transactions (created_at)
  WHERE status IN ('pending', 'processing', 'requires_action');
ALTER TABLE payment_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON payment_transactions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
REVOKE DELETE ON payment_transactions FROM hub_app;

-- A payment is kept when its payer's account is erased; what the payer wrote is not.
CREATE FUNCTION forget_payment_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.description := NEW.type;
  NEW.metadata := '{}';
  RETURN NEW;
END $$;
CREATE TRIGGER forget_texts BEFORE UPDATE OF owner_id ON payment_transactions
  FOR EACH ROW WHEN (OLD.owner_id <> NEW.owner_id) EXECUTE FUNCTION forget_payment_texts();

-- The pricing service's last good answer for each app.
CREATE TABLE pricing_answers (
  app_id text PRIMARY KEY REFERENCES apps (app_id),
  answer json NOT NULL,
  fetched_at timestamptz NOT NULL
);

-- Tokens of bot checks that were shown, as hashes, for as long as their provider might take them again.
CREATE TABLE bot_check_tokens (
  token_hash text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE INDEX bot_check_tokens_age ON bot_check_tokens (seen_at);
