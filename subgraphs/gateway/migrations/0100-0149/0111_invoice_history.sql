-- Changes of an invoice: who, when, and the fields before and after.
CREATE TABLE invoice_history (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('created', 'sent', 'paid', 'overdue', 'cancelled', 'updated', 'deleted')),
  -- Null for changes by the platform itself.
  actor_type text CHECK (actor_type IN ('user', 'api_key', 'service_account')),
  actor_id text,
  -- Changed fields only; null for a new invoice.
  before jsonb,
  after jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CHECK ((actor_type IS NULL) = (actor_id IS NULL))
);
CREATE INDEX invoice_history_of_invoice ON invoice_history (owner_id, invoice_id, created_at DESC, id DESC);
CREATE INDEX invoice_history_invoice ON invoice_history (invoice_id);
ALTER TABLE invoice_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_history FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoice_history
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Positions shift within a transaction when a line is inserted or removed.
ALTER TABLE invoice_lines
  DROP CONSTRAINT invoice_lines_invoice_id_position_key,
  ADD CONSTRAINT invoice_lines_invoice_id_position_key UNIQUE (invoice_id, position) DEFERRABLE INITIALLY DEFERRED;
