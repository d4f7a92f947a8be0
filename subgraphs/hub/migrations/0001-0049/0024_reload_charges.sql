-- What an auto-reload asked the payment processor for. The reload's id is the processor's idempotency key, so customer
-- and payment method are fixed with the first try: the same key must always come with the same words.
CREATE TABLE reload_charges (
  reload_id text PRIMARY KEY,
  owner_id text NOT NULL,
  transaction_id text NOT NULL UNIQUE REFERENCES payment_transactions (id),
  customer_id text,
  payment_method_id text,
  -- Counted before each call; after a single one, a clear refusal means that nothing was charged.
  tries integer NOT NULL DEFAULT 0,
  first_tried_at timestamptz,
  decline_code text,
  is_hard_decline boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CHECK ((customer_id IS NULL) = (payment_method_id IS NULL))
);
CREATE INDEX reload_charges_owner ON reload_charges (owner_id);
ALTER TABLE reload_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE reload_charges FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON reload_charges
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
REVOKE DELETE ON reload_charges FROM hub_app;
