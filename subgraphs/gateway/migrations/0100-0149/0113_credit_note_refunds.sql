ALTER TABLE credit_notes
  -- Paid back to the client.
  ADD COLUMN refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  ADD COLUMN voided_on date,
  ADD COLUMN void_reason text,
  ADD CHECK (applied_minor + refunded_minor <= total_minor),
  ADD CHECK (voided_on IS NULL OR (applied_minor = 0 AND refunded_minor = 0));

CREATE TABLE credit_note_refunds (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  credit_note_id text NOT NULL REFERENCES credit_notes (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text,
  refunded_on date NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX credit_note_refunds_note ON credit_note_refunds (credit_note_id);
CREATE INDEX credit_note_refunds_owner ON credit_note_refunds (owner_id);
ALTER TABLE credit_note_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE credit_note_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON credit_note_refunds
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
