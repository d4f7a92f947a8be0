-- Payments that an account made to the IRS for its returns, as it recorded them.
CREATE TABLE hvut_irs_payments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filing_id text NOT NULL REFERENCES hvut_filings (id),
  method text NOT NULL CHECK (method IN ('direct_debit', 'eftps', 'card', 'check')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  paid_on date NOT NULL,
  -- Confirmation number of the payment, or the number of the check.
  reference text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, method, reference)
);
CREATE INDEX hvut_irs_payments_owner ON hvut_irs_payments (owner_id, created_at DESC, id DESC);
CREATE INDEX hvut_irs_payments_filing ON hvut_irs_payments (filing_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['hvut_irs_payments'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
