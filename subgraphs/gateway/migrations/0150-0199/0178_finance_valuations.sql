ALTER TABLE finance_accounts DROP CONSTRAINT finance_accounts_kind_check;
ALTER TABLE finance_accounts ADD CONSTRAINT finance_accounts_kind_check CHECK (kind IN
  ('cash', 'checking', 'savings', 'credit_card', 'loan', 'investment', 'property', 'vehicle', 'collectible', 'other'));

-- What an asset is worth from a day on. Its transaction brings the balance there; the first value is the opening balance.
CREATE TABLE finance_valuations (
  account_id text NOT NULL REFERENCES finance_accounts (id) ON DELETE CASCADE,
  date date NOT NULL,
  owner_id text NOT NULL,
  value bigint NOT NULL CHECK (value >= 0),
  transaction_id text REFERENCES finance_transactions (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, date)
);
CREATE INDEX finance_valuations_transaction ON finance_valuations (transaction_id);
CREATE INDEX finance_valuations_owner ON finance_valuations (owner_id);
ALTER TABLE finance_valuations ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_valuations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_valuations
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
