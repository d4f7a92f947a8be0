-- Amounts and due dates that a bill had before it was changed; they stay those of its occurrences before `until`.
CREATE TABLE finance_bill_terms (
  bill_id text NOT NULL REFERENCES finance_bills (id) ON DELETE CASCADE,
  until date NOT NULL,
  owner_id text NOT NULL,
  amount_min bigint NOT NULL CHECK (amount_min >= 0),
  amount_max bigint NOT NULL CHECK (amount_max >= amount_min),
  rrule text NOT NULL,
  starts_on date NOT NULL,
  PRIMARY KEY (bill_id, until)
);
CREATE INDEX finance_bill_terms_owner ON finance_bill_terms (owner_id);
ALTER TABLE finance_bill_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_bill_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_bill_terms
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
