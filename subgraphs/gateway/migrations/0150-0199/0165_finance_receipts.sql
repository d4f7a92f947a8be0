-- Receipts of transactions. Their bytes are copied: uploads are kept for days only.
CREATE TABLE finance_receipts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  transaction_id text NOT NULL REFERENCES finance_transactions (id) ON DELETE CASCADE,
  filename text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_receipts_once ON finance_receipts (transaction_id, sha256, filename);
CREATE INDEX finance_receipts_owner ON finance_receipts (owner_id);
ALTER TABLE finance_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_receipts
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
