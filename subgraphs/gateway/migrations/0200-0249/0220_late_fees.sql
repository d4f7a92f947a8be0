-- Late fees that stages of reminder rules charge, as invoices of their own: one for each invoice and stage.
ALTER TABLE invoicing_settings ADD COLUMN late_fee jsonb;
CREATE TABLE late_fees (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  stage_days integer NOT NULL CHECK (stage_days > 0),
  fee_invoice_id text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  days_late integer NOT NULL CHECK (days_late > 0),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (invoice_id, stage_days)
);
CREATE INDEX late_fees_owner ON late_fees (owner_id);
CREATE UNIQUE INDEX late_fees_fee_invoice ON late_fees (fee_invoice_id);
ALTER TABLE late_fees ENABLE ROW LEVEL SECURITY;
ALTER TABLE late_fees FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON late_fees
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
