-- Drafts that are issued and e-mailed together, each in a transaction of its own.
CREATE TABLE invoice_batches (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- Who asked for it; null for the platform.
  actor_type text,
  actor_id text,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3)
);
CREATE INDEX invoice_batches_owner ON invoice_batches (owner_id, created_at DESC, id DESC);

CREATE TABLE invoice_batch_items (
  batch_id text NOT NULL REFERENCES invoice_batches (id) ON DELETE CASCADE,
  position integer NOT NULL,
  owner_id text NOT NULL,
  -- As given: it may name no invoice of the account.
  invoice_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
  error_code text,
  error_message text,
  PRIMARY KEY (batch_id, position),
  CHECK ((status = 'failed') = (error_code IS NOT NULL AND error_message IS NOT NULL))
);
CREATE INDEX invoice_batch_items_owner ON invoice_batch_items (owner_id);
CREATE INDEX invoice_batch_items_pending ON invoice_batch_items (batch_id, position) WHERE status = 'pending';

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['invoice_batches', 'invoice_batch_items'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;

-- An expense is billed while an invoice has its line.
ALTER TABLE expenses
  DROP COLUMN status,
  ADD COLUMN billed_invoice_id text REFERENCES invoices (id),
  ADD COLUMN billed_line_id text UNIQUE REFERENCES invoice_lines (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
