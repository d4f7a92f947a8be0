-- One row a paid purchase that was granted: its key grants once, its sum reverses never more than was granted.
CREATE TABLE credit_purchases (
  transaction_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES credit_accounts (id),
  owner_id text NOT NULL,
  lot_id text NOT NULL REFERENCES credit_lots (id) DEFERRABLE INITIALLY DEFERRED,
  granted bigint NOT NULL CHECK (granted > 0),
  reversed bigint NOT NULL DEFAULT 0 CHECK (reversed BETWEEN 0 AND granted),
  created_at timestamptz NOT NULL
);
CREATE INDEX credit_purchases_owner ON credit_purchases (owner_id);
ALTER TABLE credit_purchases ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_purchases FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_purchases
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
REVOKE DELETE ON credit_purchases FROM hub_app;

CREATE INDEX credit_holds_pending ON credit_holds (account_id) WHERE status = 'pending';

-- The last notice, in days before its expiry, that the owner of a lot was given.
ALTER TABLE credit_lots ADD COLUMN notified_days smallint;
CREATE INDEX credit_lots_expiry ON credit_lots (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
